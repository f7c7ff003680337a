// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see lanes.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsNeon = kLoops<simd::NeonLevel>;
}  // namespace grouser::terrain
