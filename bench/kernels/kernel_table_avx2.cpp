// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see kernel_table.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "kernel_table_simd.hpp"

namespace grouser::test {
using Level = simd::Avx2Level;
constinit const SmallTable kSmallAvx2{Block<Level>::kLanes, kSmallKernels<Level>};
}  // namespace grouser::test
