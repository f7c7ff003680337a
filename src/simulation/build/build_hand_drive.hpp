// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand: the main vehicle's possible commands, and those that the scenario gives.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when all wheels are there. Throws InputError for commands that the vehicle cannot follow or that are
/// not in order.
void build_hand_drive(const WorldSpec& spec, World& world);

/// The top speed of a vehicle of the world, by hand or commanded from outside, m/s: what limited motors can
/// give, and else no less than the scenario asks for.
double top_speed(const WorldSpec& spec, const World& world, std::size_t vehicle);

}  // namespace grouser
