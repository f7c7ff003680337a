// SPDX-License-Identifier: BSD-3-Clause
// The servos of a world's main vehicle, as seen from outside.
#pragma once
#include <string>
#include <vector>

#include "grouser/vehicle/legs/servo_command.hpp"

namespace grouser {

class World;
struct SimulationState;
struct Walker;

/// The main vehicle as a walker; null where it has no legs to walk on.
const Walker* main_walker(const World& world);
/// The same, with legs of the three servos that the servo link and its commands know. Throws InputError,
/// found at `place`: it has no legs to walk on, or its legs are limbs.
const Walker& servo_walker(const World& world, const std::string& place);
/// Limits of its angles, leg by leg: roll, hip, knee.
std::vector<AngleRange> servo_limits(const Walker& walker);
/// The angles commanded to its servos, before they are rounded to a pulse.
std::vector<double> told_angles(const Walker& walker, const SimulationState& state);

}  // namespace grouser
