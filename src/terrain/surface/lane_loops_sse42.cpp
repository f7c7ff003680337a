// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see lanes.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsSse42 = kLoops<simd::Sse42Level>;
}  // namespace grouser::terrain
