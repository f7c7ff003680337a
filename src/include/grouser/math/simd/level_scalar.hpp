// SPDX-License-Identifier: BSD-3-Clause
// Plain C++, for any processor and for -DGROUSER_SIMD=off.
#pragma once
#include "grouser/math/simd/scalar_batch.hpp"

namespace grouser::simd {

struct ScalarLevel {
  using Batch = ScalarBatch<ScalarLevel>;

  GROUSER_INLINE static Batch load(const double* from) { return *from; }
  GROUSER_INLINE static void store(Batch x, double* to) { *to = x.x; }
  GROUSER_INLINE static Batch load_anywhere(const double* from) { return *from; }
  GROUSER_INLINE static void store_anywhere(Batch x, double* to) { *to = x.x; }
  GROUSER_INLINE static Batch fma(Batch a, Batch b, Batch c) { return a * b + c; }
  GROUSER_INLINE static Batch fnma(Batch a, Batch b, Batch c) { return c - a * b; }
  GROUSER_INLINE static Batch abs(Batch a) { return __builtin_fabs(a.x); }
  GROUSER_INLINE static Batch max(Batch a, Batch b) { return a.x > b.x ? a : b; }
  GROUSER_INLINE static Batch select(bool condition, Batch yes, Batch no) { return condition ? yes : no; }
  GROUSER_INLINE static void load_pairs(const double* from, const int* index, Batch& first, Batch& second) {
    first = from[index[0]];
    second = from[index[0] + 1];
  }
  GROUSER_INLINE static void sums(Batch a, Batch b, Batch c, Batch d, double* to) {
    to[0] = a.x;
    to[1] = b.x;
    to[2] = c.x;
    to[3] = d.x;
  }
};

}  // namespace grouser::simd
