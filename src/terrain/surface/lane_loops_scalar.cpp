// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see lanes.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsScalar = kLoops<simd::ScalarLevel>;
}  // namespace grouser::terrain
