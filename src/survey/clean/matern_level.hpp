// The functions of matern_sums.hpp for the level at hand.
#pragma once
#include "grouser/math/kernels.hpp"
#include "matern_sums.hpp"

namespace grouser::matern {

/// Of a level that this build has.
const Functions& functions_of(SimdLevel);

/// Of the process' level.
inline const Functions& functions() { return functions_of(kernels().level); }

/// The count filled up to whole registers.
inline int padded(int count) { return (count + kLanes - 1) / kLanes * kLanes; }

}  // namespace grouser::matern
