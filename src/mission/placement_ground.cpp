#include "grouser/mission/placement_ground.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/terrain/geotiff.hpp"
#include "grouser/terrain/map_frame.hpp"
#include "grouser/terrain/terrain_input.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;
constexpr double kPlaneHalf =
    50.0;  // m: of an unbounded plane landers are set down on so much about the origin
constexpr const char* kSoil = "wong_LETE_sand";

/// Only what stands on the ground by itself.
Terrain without_vehicles(const Terrain& all) {
  std::vector<BoxShape> own;
  for (const BoxShape& shape : all.shapes())
    if (shape.owner == "world") own.push_back(shape);
  if (all.heightfield())
    return {std::make_shared<const Heightfield>(*all.heightfield()), all.base_material(), std::move(own)};
  return {all.plane(), all.base_material(), std::move(own)};
}

void take_scenario(const TomlTable& scenario, const std::optional<std::string>& soil,
                   std::optional<double> gravity, PlacementGround& ground) {
  std::vector<std::string> materials;
  const fs::path beside = fs::path(scenario.file()).parent_path();
  const Terrain all = load_terrain(scenario.table("terrain"), beside, materials);
  ground.terrain = std::make_shared<const Terrain>(without_vehicles(all));
  if (soil) materials[all.base_material()] = *soil;
  for (const std::string& id : materials) ground.materials.push_back(load_soil(id, beside));
  ground.gravity = scenario.number("gravity", positive("m/s2"));
  if (!gravity) check_gravity(scenario.table("terrain"), all, ground.gravity, scenario.place("gravity"));
}

/// The recipe's ground, with its rocks and shapes, as a scenario has it.
void take_recipe(const TomlTable& recipe, const std::string& soil, PlacementGround& ground) {
  const TomlTable terrain = TomlTable::parse("soil = " + toml_string(soil) + "\nrecipe = ''", recipe.file());
  std::vector<std::string> materials;
  const auto open = [&](const std::string&, const std::string&) { return std::optional(recipe); };
  ground.terrain = std::make_shared<const Terrain>(
      load_terrain(terrain, fs::path(recipe.file()).parent_path(), materials, nullptr, open));
  for (const std::string& id : materials) ground.materials.push_back(load_soil(id));
}

void take_raster(const fs::path& path, PlacementGround& ground) {
  PatchyHeightfield patchy = load_patchy_geotiff(path);
  ground.known = std::move(patchy.known);
  if (const CelestialBody* body = body_of(patchy.field->spec().crs)) ground.gravity = body->gravity;
  ground.terrain = std::make_shared<const Terrain>(std::move(patchy.field), 0, std::vector<BoxShape>{});
}

bool is_bare_id(const std::string& name) {
  return name.find_first_of("/.") == std::string::npos && !fs::exists(name);
}

}  // namespace

std::array<double, 4> PlacementGround::extent() const {
  const Heightfield* field = terrain->heightfield();
  if (!field) return {-kPlaneHalf, -kPlaneHalf, kPlaneHalf, kPlaneHalf};
  return {field->min_x(), field->min_y(), field->max_x(), field->max_y()};
}

PlacementGround load_placement_ground(const std::string& terrain, const std::optional<std::string>& soil,
                                      std::optional<double> gravity) {
  PlacementGround ground;
  ground.name = terrain;
  if (terrain.empty())
    throw InputError("--terrain", "nothing", "a scenario, a recipe or a raster of heights");
  const bool archive = terrain.rfind("/vsi", 0) == 0;  // GDAL's own paths
  const fs::path path =
      archive ? fs::path(terrain) : resolve_asset(terrain, is_bare_id(terrain) ? "scenarios" : "");
  if (path.extension() == ".toml") {
    const TomlTable table = TomlTable::load(path.string());
    if (table.has("terrain"))
      take_scenario(table, soil, gravity, ground);
    else
      take_recipe(table, soil.value_or(kSoil), ground);
  } else {
    take_raster(path, ground);
  }
  if (ground.materials.empty()) ground.materials.push_back(load_soil(soil.value_or(kSoil)));
  if (gravity) ground.gravity = *gravity;
  return ground;
}

VoidMap::VoidMap(const PlacementGround& ground) : field_(ground.terrain->heightfield()) {
  if (ground.known.empty()) return;
  const int columns = field_->spec().columns, rows = field_->spec().rows;
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
  constexpr double kInterpolation =
      2.0;  // cells that a height between cell centres is made of, to either side
  const double half = reach / s.cell + kInterpolation;
  const double column = (x - s.west) / s.cell, row = (s.north - y) / s.cell;
  const auto clamped = [](double value, int most) {
    return static_cast<int>(std::clamp(value, 0.0, static_cast<double>(most)));
  };
  const int c0 = clamped(std::floor(column - half), s.columns),
            c1 = clamped(std::ceil(column + half) + 1, s.columns);
  const int r0 = clamped(std::floor(row - half), s.rows), r1 = clamped(std::ceil(row + half) + 1, s.rows);
  return sum(c1, r1) - sum(c0, r1) - sum(c1, r0) + sum(c0, r0) > 0;
}

}  // namespace grouser
