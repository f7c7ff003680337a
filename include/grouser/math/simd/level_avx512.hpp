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
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, double* to) {
    sums_of_four(folded(a), folded(b), folded(c), to);
  }

 private:
  using Half = xsimd::batch<double, Avx512NarrowTag>;
  GROUSER_INLINE static Half folded(const B& x) {
    return Half(_mm512_castpd512_pd256(x)) + Half(_mm512_extractf64x4_pd(x, 1));
  }
};

}  // namespace grouser::simd
