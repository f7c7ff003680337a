// SPDX-License-Identifier: BSD-3-Clause
// Checks whether a lander's ramps can reach the ground.
#pragma once
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Throws InputError if a hinged surface of the lander ends higher above the ground than the placement's
/// max_ramp_drop at every angle that its hinge allows.
void check_ramps_reach(const World& world, const SimulationState& state);

}  // namespace grouser
