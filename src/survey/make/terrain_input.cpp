// SPDX-License-Identifier: BSD-3-Clause
// Loads the terrain of a scenario: from a raster, from a recipe's file, or from a recipe inline; a plane has
// no end and needs no grid. A run file may bring the grid of a raster or a recipe.
#include "grouser/survey/make/terrain_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "ground_layer.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"
#include "grouser/base/key_visitors.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/survey/make/recipe.hpp"
#include "grouser/survey/make/rocks.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/survey/raster/geotiff.hpp"
#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_pair.hpp"
#include "grouser/survey/soil_map/soil_map_cut.hpp"
#include "rock_keys.hpp"

namespace grouser {
namespace fs = std::filesystem;
namespace {

/// Keys of [terrain], but for a recipe inline and shapes.
struct TerrainKeys {
  enum class Source { file, recipe, inline_recipe };
  Source source = Source::file;
  std::string soil, file, recipe;
  std::optional<std::string> solids;
  GeotiffWindow window;
};

/// Reads a pair of numbers that may be left out.
void visit_pair(KeyVisitor& v, const Key& key, std::optional<std::array<double, 2>>& pair,
                const NumberRange& range) {
  if (!v.has(key, pair.has_value())) return;
  if (!pair) pair.emplace();
  v.vector({key.name, key.help, Need::yes}, *pair, range);
}

/// Reads the keys of a terrain; exactly one of the three sources must be given.
void visit_keys(KeyVisitor& v, TerrainKeys& t) {
  constexpr const char* kSources[] = {"file", "recipe", "kind"};
  int given = 0;
  for (std::size_t k = 0; k < std::size(kSources); ++k)
    if (v.has({kSources[k]}, false)) ++given, t.source = static_cast<TerrainKeys::Source>(k);
  if (given != 1)
    v.refuse("", fmt::format("{} of the keys {}", given, fmt::join(kSources, ", ")), "exactly one of them");
  v.text({"soil", "id or file of the soil of the ground", Need::yes}, t.soil);
  if (const auto made = v.when(t.source == TerrainKeys::Source::recipe, "recipe given"))
    v.text({"recipe", "its file", Need::yes}, t.recipe);
  if (const auto raster = v.when(t.source == TerrainKeys::Source::file, "file given")) {
    v.text({"file", "of the heights", Need::yes}, t.file);
    visit_pair(v, {"center", "of the part that is taken, from the middle of the raster"}, t.window.center,
               any_number("m"));
    visit_pair(v, {"map_center", "of that part, in map coordinates"}, t.window.map_center, any_number("m"));
    visit_pair(v, {"size", "of that part"}, t.window.size, positive("m"));
    if (!v.has({"solids"}, t.solids.has_value())) return;
    if (!t.solids) t.solids.emplace();
    v.text({"solids", "file of what stands on it, as grouser terrain make writes it", Need::yes}, *t.solids);
  }
}

/// The raster of a run, or else the heights of the file.
std::shared_ptr<const Heightfield> load_file(const TomlTable& t, const GeotiffWindow& window,
                                             const fs::path& beside,
                                             std::shared_ptr<const Heightfield> raster) {
  if (raster) return raster;
  return std::make_shared<const Heightfield>(load_geotiff(find_file(t, "file", beside), window));
}

}  // namespace

fs::path find_file(const TomlTable& t, const char* key, const fs::path& beside) {
  const std::string name = t.string(key);
  for (const fs::path& path : {beside / name, fs::path(name), home_folder() / name}) {
    std::error_code ec;
    if (fs::is_regular_file(path, ec)) return path;
  }
  for (const fs::path& path : {beside / name, fs::path(name)}) refuse_special_file(path);
  throw InputError(t.place(key), "\"" + name + "\"",
                   "an existing file (beside the scenario, here, or in the home folder)");
}

namespace {

// The ground of a scenario, assembled from its tables.
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
    int seed = 0;
    std::string soil;
    KeyReader reader(t);
    terrain::visit_seed(reader, seed);
    const HeightfieldSpec& s = field->spec();
    const MadeGrid grid{s.columns, s.rows, s.cell, s.west, s.north};
    const std::vector<Rock> rocks =
        read_rocks(t.table("rocks"), static_cast<std::uint64_t>(seed), grid, origin(), &soil);
    for (RigidShape& rock : rocks_on(*field, rocks, material_of(soil, materials)))
      shapes.push_back(std::move(rock));
  }
};

/// Ground, shapes and rocks of a recipe's file. `raster`: the grid that a run file brings.
void load_recipe(const std::string& name, const OpenRecipe& open, std::shared_ptr<const Heightfield> raster,
                 Ground& ground) {
  const auto recipe = open("recipe", name);
  if (!recipe) {  // a run from before recipes held rocks: it only brings its grid
    ground.field = std::move(raster);
    return;
  }
  // A run brings its own grid, but all keys are read nevertheless.
  if (raster) TerrainMaker{*recipe};
  ground.field =
      raster ? std::move(raster) : std::make_shared<const Heightfield>(make_terrain(*recipe, recipe->file()));
  ground.add_shapes(*recipe);
  ground.add_rocks(*recipe);
  recipe->finish();
}

/// Shapes and rocks of the file beside a raster, which must be of one writing. `raster`: the file of the
/// heights; nothing if a run file brings them.
void load_solids(const TomlTable& t, const std::string& name, const OpenRecipe& open,
                 const std::optional<fs::path>& raster, Ground& ground) {
  const auto solids = open("solids", name);
  if (!solids) throw InputError(t.place("solids"), "a run without them", "a run file that holds its input");
  const std::string mark = solids->string_or("pair", "");
  if (raster && !mark.empty())
    check_pair(raster->string(), pair_mark(RasterSource(*raster).info()), solids->file(), mark,
               "`grouser terrain make` writes both again");
  ground.add_shapes(*solids);
  ground.add_rocks(*solids);
  solids->finish();
}

/// Whether the kind of an inline recipe is one that needs no size.
bool is_plane(KeyVisitor& v) {
  terrain::GroundKind kind{};
  terrain::visit_kind(v, kind);
  return kind <= terrain::GroundKind::none;
}

}  // namespace

void visit_terrain(KeyVisitor& lister) {
  TerrainKeys keys;
  terrain::GroundRecipe recipe;
  RockKeys rocks;
  std::string soil_map;
  std::vector<RigidShape> shapes;
  std::vector<std::string> soils;
  visit_keys(lister, keys);
  visit_soil_map(lister, soil_map);
  if (const auto own = lister.when(true, "kind given")) visit_keys(lister, recipe);
  visit_shapes(lister, shapes, soils);
  lister.table({"rocks", "rocks on the ground"}, [&] { visit_rocks(lister, recipe.grid, rocks); });
}

void visit_soil_map(KeyVisitor& v, std::string& name) {
  v.text({"soil_map", "file of soils by cells, over the ground's own"}, name);
}

Terrain load_terrain(const TomlTable& t, const fs::path& beside, std::vector<std::string>& materials,
                     std::shared_ptr<const Heightfield> raster, const OpenRecipe& open) {
  TerrainKeys keys;
  KeyReader reader(t);
  visit_keys(reader, keys);
  const bool has_grid = raster != nullptr;
  const OpenRecipe open_file = [&](const std::string& key, const std::string&) -> std::optional<TomlTable> {
    if (has_grid) return std::nullopt;
    return TomlTable::load(find_file(t, key.c_str(), beside).string());
  };
  // Soils and shapes of the scenario's own table come first, whatever the source.
  const int material = material_of(keys.soil, materials);
  Ground ground{nullptr, read_shapes(t, materials), materials};
  // A plane without a size: no grid is made.
  if (keys.source == TerrainKeys::Source::inline_recipe && !t.has("size") && is_plane(reader)) {
    if (t.has("rocks"))
      throw InputError(t.place("rocks"), "rocks on ground without an end", "a `size` and a `cell`");
    return {recipe_plane(t), material, std::move(ground.shapes)};
  }
  if (keys.source == TerrainKeys::Source::recipe) {
    load_recipe(keys.recipe, open ? open : open_file, std::move(raster), ground);
  } else if (keys.source == TerrainKeys::Source::file) {
    ground.field = load_file(t, keys.window, beside, std::move(raster));
    ground.add_rocks(t);
    const auto raster_file = has_grid ? std::nullopt : std::optional(find_file(t, "file", beside));
    if (keys.solids) load_solids(t, *keys.solids, open ? open : open_file, raster_file, ground);
  } else {
    // Made again even if a run brought the grid: the bytes are the same, and every key is read.
    ground.field = std::make_shared<const Heightfield>(make_terrain(t, t.file()));
    ground.add_rocks(t);
  }
  return {std::move(ground.field), material, std::move(ground.shapes)};
}

// A map of a known body needs its gravity, within the spread that the body allows.
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
  // One material per class; cells of class values without an entry have the ground's own.
  std::vector<int> material_of_class(256, ground.base_material());
  for (const SoilClass& c : map.legend().classes())
    material_of_class[static_cast<std::size_t>(c.value)] = material_of(c.soil, materials);
  return ground.with_soils(std::make_shared<const SoilMap>(std::move(map)), std::move(material_of_class));
}

}  // namespace grouser
