// SPDX-License-Identifier: BSD-3-Clause
// Reads [terrain] into a ground with its soils, from files, a run file or a store of grounds that were read
// before.
#include "read_ground.hpp"

#include <algorithm>

#include "grouser/base/key_visitors.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/survey/make/terrain_input.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "scenario_keys.hpp"

namespace grouser {
namespace {

/// The ground with the soils of [terrain] soil_map, where it has one.
Terrain lay_soils(const Terrain& ground, const TomlTable& t, DocumentSource& source,
                  std::vector<std::string>& materials) {
  std::string name;
  KeyReader reader(t);
  visit_soil_map(reader, name);
  if (name.empty()) return ground;
  const std::string place = t.place("soil_map");
  return with_soil_map(ground, source.open_soil_map(name, place), materials, place);
}

/// Reads a soil into the spec's list; overrides and soil_law of the scenario apply.
void add_soil(const std::string& id, DocumentSource& source, WorldSpec& spec) {
  spec.soils.push_back(Documented<SoilParams>::as_read(
      std::make_shared<const SoilParams>(read_soil(source.open("soil", id), id, spec.ground.soil_law))));
}

/// Whether some shapes of [terrain] lie on bodies of vehicles.
bool has_carried_shapes(const Terrain& ground) {
  const auto& shapes = ground.shapes();
  return std::any_of(shapes.begin(), shapes.end(), [](const RigidShape& s) { return s.owner != "world"; });
}

/// The ground with only those shapes that lie on no vehicle's body.
Terrain without_carried_shapes(const Terrain& ground) {
  std::vector<RigidShape> standing;
  for (const RigidShape& shape : ground.shapes())
    if (shape.owner == "world") standing.push_back(shape);
  if (ground.heightfield())
    return {std::make_shared<const Heightfield>(*ground.heightfield()), ground.base_material(),
            std::move(standing)};
  return {ground.plane(), ground.base_material(), std::move(standing)};
}

/// The ground read from its files, or with the heights `grid` where the source brings them.
ReadGround read_anew(const TomlTable& t, DocumentSource& source,
                     const std::shared_ptr<const Heightfield>& grid, GroundShapes shapes) {
  const auto open = [&](const std::string& kind, const std::string& name) -> std::optional<TomlTable> {
    if (!source.holds(kind, name)) return std::nullopt;
    return source.open(kind, name);
  };
  // The raster's path is noted before it is read.
  if (!grid && t.has("file")) source.note_file(find_file(t, "file", source.folder()));
  std::vector<std::string> soils;
  const Terrain all = load_terrain(t, source.folder(), soils, grid, open);
  // Shapes on bodies are lost where their vehicles are not read.
  const bool keep_all = shapes == GroundShapes::all || !has_carried_shapes(all);
  const Terrain bare = keep_all ? all : without_carried_shapes(all);
  ReadGround ground{.terrain = std::make_shared<const Terrain>(lay_soils(bare, t, source, soils)),
                    .lost_shapes = !keep_all};
  ground.soils = std::move(soils);
  return ground;
}

/// All that a ground depends on: where its files are looked for, its table, and what changes its recipe.
std::string said_of_ground(const DocumentSource& source, const std::string& table) {
  std::string said = source.folder().string() + "\n" + table;
  for (const Override& o : source.overrides())
    if (is_of_recipe(o)) said += o.key + "=" + o.value + "\n";
  return said;
}

/// The ground of a store, or, where that lacks it, as it is read, which the store then has.
std::shared_ptr<const ReadGround> read_shared(const TomlTable& t, const std::string& table,
                                              DocumentSource& source) {
  GroundStore& grounds = *source.grounds();
  const std::string said = said_of_ground(source, table);
  // The table counts as read, and the source as if it had opened the ground's files.
  if (auto ground = grounds.find(said)) {
    t.keys();  // they were all known when the ground was read
    source.enter(*ground);
    return ground;
  }
  const DocumentSource::Mark before = source.mark();
  auto ground = std::make_shared<ReadGround>(read_anew(t, source, nullptr, GroundShapes::all));
  source.note_opened(before, *ground);
  t.finish();  // a table with unknown keys is not kept
  grounds.keep(said, ground);
  return ground;
}

}  // namespace

void read_ground(const TomlTable& scenario, DocumentSource& source, GroundShapes shapes, WorldSpec& spec) {
  const TomlTable t = scenario.table("terrain");
  source.check_ground(t);
  const std::shared_ptr<const Heightfield> grid = source.raster();
  KeyReader reader(t);
  visit_keys(reader, spec.ground);
  if (grid) spec.ground.any_gravity = true;  // the ground of a run was accepted when it was made
  const std::string table = toml_table(scenario.to_text(), "terrain");
  // Only a whole ground from files can be shared.
  const bool shared = source.grounds() && shapes == GroundShapes::all && !grid;
  const auto ground = shared ? read_shared(t, table, source)
                             : std::make_shared<const ReadGround>(read_anew(t, source, grid, shapes));
  spec.ground.terrain = ground->terrain;
  // A ground that lost shapes is not the one of its table.
  if (!ground->lost_shapes) {
    spec.ground.table = table;
    spec.ground.terrain = Documented<Terrain>::as_read(ground->terrain);
  }
  for (const std::string& id : ground->soils) add_soil(id, source, spec);
}

void read_surface_soils(const VehicleSpec& vehicle, DocumentSource& source, WorldSpec& spec) {
  for (const std::string& id : vehicle.surface_soils)
    if (std::none_of(spec.soils.begin(), spec.soils.end(), [&](const auto& soil) { return soil->id == id; }))
      add_soil(id, source, spec);
}

}  // namespace grouser
