// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see arc_sums.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "arc_sums_simd.hpp"

namespace grouser::arc {
constinit const ArcKernels kSse42 = kKernels<simd::Sse42Level>;
}  // namespace grouser::arc
