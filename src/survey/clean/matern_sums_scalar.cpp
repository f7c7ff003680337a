// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see matern_sums.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kScalar{Sums<simd::ScalarLevel>::correlations,
                                  Sums<simd::ScalarLevel>::weighted_sum};
}  // namespace grouser::matern
