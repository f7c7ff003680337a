// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see arc_sums.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "arc_sums_simd.hpp"

namespace grouser::arc {
constinit const ArcKernels kAvx2 = kKernels<simd::Avx2Level>;
}  // namespace grouser::arc
