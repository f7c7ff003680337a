// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see arc_sums.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "arc_sums_simd.hpp"

namespace grouser::arc {
constinit const ArcKernels kScalar = kKernels<simd::ScalarLevel>;
}  // namespace grouser::arc
