// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see scm_loops.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "scm_loops_simd.hpp"

namespace grouser::scm {
constinit const Loops kAvx512 = kLoops<simd::Avx512Level>;
}  // namespace grouser::scm
