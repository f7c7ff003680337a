// Sums over the lanes of registers of four doubles: AVX2, and the halves of AVX-512.
#pragma once
#include "grouser/math/simd/xsimd_level.hpp"

namespace grouser::simd {

/// to[0] the sum of a, to[1] of b, to[2] of c, to[3] of d.
template <class B>
GROUSER_INLINE void sums_of_four(const B& a, const B& b, const B& c, const B& d, double* to) {
  const B ab = pair_sums(a, b), cd = pair_sums(c, d);
  const B low(_mm256_permute2f128_pd(ab, cd, 0x20)), high(_mm256_permute2f128_pd(ab, cd, 0x31));
  (low + high).store_aligned(to);
}

}  // namespace grouser::simd
