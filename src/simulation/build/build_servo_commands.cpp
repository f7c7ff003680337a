// SPDX-License-Identifier: BSD-3-Clause
// Checks the scenario's servo commands against the main vehicle's servos: order, number and limits of the
// angles.
#include "build_servo_commands.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/simulation/step/servos.hpp"

namespace grouser {

void build_servo_commands(const WorldSpec& spec, World& world) {
  if (spec.servo_commands.empty()) return;
  const std::string place = spec.place_of("servo_command");
  const std::vector<AngleRange> limits = servo_limits(servo_walker(world, place));
  // Times start at 0 s.
  double last = -1.0;
  for (const ServoCommand& command : spec.servo_commands) {
    if (command.time <= last)
      throw InputError(place, fmt::format("a command at {} s after one at {} s", command.time, last),
                       "commands in order of their times, no two at one time");
    if (command.angles.size() != limits.size())
      throw InputError(place, fmt::format("{} angles at {} s", command.angles.size(), command.time),
                       fmt::format("{}, leg by leg: roll, hip, knee (rad)", limits.size()));
    if (const std::string why = angles_refusal(command.angles, limits); !why.empty())
      throw InputError(place, fmt::format("at {} s: {}", command.time, why), "angles within their limits");
    last = command.time;
  }
  world.commands.servos = spec.servo_commands;
}

}  // namespace grouser
