// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see flow_loops.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "flow_loops_simd.hpp"

namespace grouser::terrain {
constinit const FlowLoops kFlowSse42 = kFlowLoops<simd::Sse42Level>;
}  // namespace grouser::terrain
