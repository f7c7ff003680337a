// SPDX-License-Identifier: BSD-3-Clause
#include "lanes.hpp"

#include "grouser/math/simd_level.hpp"

namespace grouser::terrain {

const LaneLoops& lane_loops() { return GROUSER_OF_LEVEL(simd_level(), kLoops); }

}  // namespace grouser::terrain
