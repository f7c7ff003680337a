#include "build_vehicles.hpp"

#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "scenario_parts.hpp"

namespace grouser {
namespace {

/// A vehicle that is lowered until it touches cannot start below that.
void check_clearance(const VehicleRuntime& vehicle, const TomlTable& place) {
  const double z = vehicle.initial.position.z();
  if (vehicle.spec.root_joint.type == JointType::free && vehicle.initial.on_ground && z < 0.0)
    throw InputError(place.place("position"), fmt::format("z = {:g} m", z),
                     ">= 0 m (clearance above the first touch), or on_ground = false");
}

/// Nor can it stand on what it does not turn to the ground.
void check_attitude(const VehicleRuntime& vehicle, const TomlTable& place) {
  const InitialPlacement& start = vehicle.initial;
  if (vehicle.spec.root_joint.type != JointType::free || !start.on_ground || stated_pose(start).R(2, 2) > 0.0)
    return;
  constexpr double kDegrees = 57.29577951308232;
  throw InputError(
      place.place(place.has("roll_deg") ? "roll_deg" : "pitch_deg"),
      fmt::format("roll {:g} and pitch {:g} deg: on its back", start.roll * kDegrees, start.pitch * kDegrees),
      "a start less than 90 deg from upright, or on_ground = false");
}

}  // namespace

/// The rover and the lander, each with its place; at least one of them.
void read_vehicles(World& world, const TomlTable& scenario, DocumentSource& source) {
  const auto add = [&](const char* kind, const char* initial) {
    const std::string name = scenario.string_or(kind, "none");
    const TomlTable place = scenario.table_or_empty(initial);
    if (name == "none") {
      skip_placement(scenario, initial);
      return;
    }
    const TomlTable document = source.open(kind, name);
    if (!scenario.has(initial))
      throw InputError(scenario.place(""), std::string("no [") + initial + "]",
                       "where the " + std::string(kind) + " starts");
    VehicleRuntime vehicle;
    vehicle.spec = read_vehicle(document);
    vehicle.is_lander = std::string_view(kind) == "lander";
    build_model(vehicle.spec, document.file());  // what is wrong within one file is told by its name
    if (world.vehicles.empty() && scenario.has("motor")) vehicle.spec.motor = read_motor(scenario);
    vehicle.initial = read_placement(place);
    check_clearance(vehicle, place);
    check_attitude(vehicle, place);
    read_joint_angles(place, world.joint_angles);
    world.settings.settle = place.boolean_or("settle", world.settings.settle);
    world.vehicles.push_back(std::move(vehicle));
  };
  add("rover", "initial");
  add("lander", "initial_lander");
  if (world.vehicles.empty())
    throw InputError(scenario.place(""), "no rover and no lander", "a `rover` or a `lander`");
  for (const VehicleRuntime& vehicle : world.vehicles)
    if (vehicle.initial.on_lander && (vehicle.is_lander || !world.has_lander()))
      throw InputError(scenario.table(vehicle.is_lander ? "initial_lander" : "initial").place("on"),
                       "\"lander\"", "a rover on a `lander` in the scenario");
}

void build_forest(World& world, const TomlTable& scenario) {
  std::vector<PlacedVehicle> placed;
  for (const VehicleRuntime& vehicle : world.vehicles)
    placed.push_back(
        {&vehicle.spec, vehicle.is_lander ? "lander_root" : "root", stated_pose(vehicle.initial)});
  world.model = std::make_shared<const Model>(
      build_model(placed, read_ties(scenario, world.vehicles), scenario.file()));
  for (VehicleRuntime& vehicle : world.vehicles) vehicle.root = world.model->body(vehicle.spec.root);
  world.chassis = world.vehicles.front().root;
  for (const Joint& joint : world.model->joints()) {
    int vehicle = joint.parent == kWorld ? 0 : world.vehicle_of_body[joint.parent.index];
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      if (world.vehicles[i].root == joint.child) vehicle = static_cast<int>(i);
    world.vehicle_of_body.push_back(vehicle);
  }
  for (const auto& [name, value] : world.joint_angles)
    if (world.model->joints()[world.model->joint(name).index].nv != 1)
      throw InputError(scenario.place("initial"), "joint '" + name + "' with more than one coordinate",
                       "a revolute or prismatic joint");
}

}  // namespace grouser
