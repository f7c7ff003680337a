// SPDX-License-Identifier: BSD-3-Clause
// One double as a vector level of its own: a law written once as a template over level and batch
// (grouser/soil/laws) is used with this level by code that needs one number at a time.
#pragma once
#include "grouser/math/elementary.hpp"
#include "grouser/math/simd/elementary.hpp"

namespace grouser::simd {

struct PlainLevel {
  GROUSER_INLINE static double fma(double a, double b, double c) { return a * b + c; }
  GROUSER_INLINE static double fnma(double a, double b, double c) { return c - a * b; }
  GROUSER_INLINE static double abs(double a) { return __builtin_fabs(a); }
  GROUSER_INLINE static double max(double a, double b) { return a > b ? a : b; }
  GROUSER_INLINE static double select(bool condition, double yes, double no) { return condition ? yes : no; }
};

GROUSER_INLINE double root(double x) { return __builtin_sqrt(x); }
template <>
GROUSER_INLINE double exp_of<PlainLevel, double>(const double& x) {
  return math::exp(x);
}
template <>
GROUSER_INLINE double pow_of<PlainLevel, double>(const double& x, const double& y) {
  return math::pow(x, y);
}

}  // namespace grouser::simd
