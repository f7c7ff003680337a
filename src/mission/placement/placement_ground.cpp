// SPDX-License-Identifier: BSD-3-Clause
// Loads the ground for placements by writing a small scenario around a recipe or a raster, or by reading a
// scenario with overrides, so that all three take the same route. Voids of a raster are counted by a
// summed-area table.
#include "grouser/mission/placement/placement_ground.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/survey/make/terrain_input.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/map_frame.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;
// m: on an unbounded plane, landers are set down up to this distance from the origin.
constexpr double kPlaneHalf = 50.0;
// The soil of a ground without a scenario.
constexpr const char* kSoil = "wong_LETE_sand";

/// Settings of a scenario that the choice replaces.
std::vector<Override> overrides_of(const GroundChoice& choice) {
  std::vector<Override> overrides = choice.settings;
  const auto add = [&](const char* key, const std::string& value, const char* option) {
    overrides.push_back({key, value, std::string(option) + " " + value});
  };
  if (choice.soil) {
    add("terrain.soil", *choice.soil, "--soil");
    add("terrain.soil_map", "", "--soil");  // one soil for the whole ground
  }
  if (choice.soil_map) add("terrain.soil_map", fs::absolute(*choice.soil_map).string(), "--soil-map");
  if (choice.gravity) add("gravity", fmt::format("{}", *choice.gravity), "--gravity");
  return overrides;
}

/// A scenario with this ground and no more: of a recipe with its rocks and shapes, or of a raster.
ScenarioText scenario_of(const fs::path& path, const char* key, const GroundChoice& choice, double gravity) {
  ScenarioText scenario{.name = path.stem().string() + ".toml", .folder = path.parent_path()};
  scenario.text = fmt::format(
      "name = {}\ngravity = {}\n[terrain]\n{} = {}\nsoil = {}\n", toml_string(path.stem().string()), gravity,
      key, toml_string(fs::absolute(path).string()), toml_string(choice.soil.value_or(kSoil)));
  if (choice.soil_map)
    scenario.text += "soil_map = " + toml_string(fs::absolute(*choice.soil_map).string()) + "\n";
  return scenario;
}

/// A raster with its voids; its gravity is that of the body in its coordinate system unless it is chosen.
WorldSpec read_raster(const fs::path& path, const GroundChoice& choice, PlacementGround& ground) {
  PatchyHeightfield patchy = load_patchy_geotiff(path);
  ground.known = std::move(patchy.known);
  const CelestialBody* body = body_of(patchy.field->spec().crs);
  const double gravity = choice.gravity.value_or(body ? body->gravity : ground.gravity);
  ScenarioText scenario = scenario_of(path, "file", choice, gravity);
  scenario.heights = std::move(patchy.field);
  return read_ground_spec(scenario);
}

/// Whether a name is an id of an asset: no path, no extension, and no such file.
bool is_bare_id(const std::string& name) {
  return name.find_first_of("/.") == std::string::npos && !fs::exists(name);
}

/// Landers are set down on the ground in its first state. One soil or another map in place of the
/// scenario's leaves nothing that strokes could change.
void check_no_strokes(const TomlTable& scenario, const GroundChoice& choice) {
  if (choice.soil || choice.soil_map || !scenario.has("soil_stroke")) return;
  throw InputError(scenario.place("soil_stroke"), "soil strokes of a run, for placements, which have no time",
                   "a scenario without them whose soil map is painted (grouser soilmap paint)");
}

}  // namespace

std::array<double, 4> PlacementGround::extent() const {
  const Heightfield* field = terrain->heightfield();
  if (!field) return {-kPlaneHalf, -kPlaneHalf, kPlaneHalf, kPlaneHalf};
  return {field->min_x(), field->min_y(), field->max_x(), field->max_y()};
}

PlacementGround load_placement_ground(const std::string& terrain, const GroundChoice& choice) {
  PlacementGround ground;
  ground.name = terrain;
  if (terrain.empty())
    throw InputError("--terrain", "nothing", "a scenario, a recipe or a raster of heights");
  if (choice.soil && choice.soil_map) throw InputError("--soil", "a --soil-map beside it", "one of them");
  const bool archive = terrain.rfind("/vsi", 0) == 0;  // GDAL's own paths
  const fs::path path =
      archive ? fs::path(terrain) : resolve_asset(terrain, is_bare_id(terrain) ? "scenarios" : "");
  WorldSpec spec;
  // A raster, a scenario with its own terrain, or a recipe.
  if (path.extension() != ".toml")
    spec = read_raster(path, choice, ground);
  else if (const TomlTable scenario = TomlTable::load(path.string()); scenario.has("terrain")) {
    check_no_strokes(scenario, choice);
    spec = read_ground_spec(path.string(), overrides_of(choice));
  } else
    spec = read_ground_spec(scenario_of(path, "recipe", choice, choice.gravity.value_or(ground.gravity)));
  // A gravity of the user's choice is not compared with that of the ground's body.
  spec.ground.any_gravity = spec.ground.any_gravity || choice.gravity;
  if (!spec.ground.any_gravity)
    check_gravity(*spec.ground.terrain, spec.run.gravity, spec.place_of("gravity"));
  ground.terrain = spec.ground.terrain;
  for (const auto& soil : spec.soils) ground.materials.push_back(*soil);
  ground.gravity = spec.run.gravity;
  ground.spec = std::make_shared<const WorldSpec>(std::move(spec));
  return ground;
}

std::vector<int> PlacementGround::soils() const {
  const SoilMap* map = terrain->soil_map();
  if (!map) return {terrain->base_material()};
  std::set<int> found;
  if (!terrain->heightfield()) found.insert(terrain->base_material());  // for the ground beyond the map
  // One look per index of the map is enough: equal indices are the same soil.
  std::array<bool, 256> seen{};
  for (std::size_t k = 0; k < map->cells().size(); ++k) {
    if (std::exchange(seen[map->cells()[k]], true)) continue;
    const auto columns = static_cast<std::size_t>(map->grid().columns);
    found.insert(terrain->material_at(map->x_of(static_cast<int>(k % columns)),
                                      map->y_of(static_cast<int>(k / columns))));
  }
  return {found.begin(), found.end()};
}

std::string PlacementGround::soil_names() const {
  std::string list;
  for (const int material : soils())
    list += (list.empty() ? "" : ", ") + materials[static_cast<std::size_t>(material)].id;
  return list;
}

VoidMap::VoidMap(const PlacementGround& ground) : field_(ground.terrain->heightfield()) {
  if (ground.known.empty()) return;
  const int columns = field_->spec().columns, rows = field_->spec().rows;
  // sums_(j, i): voids in the first j rows and i columns.
  sums_.assign(static_cast<std::size_t>(columns + 1) * (rows + 1), 0);
  for (int j = 0; j < rows; ++j) {
    std::uint32_t line = 0;
    for (int i = 0; i < columns; ++i) {
      line += ground.known[static_cast<std::size_t>(j) * columns + i] == 0 ? 1 : 0;
      const std::size_t at = static_cast<std::size_t>(j + 1) * (columns + 1) + i + 1;
      sums_[at] = sums_[at - (columns + 1)] + line;
    }
  }
}

long long VoidMap::sum(int column, int row) const {
  return sums_[static_cast<std::size_t>(row) * (field_->spec().columns + 1) + column];
}

bool VoidMap::near(double x, double y, double reach) const {
  if (sums_.empty()) return false;
  const HeightfieldSpec& s = field_->spec();
  // Number of cells to either side that contribute to a height between cell centres.
  constexpr double kInterpolation = 2.0;
  const double half = reach / s.cell + kInterpolation;
  const double column = (x - s.west) / s.cell, row = (s.north - y) / s.cell;
  const auto clamped = [](double value, int most) {
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(most)));
  };
  // The square in cells, clamped to the raster; four sums give its number of voids.
  const int c0 = clamped(std::floor(column - half), s.columns),
            c1 = clamped(std::ceil(column + half) + 1, s.columns);
  const int r0 = clamped(std::floor(row - half), s.rows), r1 = clamped(std::ceil(row + half) + 1, s.rows);
  return sum(c1, r1) - sum(c0, r1) - sum(c1, r0) + sum(c0, r0) > 0;
}

}  // namespace grouser
