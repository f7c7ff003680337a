// SPDX-License-Identifier: BSD-3-Clause
// Brings the vehicles to rest on their springs before a run.
#pragma once
#include <functional>

#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "step/step_loads.hpp"

namespace grouser {

/// Leaves the state in equilibrium, at rest at t = 0. Throws InputError naming what moves, how fast and when,
/// if it does not come to rest, and Interrupted soon after `cancelled` (may be empty) returns true.
void settle(const World& world, StepLoads& loads, IntegratorWorkspace& integrator, SimulationState& state,
            const std::function<bool()>& cancelled);

}  // namespace grouser
