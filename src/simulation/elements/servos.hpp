// SPDX-License-Identifier: BSD-3-Clause
// The servos in the legs of walkers.
#pragma once
#include <span>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// The memory of a walker's legs.
std::span<WalkLegMemory> legs_of(const Walker& walker, SimulationState& state);
/// Torque, N m, of one motor of a leg whose servo is commanded to an angle (WalkLegMemory), rad.
double servo_torque_at(const Walker::Motor& motor, double told, const VecX& q, const VecX& v);
/// Power of the servos of all walkers, W.
double servo_power(const World& world, const SimulationState& state);

}  // namespace grouser
