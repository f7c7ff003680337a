// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see matern_sums.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kNeon{Sums<simd::NeonLevel>::correlations, Sums<simd::NeonLevel>::weighted_sum};
}  // namespace grouser::matern
