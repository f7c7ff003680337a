// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see flow_loops.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "flow_loops_simd.hpp"

namespace grouser::terrain {
constinit const FlowLoops kFlowAvx512 = kFlowLoops<simd::Avx512Level>;
}  // namespace grouser::terrain
