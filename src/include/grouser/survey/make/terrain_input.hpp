// SPDX-License-Identifier: BSD-3-Clause
// The [terrain] table of a scenario: a raster with what stands on it, a recipe in a file or inline
// (recipe.hpp), and rigid shapes (shape_input.hpp). Planes without `size` are unbounded. Keys:
// docs/reference/scenario.md.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/terrain/surface/shape_input.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// Opens a file that [terrain] names at `key` ("recipe" or "solids"); nothing where a run file does not hold
/// it.
using OpenRecipe = std::function<std::optional<TomlTable>(const std::string& key, const std::string& name)>;

/// Materials are indices into `materials`, the soil ids in order of first use, extended as needed. Files are
/// searched beside `beside`, in the working folder and in the home folder. If `raster` is given, GeoTIFFs are
/// not opened and recipes make no ground, because a run file brings its own. Recipes and solids are opened by
/// `open` if it is given. Throws InputError. Unknown keys are found by finish() of the scenario's table.
Terrain load_terrain(const TomlTable& terrain, const std::filesystem::path& beside,
                     std::vector<std::string>& materials, std::shared_ptr<const Heightfield> raster = nullptr,
                     const OpenRecipe& open = {});

/// Shows a lister the keys of [terrain] that say what the ground is.
void visit_terrain(KeyVisitor& lister);
/// `soil_map`, which with_soil_map() takes.
void visit_soil_map(KeyVisitor& v, std::string& name);

/// Checks that a scenario's gravity (m/s2) fits the body that the terrain is a map of; any gravity is
/// accepted if the map's body is unknown. `place` is that of the gravity. Throws InputError.
void check_gravity(const Terrain& ground, double gravity, const std::string& place);

/// The ground with the soils of a map, whose ids are added to `materials` as needed. A heightfield takes the
/// part of the map under it. Throws InputError if the map is on another grid or does not cover the ground.
Terrain with_soil_map(const Terrain& ground, SoilMap map, std::vector<std::string>& materials,
                      const std::string& place);

/// The file that a key of a table names: searched beside `beside`, in the working folder and in the home
/// folder. Throws InputError.
std::filesystem::path find_file(const TomlTable& t, const char* key, const std::filesystem::path& beside);

}  // namespace grouser
