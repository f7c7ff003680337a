// SPDX-License-Identifier: BSD-3-Clause
// The functions of matern_sums.hpp for the level at hand.
#pragma once
#include "grouser/math/simd_level.hpp"
#include "matern_sums.hpp"

namespace grouser::matern {

/// The functions of a level that this build has.
const Functions& functions_of(SimdLevel);

/// The functions of the process's level.
inline const Functions& functions() { return functions_of(simd_level()); }

/// The count rounded up to whole registers.
inline int padded(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

}  // namespace grouser::matern
