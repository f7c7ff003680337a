// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see leg_lanes.hpp.
#include "leg_lane_loops.hpp"

namespace grouser::legs {
constinit const SolveLoop kSolveSse42 = solve;
}  // namespace grouser::legs
