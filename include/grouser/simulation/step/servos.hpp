// The servos of a world's main vehicle, as seen from outside.
#pragma once
#include <vector>

#include "grouser/vehicle/legs/servo_command.hpp"

namespace grouser {

class World;
struct SimulationState;
struct Walker;

/// The main vehicle as a walker; null where it has no legs to walk on.
const Walker* main_walker(const World& world);
/// Whether its legs have the three servos that the link and its commands know; limbs have not.
bool has_servo_legs(const Walker& walker);
/// Limits of its angles, leg by leg: roll, hip, knee.
std::vector<AngleRange> servo_limits(const Walker& walker);
/// The angles that its servos are told, before they are rounded to a pulse.
std::vector<double> told_angles(const Walker& walker, const SimulationState& state);

}  // namespace grouser
