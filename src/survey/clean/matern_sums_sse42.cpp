// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see matern_sums.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kSse42{Sums<simd::Sse42Level>::correlations, Sums<simd::Sse42Level>::weighted_sum};
}  // namespace grouser::matern
