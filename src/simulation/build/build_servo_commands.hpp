// SPDX-License-Identifier: BSD-3-Clause
// Servo commands of the main vehicle from outside, as the scenario has them.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when the world has its walkers. Throws InputError: no legs, another number of angles, angles outside
/// their limits, commands that are not in order of their times.
void build_servo_commands(const WorldSpec& spec, World& world);

}  // namespace grouser
