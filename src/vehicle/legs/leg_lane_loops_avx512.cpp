// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see leg_lanes.hpp.
#include "leg_lane_loops.hpp"

namespace grouser::legs {
constinit const SolveLoop kSolveAvx512 = solve;
}  // namespace grouser::legs
