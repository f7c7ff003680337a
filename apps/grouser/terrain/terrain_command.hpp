// `grouser terrain`: its subcommands, one file each. add_terrain_x() declares the options of one and leaves
// its job.
#pragma once
#include "shared/command.hpp"

namespace grouser::cli {

void add_terrain_clean(CLI::App& terrain, Job& job);
void add_terrain_info(CLI::App& terrain, Job& job);
void add_terrain_import(CLI::App& terrain, Job& job);
void add_terrain_make(CLI::App& terrain, Job& job);

}  // namespace grouser::cli
