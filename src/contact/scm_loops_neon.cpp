// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see scm_loops.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "scm_loops_simd.hpp"

namespace grouser::scm {
constinit const Loops kNeon = kLoops<simd::NeonLevel>;
}  // namespace grouser::scm
