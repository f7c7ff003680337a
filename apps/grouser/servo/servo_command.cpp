// SPDX-License-Identifier: BSD-3-Clause
// grouser servo: the servo link of seed 002, at both ends (docs/servo_link.md).
#include "commands.hpp"
#include "servo_commands.hpp"

namespace grouser::cli {

void declare_servo(Command& command) {
  command.subcommands(kServoCommands);
  command.footer(
      "Example: grouser servo device walker_stand --link robot --out walk.h5\n"
      "         grouser servo request robot state\n"
      "Each has its own help: grouser servo device --help");
}

}  // namespace grouser::cli
