// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand: what the main vehicle can be told, and what the scenario tells it.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when all wheels are there. Throws InputError for commands that the vehicle cannot follow or that are not in
/// order.
void build_hand_drive(const WorldSpec& spec, World& world);

}  // namespace grouser
