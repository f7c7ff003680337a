// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see leg_lanes.hpp.
#include "leg_lane_loops.hpp"

namespace grouser::legs {
constinit const SolveLoop kSolveAvx2 = solve;
}  // namespace grouser::legs
