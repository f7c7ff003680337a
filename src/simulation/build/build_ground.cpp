#include "build_ground.hpp"

#include "grouser/base/error.hpp"
#include "grouser/survey/make/terrain_input.hpp"
#include "scenario_parts.hpp"

namespace grouser {
namespace {

/// The ground with the soils of [terrain] soil_map, where it has one.
Terrain lay_soils(const Terrain& ground, const TomlTable& t, DocumentSource& source,
                  std::vector<std::string>& materials) {
  const std::string name = t.string_or("soil_map", "");
  if (name.empty()) return ground;
  const std::string place = t.place("soil_map");
  return with_soil_map(ground, source.open_soil_map(name, place), materials, place);
}

}  // namespace

void build_ground(World& world, const TomlTable& scenario, DocumentSource& source) {
  std::vector<std::string> materials;
  const auto open = [&](const std::string& kind, const std::string& name) -> std::optional<TomlTable> {
    if (!source.holds(kind, name)) return std::nullopt;
    return source.open(kind, name);
  };
  const TomlTable terrain = scenario.table("terrain");
  source.check_ground(terrain);
  if (!source.raster() && terrain.has("file")) source.note_file(find_file(terrain, "file", source.folder()));
  const Terrain bare = load_terrain(terrain, source.folder(), materials, source.raster(), open);
  if (source.raster())  // the ground of a run, which was accepted when it was made
    terrain.boolean_or("any_gravity", false);
  else
    check_gravity(terrain, bare, world.settings.gravity, scenario.place("gravity"));
  const Terrain ground = lay_soils(bare, terrain, source, materials);
  world.terrain =
      std::make_shared<const Terrain>(ground.with_shapes(vehicle_surfaces(world.vehicles, materials)));
  for (const std::string& id : materials) {
    const TomlTable soil = source.open("soil", id);
    world.materials.push_back(read_soil(soil, id));
  }
  world.own_shapes.resize(world.vehicles.size());
  for (const BoxShape& shape : world.terrain->shapes()) {
    const int owner = shape.owner == "world" ? -1 : world.model->body(shape.owner).index;
    world.shape_owner.push_back(owner);
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      world.own_shapes[i].push_back(owner >= 0 && world.vehicle_of_body[owner] == static_cast<int>(i));
  }
}

}  // namespace grouser
