// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see kernel_table.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "kernel_table_simd.hpp"

namespace grouser::test {
using Level = simd::Avx512Level;
constinit const SmallTable kSmallAvx512{Block<Level>::kLanes, kSmallKernels<Level>};
}  // namespace grouser::test
