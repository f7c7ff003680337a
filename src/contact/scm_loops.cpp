// SPDX-License-Identifier: BSD-3-Clause
#include "scm_loops.hpp"

#include "grouser/math/simd_level.hpp"

namespace grouser::scm {

const Loops& loops_of(SimdLevel level) { return GROUSER_OF_LEVEL(level, k); }

}  // namespace grouser::scm
