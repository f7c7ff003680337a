// SSE4.2: two lanes, no fused multiply-add. The path of every processor without AVX2.
#pragma once
#include "grouser/math/simd/two_lanes.hpp"

namespace grouser::kernel {
struct Sse42Tag : xsimd::sse4_2 {};
}  // namespace grouser::kernel

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::kernel::Sse42Tag, sse4_2);
}

namespace grouser::kernel {

struct Sse42Level : TwoLanes<Sse42Level, Sse42Tag> {
  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return a * b + c; }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return c - a * b; }
  template <int Mask>
  GROUSER_INLINE static B blend(const B& yes, const B& no) {
    return B(_mm_blend_pd(no, yes, Mask));
  }
};

}  // namespace grouser::kernel
