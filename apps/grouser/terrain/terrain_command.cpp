// grouser terrain: what is done with terrains before a rover drives on them.
#include "terrain_command.hpp"

namespace grouser::cli {

void add_terrain_command(CLI::App& app, Job& job) {
  CLI::App* terrain = app.add_subcommand("terrain", "Look at, cut, clean and make terrains");
  terrain->require_subcommand(1);
  add_terrain_info(*terrain, job);
  add_terrain_import(*terrain, job);
  add_terrain_clean(*terrain, job);
  add_terrain_make(*terrain, job);
  terrain->footer(
      "Example: grouser terrain info site.tif\n"
      "Each has its own help: grouser terrain info --help");
}

}  // namespace grouser::cli
