// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see scm_loops.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "scm_loops_simd.hpp"

namespace grouser::scm {
constinit const Loops kScalar = kLoops<simd::ScalarLevel>;
}  // namespace grouser::scm
