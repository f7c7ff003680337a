// SPDX-License-Identifier: BSD-3-Clause
// Level scalar, and plain doubles: see kernel_table.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "kernel_table_simd.hpp"

namespace grouser::test {
namespace {
struct DoubleLevel {
  using Batch = double;
  GROUSER_INLINE static double load_anywhere(const double* from) { return *from; }
  GROUSER_INLINE static void store_anywhere(double x, double* to) { *to = x; }
};
}  // namespace
constinit const SmallTable kSmallScalar{1, kSmallKernels<simd::ScalarLevel>};
constinit const SmallTable kSmallDouble{1, kSmallKernels<DoubleLevel>};
}  // namespace grouser::test
