// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see lanes.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsAvx2 = kLoops<simd::Avx2Level>;
}  // namespace grouser::terrain
