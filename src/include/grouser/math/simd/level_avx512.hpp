// SPDX-License-Identifier: BSD-3-Clause
// AVX-512 (F, VL, DQ): eight lanes.
#pragma once
#include "grouser/math/simd/four_lanes.hpp"

namespace grouser::simd {
struct Avx512Tag : xsimd::avx512f {};
struct Avx512NarrowTag : xsimd::fma3<xsimd::avx2> {};
}  // namespace grouser::simd

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::simd::Avx512Tag, avx512f);
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::simd::Avx512NarrowTag, fma3<avx2>);
template <class T>
struct get_bool_simd_register<T, grouser::simd::Avx512Tag> {
  using type = simd_avx512_bool_register<T>;
};
}  // namespace xsimd::types

namespace grouser::simd {

struct Avx512Level : XsimdLevel<Avx512Tag> {
  using B = Batch;

  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return B(_mm512_fmadd_pd(a, b, c)); }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return B(_mm512_fnmadd_pd(a, b, c)); }
  /// Loads, for each lane, the number at from[index] and the one after it.
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, B& first, B& second) {
    const __m512d even = four_pairs(from, index), odd = four_pairs(from, index + 1);
    first = B(_mm512_unpacklo_pd(even, odd));
    second = B(_mm512_unpackhi_pd(even, odd));
  }
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, const B& d, double* to) {
    sums_of_four(folded(a), folded(b), folded(c), folded(d), to);
  }

 private:
  using Half = xsimd::batch<double, Avx512NarrowTag>;
  GROUSER_INLINE static __m512d four_pairs(const double* from, const int* index) {
    const auto pair = [&](int k) GROUSER_INLINED { return _mm_loadu_pd(from + index[k]); };
    const __m512d low = _mm512_insertf64x2(_mm512_castpd128_pd512(pair(0)), pair(2), 1);
    return _mm512_insertf64x2(_mm512_insertf64x2(low, pair(4), 2), pair(6), 3);
  }
  GROUSER_INLINE static Half folded(const B& x) {
    return Half(_mm512_castpd512_pd256(x)) + Half(_mm512_extractf64x4_pd(x, 1));
  }
};

}  // namespace grouser::simd
