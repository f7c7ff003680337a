// SPDX-License-Identifier: BSD-3-Clause
// Puts the leg controllers of the vehicles on the world's joints and feet.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Call when the world's parts are listed. Throws InputError for a controller without feet, or a joint
/// without a foot below it.
void build_leg_controls(World& world);

}  // namespace grouser
