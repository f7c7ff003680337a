// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see scm_loops.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "scm_loops_simd.hpp"

namespace grouser::scm {
constinit const Loops kAvx2 = kLoops<simd::Avx2Level>;
}  // namespace grouser::scm
