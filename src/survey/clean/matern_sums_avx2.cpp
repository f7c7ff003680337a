// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see matern_sums.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kAvx2{Sums<simd::Avx2Level>::correlations, Sums<simd::Avx2Level>::weighted_sum};
}  // namespace grouser::matern
