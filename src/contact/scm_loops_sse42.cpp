// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see scm_loops.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "scm_loops_simd.hpp"

namespace grouser::scm {
constinit const Loops kSse42 = kLoops<simd::Sse42Level>;
}  // namespace grouser::scm
