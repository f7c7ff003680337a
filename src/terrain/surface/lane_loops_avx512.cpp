// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see lanes.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsAvx512 = kLoops<simd::Avx512Level>;
}  // namespace grouser::terrain
