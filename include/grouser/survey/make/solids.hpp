// What stands on a made terrain, kept beside its GeoTIFF: a TOML file with the [rocks] and [[shape]] tables
// of a recipe, rocks laid one by one, everything in map coordinates. A scenario names it as terrain.solids.
#pragma once
#include <string>
#include <vector>

#include "grouser/survey/make/rocks.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

struct Solids {
  std::vector<Rock> rocks;
  std::string rock_soil;
  std::vector<BoxShape> shapes;
  std::vector<std::string> soils;  ///< of the shapes, by their material

  bool empty() const { return rocks.empty() && shapes.empty(); }
};

/// Of a recipe. Throws InputError.
Solids read_solids(const TomlTable& recipe, const TerrainMaker& maker);
/// The file's text.
std::string solids_text(const Solids& solids);
/// What it begins with.
inline constexpr const char* kSolidsFirstLine = "# What stands on the terrain beside this file";

}  // namespace grouser
