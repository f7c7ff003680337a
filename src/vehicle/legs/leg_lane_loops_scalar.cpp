// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see leg_lanes.hpp.
#include "leg_lane_loops.hpp"

namespace grouser::legs {
constinit const SolveLoop kSolveScalar = solve;
}  // namespace grouser::legs
