// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see flow_loops.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "flow_loops_simd.hpp"

namespace grouser::terrain {
constinit const FlowLoops kFlowScalar = kFlowLoops<simd::ScalarLevel>;
}  // namespace grouser::terrain
