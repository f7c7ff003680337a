#include "grouser/mission/placement/placement_ground.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/survey/make/terrain_input.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;
// m: on an unbounded plane, landers are set down up to this far from the origin
constexpr double kPlaneHalf = 50.0;
constexpr const char* kSoil = "wong_LETE_sand";

/// The terrain with only those shapes that stand on the ground by themselves.
Terrain without_vehicles(const Terrain& all) {
  std::vector<BoxShape> own;
  for (const BoxShape& shape : all.shapes())
    if (shape.owner == "world") own.push_back(shape);
  if (all.heightfield())
    return {std::make_shared<const Heightfield>(*all.heightfield()), all.base_material(), std::move(own)};
  return {all.plane(), all.base_material(), std::move(own)};
}

/// The ids of its soils, and the folders of their files.
struct Soils {
  std::vector<std::string> ids;  // by the terrain's material numbers
  fs::path beside, map;
};

void take_scenario(const TomlTable& scenario, const GroundChoice& choice, PlacementGround& ground,
                   Soils& soils) {
  const TomlTable terrain = scenario.table("terrain");
  soils.beside = fs::path(scenario.file()).parent_path();
  const Terrain all = load_terrain(terrain, soils.beside, soils.ids);
  ground.terrain = std::make_shared<const Terrain>(without_vehicles(all));
  if (terrain.has("soil_map")) soils.map = find_file(terrain, "soil_map", soils.beside);
  ground.gravity = scenario.number("gravity", positive("m/s2"));
  if (!choice.gravity) check_gravity(terrain, all, ground.gravity, scenario.place("gravity"));
}

/// Takes the recipe as a scenario that names nothing else would: with its rocks and shapes.
void take_recipe(const fs::path& recipe, PlacementGround& ground, Soils& soils) {
  const std::string text =
      "recipe = " + toml_string(fs::absolute(recipe).string()) + "\nsoil = " + toml_string(kSoil) + "\n";
  const TomlTable terrain = TomlTable::parse(text, recipe.string());
  ground.terrain = std::make_shared<const Terrain>(load_terrain(terrain, "", soils.ids));
}

void take_raster(const fs::path& path, PlacementGround& ground, Soils& soils) {
  PatchyHeightfield patchy = load_patchy_geotiff(path);
  ground.known = std::move(patchy.known);
  if (const CelestialBody* body = body_of(patchy.field->spec().crs)) ground.gravity = body->gravity;
  ground.terrain = std::make_shared<const Terrain>(std::move(patchy.field), 0, std::vector<BoxShape>{});
  soils.ids = {kSoil};
}

/// A soil that a map's legend names may lie beside the map.
SoilParams open_soil(const std::string& id, const Soils& soils) {
  std::error_code ec;
  const fs::path folder = soils.map.parent_path();
  const bool beside_map = !soils.map.empty() && fs::is_regular_file(folder / id, ec);
  return load_soil(id, beside_map ? folder : soils.beside);
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

PlacementGround load_placement_ground(const std::string& terrain, const GroundChoice& choice) {
  PlacementGround ground;
  ground.name = terrain;
  if (terrain.empty())
    throw InputError("--terrain", "nothing", "a scenario, a recipe or a raster of heights");
  if (choice.soil && choice.soil_map) throw InputError("--soil", "a --soil-map beside it", "one of them");
  const bool archive = terrain.rfind("/vsi", 0) == 0;  // GDAL's own paths
  const fs::path path =
      archive ? fs::path(terrain) : resolve_asset(terrain, is_bare_id(terrain) ? "scenarios" : "");
  Soils soils;
  if (path.extension() == ".toml") {
    const TomlTable table = TomlTable::load(path.string());
    table.has("terrain") ? take_scenario(table, choice, ground, soils) : take_recipe(path, ground, soils);
  } else {
    take_raster(path, ground, soils);
  }
  if (choice.soil) {
    soils.ids[static_cast<std::size_t>(ground.terrain->base_material())] = *choice.soil;
    soils.map.clear();
  }
  if (choice.soil_map) soils.map = *choice.soil_map;
  if (!soils.map.empty())
    ground.terrain = std::make_shared<const Terrain>(
        with_soil_map(*ground.terrain, load_soil_map(soils.map), soils.ids, soils.map.string()));
  for (const std::string& id : soils.ids) ground.materials.push_back(open_soil(id, soils));
  if (choice.gravity) ground.gravity = *choice.gravity;
  return ground;
}

std::vector<int> PlacementGround::soils() const {
  const SoilMap* map = terrain->soil_map();
  if (!map) return {terrain->base_material()};
  std::set<int> found;
  if (!terrain->heightfield()) found.insert(terrain->base_material());  // for the ground beyond the map
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
  // Number of cells to either side that contribute to a height between cell centres
  constexpr double kInterpolation = 2.0;
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
