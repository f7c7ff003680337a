// SPDX-License-Identifier: BSD-3-Clause
// Puts the legs of vehicles that walk on the world's joints and feet.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when the world's parts are listed. The scenario's gait is the main vehicle's. Throws InputError:
/// joints, feet or actuators that do not exist, a stance out of reach, a servo too stiff for the step, a
/// gait for a vehicle without legs.
void build_walkers(const WorldSpec& spec, World& world);

}  // namespace grouser
