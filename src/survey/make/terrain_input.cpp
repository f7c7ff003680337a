// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/survey/make/terrain_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/make/rocks.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

std::optional<std::array<double, 2>> pair_if(const TomlTable& t, const char* key, NumberRange range) {
  if (!t.has(key)) return std::nullopt;
  const auto v = t.numbers(key, 2, range);
  return std::array<double, 2>{v[0], v[1]};
}

std::shared_ptr<const Heightfield> load_file(const TomlTable& t, const fs::path& beside,
                                             std::shared_ptr<const Heightfield> raster) {
  const GeotiffWindow window{.center = pair_if(t, "center", any_number("m")),
                             .map_center = pair_if(t, "map_center", any_number("m")),
                             .size = pair_if(t, "size", positive("m"))};
  if (raster) {
    t.string("file");
    return raster;
  }
  return std::make_shared<const Heightfield>(load_geotiff(find_file(t, "file", beside), window));
}

}  // namespace

fs::path find_file(const TomlTable& t, const char* key, const fs::path& beside) {
  const std::string name = t.string(key);
  for (const fs::path& path : {beside / name, fs::path(name), home_folder() / name}) {
    std::error_code ec;
    if (fs::is_regular_file(path, ec)) return path;
  }
  throw InputError(t.place(key), "\"" + name + "\"",
                   "an existing file (beside the scenario, here, or in the home folder)");
}

namespace {

// The ground of a scenario, built up from its tables.
struct Ground {
  std::shared_ptr<const Heightfield> field;
  std::vector<RigidShape> shapes;
  std::vector<std::string>& materials;

  MapOrigin origin() const { return {field->spec().map_x, field->spec().map_y}; }

  // Adds the [[shape]] tables of a recipe; they are given in the map coordinates of the raster, if it has
  // any.
  void add_shapes(const TomlTable& t) {
    for (RigidShape& shape : read_shapes(t, materials)) {
      shape.pose.p -= Vec3(origin().x, origin().y, 0.0);
      shapes.push_back(std::move(shape));
    }
  }
  // Adds [rocks], which use the ground's own `seed`.
  void add_rocks(const TomlTable& t) {
    if (!t.has("rocks")) return;
    const TomlTable rocks = t.table("rocks");
    const auto seed = static_cast<std::uint64_t>(t.integer_or("seed", 0, 0, 2147483647));
    const HeightfieldSpec& s = field->spec();
    const MadeGrid grid{s.columns, s.rows, s.cell, s.west, s.north};
    const int material = material_of(rocks.string_or("soil", kRockSoil), materials);
    for (RigidShape& rock : rocks_on(*field, read_rocks(rocks, seed, grid, origin()), material))
      shapes.push_back(std::move(rock));
  }
};

void load_recipe(const TomlTable& t, const OpenRecipe& open, std::shared_ptr<const Heightfield> raster,
                 Ground& ground) {
  const std::string name = t.string("recipe");
  const auto recipe = open("recipe", name);
  if (!recipe) {  // a run from before recipes held rocks: it only brings its grid
    ground.field = std::move(raster);
    return;
  }
  // a run brings its own grid; all keys are read nevertheless
  if (raster) TerrainMaker{*recipe};
  ground.field =
      raster ? std::move(raster) : std::make_shared<const Heightfield>(make_terrain(*recipe, recipe->file()));
  ground.add_shapes(*recipe);
  ground.add_rocks(*recipe);
  recipe->finish();
}

/// `raster`: the file of the heights; nothing where a run file brings them.
void load_solids(const TomlTable& t, const OpenRecipe& open, const std::optional<fs::path>& raster,
                 Ground& ground) {
  const auto solids = open("solids", t.string("solids"));
  if (!solids) throw InputError(t.place("solids"), "a run without them", "a run file that holds its input");
  const std::string mark = solids->string_or("pair", "");
  if (raster && !mark.empty())
    check_pair(raster->string(), pair_mark(RasterSource(*raster).info()), solids->file(), mark,
               "`grouser terrain make` writes both again");
  ground.add_shapes(*solids);
  ground.add_rocks(*solids);
  solids->finish();
}

}  // namespace

Terrain load_terrain(const TomlTable& t, const fs::path& beside, std::vector<std::string>& materials,
                     std::shared_ptr<const Heightfield> raster, const OpenRecipe& open) {
  const int sources = t.has("file") + t.has("recipe") + t.has("kind");
  if (sources != 1)
    throw InputError(t.place(""), std::to_string(sources) + " of the keys file, recipe, kind",
                     "exactly one of them");
  const bool has_grid = raster != nullptr;
  const OpenRecipe open_file = [&](const std::string& key, const std::string&) -> std::optional<TomlTable> {
    if (has_grid) return std::nullopt;
    return TomlTable::load(find_file(t, key.c_str(), beside).string());
  };
  const int material = material_of(t.string("soil"), materials);
  Ground ground{nullptr, read_shapes(t, materials), materials};
  const bool flat = t.has("kind") && t.choice("kind", {"flat", "plane", "none", "sinusoid", "fractal"}) <= 2;
  if (flat && !t.has("size")) {
    if (t.has("rocks"))
      throw InputError(t.place("rocks"), "rocks on ground without an end", "a `size` and a `cell`");
    return {recipe_plane(t), material, std::move(ground.shapes)};
  }
  if (t.has("recipe")) {
    load_recipe(t, open ? open : open_file, std::move(raster), ground);
  } else if (t.has("file")) {
    ground.field = load_file(t, beside, std::move(raster));
    ground.add_rocks(t);
    const auto raster_file = has_grid ? std::nullopt : std::optional(find_file(t, "file", beside));
    if (t.has("solids")) load_solids(t, open ? open : open_file, raster_file, ground);
  } else {
    // made again even if a run brought the grid: the bytes are the same, and every key is read
    ground.field = std::make_shared<const Heightfield>(make_terrain(t, t.file()));
    ground.add_rocks(t);
  }
  return {std::move(ground.field), material, std::move(ground.shapes)};
}

void check_gravity(const Terrain& ground, double gravity, const std::string& place) {
  if (!ground.heightfield()) return;
  const HeightfieldSpec& map = ground.heightfield()->spec();
  const CelestialBody* body = body_of(map.crs);
  if (!body || std::fabs(gravity - body->gravity) <= body->gravity_spread * body->gravity) return;
  throw InputError(
      place, fmt::format("{:.4g} m/s2 on a map of {} ({})", gravity, body->name, map.source),
      fmt::format("{:.3g} m/s2 within {:.0f} %, or terrain.any_gravity = true where another is meant",
                  body->gravity, 100.0 * body->gravity_spread));
}

Terrain with_soil_map(const Terrain& ground, SoilMap map, std::vector<std::string>& materials,
                      const std::string& place) {
  if (ground.heightfield()) map = cut_to(map, *ground.heightfield(), place);
  std::vector<int> material_of_class(256, ground.base_material());
  for (const SoilClass& c : map.legend().classes())
    material_of_class[static_cast<std::size_t>(c.value)] = material_of(c.soil, materials);
  return ground.with_soils(std::make_shared<const SoilMap>(std::move(map)), std::move(material_of_class));
}

}  // namespace grouser
