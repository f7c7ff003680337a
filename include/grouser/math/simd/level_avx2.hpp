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
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, double* to) {
    sums_of_four(a, b, c, to);
  }
};

}  // namespace grouser::simd
