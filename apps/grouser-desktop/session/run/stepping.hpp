// SPDX-License-Identifier: BSD-3-Clause
// Functions for runs whose steps may change, shared by the stepping thread and pictures without a display.
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
