// SPDX-License-Identifier: BSD-3-Clause
// grouser terrain: prepares terrains before a rover drives on them.
#include "terrain_command.hpp"

#include "commands.hpp"

namespace grouser::cli {

void declare_terrain(Command& command) {
  command.subcommands(kTerrainCommands);
  command.footer(
      "Example: grouser terrain info site.tif\n"
      "Each has its own help: grouser terrain info --help");
}

}  // namespace grouser::cli
