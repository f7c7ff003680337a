// SPDX-License-Identifier: BSD-3-Clause
// Sums over the lanes of registers of four doubles: AVX2, and the halves of AVX-512.
#pragma once
#include "grouser/math/simd/xsimd_level.hpp"

namespace grouser::simd {

/// Sums of neighbours within each 128 bits: (a0 + a1, b0 + b1, a2 + a3, b2 + b3). xsimd's zip_lo() and
/// zip_hi() stay within 128 bits before version 9 and go over the whole register from then on.
template <class B>
GROUSER_INLINE B near_sums(const B& a, const B& b) {
  return B(_mm256_unpacklo_pd(a, b)) + B(_mm256_unpackhi_pd(a, b));
}

/// to[0] the sum of a, to[1] of b, to[2] of c, to[3] of d.
template <class B>
GROUSER_INLINE void sums_of_four(const B& a, const B& b, const B& c, const B& d, double* to) {
  const B ab = near_sums(a, b), cd = near_sums(c, d);
  const B low(_mm256_permute2f128_pd(ab, cd, 0x20)), high(_mm256_permute2f128_pd(ab, cd, 0x31));
  (low + high).store_aligned(to);
}

}  // namespace grouser::simd
