// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see flow_loops.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "flow_loops_simd.hpp"

namespace grouser::terrain {
constinit const FlowLoops kFlowAvx2 = kFlowLoops<simd::Avx2Level>;
}  // namespace grouser::terrain
