// SPDX-License-Identifier: BSD-3-Clause
// The terrain with the surfaces that vehicles carry as shapes, the soils as materials, and the owner of each
// shape.
#include "build_ground.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/survey/make/terrain_input.hpp"

namespace grouser {
namespace {

/// The vehicles' surfaces as shapes of the terrain, with soils as numbers in the spec's list.
std::vector<RigidShape> vehicle_surfaces(const WorldSpec& spec, const World& world) {
  std::vector<RigidShape> shapes;
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (RigidShape shape : vehicle.spec.surfaces) {
      const std::string& id = vehicle.spec.surface_soils[static_cast<std::size_t>(shape.material)];
      const auto soil =
          std::find_if(spec.soils.begin(), spec.soils.end(), [&](const auto& s) { return s->id == id; });
      if (soil == spec.soils.end())
        throw InputError(spec.place, "no soil '" + id + "', that of surface '" + shape.name + "'",
                         "the soils of all surfaces, as add_vehicle() reads them");
      shape.material = static_cast<int>(soil - spec.soils.begin());
      shapes.push_back(shape);
    }
  return shapes;
}

/// Throws InputError where the terrain has a material without a soil.
void check_materials(const WorldSpec& spec) {
  if (!spec.ground.terrain) throw InputError(spec.place, "no ground", "a terrain");
  int most = spec.ground.terrain->base_material();
  for (const int material : spec.ground.terrain->ground_materials()) most = std::max(most, material);
  for (const RigidShape& shape : spec.ground.terrain->shapes()) most = std::max(most, shape.material);
  if (most >= static_cast<int>(spec.soils.size()))
    throw InputError(spec.place, "a ground of more soils than are given", "a soil for each of its materials");
}

}  // namespace

void build_ground(const WorldSpec& spec, World& world) {
  check_materials(spec);
  // A map of a celestial body is used with that body's gravity, unless the scenario allows another.
  if (!spec.ground.any_gravity)
    check_gravity(*spec.ground.terrain, spec.run.gravity, spec.place_of("gravity"));
  std::vector<RigidShape> carried = vehicle_surfaces(spec, world);
  world.terrain = carried.empty()
                      ? spec.ground.terrain.shared()
                      : std::make_shared<const Terrain>(spec.ground.terrain->with_shapes(std::move(carried)));
  // Materials: the soils in their order, then the crusts that lie on some of them.
  for (const auto& soil : spec.soils) world.materials.push_back(*soil);
  for (const auto& soil : spec.soils)
    if (is_crusted(*soil)) world.materials.push_back(crust_of(*soil));
  world.own_shapes.resize(world.vehicles.size());
  // Owners of shapes: bodies, or -1 for the world; and which shapes each vehicle has itself.
  for (const RigidShape& shape : world.terrain->shapes()) {
    const int owner = shape.owner == "world" ? -1 : world.model->body(shape.owner).index;
    world.shape_owner.push_back(owner);
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      world.own_shapes[i].push_back(owner >= 0 && world.vehicle_of_body[owner] == static_cast<int>(i));
  }
}

}  // namespace grouser
