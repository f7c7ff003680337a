// SPDX-License-Identifier: BSD-3-Clause
// Files that are maps of heights, recipes of ground or rovers of other programs, and those that come with the
// program.
#pragma once
#include <string>
#include <vector>

namespace grouser::desktop {

/// Rovers that can be set down, by id.
std::vector<std::string> rovers_that_drive();
/// "ExoMars LVM (triple bogie)" of "exomars_lvm"; the id where its file cannot be read.
std::string rover_title(const std::string& id);
/// Whether a file is a height map by its name's ending (GeoTIFF, PDS, ISIS, JPEG 2000, ...).
bool is_map_name(const std::string& path);
/// Whether a file is a rover of another program by its name's ending (URDF, xacro, SDF).
bool is_rover_name(const std::string& path);
/// Whether a .toml file is a recipe of ground and no scenario. False where it cannot be read.
bool is_recipe(const std::string& path);
/// The recipes that come with the program, by path.
std::vector<std::string> list_recipes();

}  // namespace grouser::desktop
