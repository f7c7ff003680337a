// SPDX-License-Identifier: BSD-3-Clause
// What the stepping thread and a picture without a display both need of a run whose steps may change.
#pragma once
#include "common/kept_steps.hpp"

namespace grouser {
class Simulation;
}

namespace grouser::desktop {

/// The step to be taken next, s: what an adaptive run has chosen (it may take a shorter one), else the fixed
/// one.
double next_step(const Simulation& simulation);

}  // namespace grouser::desktop
