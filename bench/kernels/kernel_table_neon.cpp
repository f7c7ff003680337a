// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see kernel_table.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "kernel_table_simd.hpp"

namespace grouser::test {
using Level = simd::NeonLevel;
constinit const SmallTable kSmallNeon{Block<Level>::kLanes, kSmallKernels<Level>};
}  // namespace grouser::test
