// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see kernel_table.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "kernel_table_simd.hpp"

namespace grouser::test {
using Level = simd::Sse42Level;
constinit const SmallTable kSmallSse42{Block<Level>::kLanes, kSmallKernels<Level>};
}  // namespace grouser::test
