// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see arc_sums.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "arc_sums_simd.hpp"

namespace grouser::arc {
constinit const ArcKernels kNeon = kKernels<simd::NeonLevel>;
}  // namespace grouser::arc
