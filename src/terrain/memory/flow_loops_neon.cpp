// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see flow_loops.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "flow_loops_simd.hpp"

namespace grouser::terrain {
constinit const FlowLoops kFlowNeon = kFlowLoops<simd::NeonLevel>;
}  // namespace grouser::terrain
