// SPDX-License-Identifier: BSD-3-Clause
// The start of a world's vehicles: put at given places or lowered until they touch, then settled.
#pragma once
#include <functional>
#include <memory>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// A state with the layout of the world, for SimulationState::unpack(); its numbers are those of no run.
SimulationState blank_state(const World& world);

/// The state at the scenario's start. Settling can take minutes: `cancelled` (may be empty) is asked
/// meanwhile, and Interrupted is thrown where it says so. Throws InputError where there is no such start.
SimulationState make_initial_state(const World& world, const std::function<bool()>& cancelled = {});

/// A simulation there; throws as make_initial_state().
Simulation start_simulation(std::shared_ptr<const World> world, const std::function<bool()>& cancelled = {});

}  // namespace grouser
