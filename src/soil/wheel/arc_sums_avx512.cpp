// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see arc_sums.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "arc_sums_simd.hpp"

namespace grouser::arc {
constinit const ArcKernels kAvx512 = kKernels<simd::Avx512Level>;
}  // namespace grouser::arc
