// SPDX-License-Identifier: BSD-3-Clause
// NEON of 64-bit ARM: two lanes with fused multiply-add.
#pragma once
#include "grouser/math/simd/xsimd_level.hpp"

namespace grouser::simd {
struct NeonTag : xsimd::neon64 {};
}  // namespace grouser::simd

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::simd::NeonTag, neon64);
template <class T>
struct get_bool_simd_register<T, grouser::simd::NeonTag> : detail::neon_bool_simd_register<T, neon64> {};
}  // namespace xsimd::types

namespace grouser::simd {

struct NeonLevel : XsimdLevel<NeonTag> {
  using B = Batch;

  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return B(vfmaq_f64(c, a, b)); }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return B(vfmsq_f64(c, a, b)); }
  /// Loads, for each lane, the number at from[index] and the one after it.
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, B& first, B& second) {
    load_two_pairs(from, index, first, second);
  }
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, const B& d, double* to) {
    sums_of_two(a, b, c, d, to);
  }
};

}  // namespace grouser::simd
