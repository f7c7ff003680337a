// SPDX-License-Identifier: BSD-3-Clause
// One double with the interface of a vector register: the scalar level, and remaining elements of others, use
// the same templates. Tag keeps the functions of two levels apart.
#pragma once
#include <cstddef>

#include "grouser/math/simd/always_inline.hpp"

namespace grouser::simd {

template <class Tag>
struct ScalarBatch {
  static constexpr std::size_t size = 1;
  double x;
  ScalarBatch() = default;
  GROUSER_INLINE ScalarBatch(double value) : x(value) {}
  GROUSER_INLINE friend ScalarBatch operator+(ScalarBatch a, ScalarBatch b) { return a.x + b.x; }
  GROUSER_INLINE friend ScalarBatch operator-(ScalarBatch a, ScalarBatch b) { return a.x - b.x; }
  GROUSER_INLINE friend ScalarBatch operator*(ScalarBatch a, ScalarBatch b) { return a.x * b.x; }
  GROUSER_INLINE friend ScalarBatch operator/(ScalarBatch a, ScalarBatch b) { return a.x / b.x; }
  GROUSER_INLINE friend bool operator>(ScalarBatch a, ScalarBatch b) { return a.x > b.x; }
};

}  // namespace grouser::simd
