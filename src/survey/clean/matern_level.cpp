// SPDX-License-Identifier: BSD-3-Clause
// The table of functions for a level of vector registers.
#include "matern_level.hpp"

namespace grouser::matern {

const Functions& functions_of(SimdLevel level) { return GROUSER_OF_LEVEL(level, k); }

}  // namespace grouser::matern
