// SPDX-License-Identifier: BSD-3-Clause
// Solids that stand on a made terrain, kept beside its GeoTIFF: a TOML file with the [rocks] and [[shape]]
// tables of a recipe, rocks listed one by one, everything in map coordinates. A scenario names it as
// terrain.solids.
#pragma once
#include <string>
#include <vector>

#include "grouser/survey/make/rocks.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

struct Solids {
  std::vector<Rock> rocks;
  std::string rock_soil;
  std::vector<RigidShape> shapes;
  std::vector<std::string> soils;  ///< soil ids that the shapes' material indices refer to

  bool empty() const { return rocks.empty() && shapes.empty(); }
};

/// Reads the solids of a recipe. Throws InputError.
Solids read_solids(const TomlTable& recipe, const TerrainMaker& maker);
/// The text of the file.
std::string solids_text(const Solids& solids);
/// First line of the file.
inline constexpr const char* kSolidsFirstLine = "# What stands on the terrain beside this file";

}  // namespace grouser
