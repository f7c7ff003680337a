// SPDX-License-Identifier: BSD-3-Clause
// Replies of the servo link: the data of a simulated robot, in SI units, and how a client reads it.
#pragma once
#include "grouser/simulation/step/simulation.hpp"
#include "shared/console.hpp"

namespace grouser {
struct Walker;
}

namespace grouser::cli {

/// Pose, velocity and angles; load and position of each foot; torque, speed and power of the motors.
Json state_reply(const Simulation& simulation, const Walker& walker);
Json feet_reply(const Simulation& simulation, const Walker& walker);
Json power_reply(const Simulation& simulation, const Walker& walker);

/// A line of a device as JSON. Throws RunError, naming `place`, where it is none or no object.
Json read_servo_reply(const std::string& place, const std::string& line);

}  // namespace grouser::cli
