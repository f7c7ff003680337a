// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see leg_lanes.hpp.
#include "leg_lane_loops.hpp"

namespace grouser::legs {
constinit const SolveLoop kSolveNeon = solve;
}  // namespace grouser::legs
