// NEON of 64-bit ARM: two lanes with fused multiply-add.
#pragma once
#include "grouser/math/simd/two_lanes.hpp"

namespace grouser::kernel {
struct NeonTag : xsimd::neon64 {};
}  // namespace grouser::kernel

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::kernel::NeonTag, neon64);
template <class T>
struct get_bool_simd_register<T, grouser::kernel::NeonTag> : detail::neon_bool_simd_register<T, neon64> {};
}  // namespace xsimd::types

namespace grouser::kernel {

struct NeonLevel : TwoLanes<NeonLevel, NeonTag> {
  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return B(vfmaq_f64(c, a, b)); }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return B(vfmsq_f64(c, a, b)); }
  template <int Mask>
  GROUSER_INLINE static B blend(const B& yes, const B& no) {
    if constexpr (Mask == 1)
      return B(vcopyq_laneq_f64(no, 0, yes, 0));
    else
      return B(vcopyq_laneq_f64(no, 1, yes, 1));
  }
};

}  // namespace grouser::kernel
