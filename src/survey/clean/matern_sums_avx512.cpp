// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see matern_sums.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kAvx512{Sums<simd::Avx512Level>::correlations,
                                  Sums<simd::Avx512Level>::weighted_sum};
}  // namespace grouser::matern
