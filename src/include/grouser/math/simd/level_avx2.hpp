// SPDX-License-Identifier: BSD-3-Clause
// AVX2 with fused multiply-add: four lanes.
#pragma once
#include "grouser/math/simd/four_lanes.hpp"

namespace grouser::simd {
struct Avx2Tag : xsimd::fma3<xsimd::avx2> {};
}  // namespace grouser::simd

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::simd::Avx2Tag, fma3<avx2>);
}

namespace grouser::simd {

struct Avx2Level : XsimdLevel<Avx2Tag> {
  using B = Batch;

  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return xsimd::fma(a, b, c); }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return xsimd::fnma(a, b, c); }
  /// Loads, for each lane, the number at from[index] and the one after it.
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, B& first, B& second) {
    const __m256d even = two_pairs(from, index[0], index[2]), odd = two_pairs(from, index[1], index[3]);
    first = B(_mm256_unpacklo_pd(even, odd));
    second = B(_mm256_unpackhi_pd(even, odd));
  }
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, const B& d, double* to) {
    sums_of_four(a, b, c, d, to);
  }

 private:
  GROUSER_INLINE static __m256d two_pairs(const double* from, int i, int j) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(from + i)), _mm_loadu_pd(from + j), 1);
  }
};

}  // namespace grouser::simd
