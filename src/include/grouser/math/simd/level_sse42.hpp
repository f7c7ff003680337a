// SPDX-License-Identifier: BSD-3-Clause
// SSE4.2: two lanes, no fused multiply-add. The path of every processor without AVX2.
#pragma once
#include "grouser/math/simd/xsimd_level.hpp"

namespace grouser::simd {
struct Sse42Tag : xsimd::sse4_2 {};
}  // namespace grouser::simd

namespace xsimd::types {
XSIMD_DECLARE_SIMD_REGISTER_ALIAS(grouser::simd::Sse42Tag, sse4_2);
}

namespace grouser::simd {

struct Sse42Level : XsimdLevel<Sse42Tag> {
  using B = Batch;

  GROUSER_INLINE static B fma(const B& a, const B& b, const B& c) { return a * b + c; }
  GROUSER_INLINE static B fnma(const B& a, const B& b, const B& c) { return c - a * b; }
  /// Loads, for each lane, the number at from[index] and the one after it.
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, B& first, B& second) {
    load_two_pairs(from, index, first, second);
  }
  GROUSER_INLINE static void sums(const B& a, const B& b, const B& c, const B& d, double* to) {
    sums_of_two(a, b, c, d, to);
  }
};

}  // namespace grouser::simd
