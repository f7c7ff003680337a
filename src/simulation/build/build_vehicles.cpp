// SPDX-License-Identifier: BSD-3-Clause
// All vehicles as one forest: checks of each start, prefixes for vehicles after the first of a role, bodies,
// ties, and initial positions of joints.
#include "build_vehicles.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "scenario_keys.hpp"
#include "vehicle_names.hpp"

namespace grouser {
namespace {

/// The place of a key of a vehicle's start.
std::string place_of_start(const WorldSpec& spec, std::size_t index, const std::string& key) {
  return spec.place_of(vehicle_key(spec, index, VehicleTable::initial) + "." + key);
}

/// A vehicle that is lowered until it touches cannot start below that.
void check_clearance(const WorldSpec& spec, std::size_t index) {
  const VehicleInWorld& vehicle = spec.vehicles[index];
  const double z = vehicle.initial.position.z();
  if (vehicle.model->root_joint.is_free() && vehicle.initial.on_ground && z < 0.0)
    throw InputError(place_of_start(spec, index, "position"), fmt::format("z = {:g} m", z),
                     ">= 0 m (clearance above the first touch), or on_ground = false");
}

/// A vehicle that is put on the ground must be less than 90 deg from upright.
void check_attitude(const WorldSpec& spec, std::size_t index) {
  const VehicleInWorld& vehicle = spec.vehicles[index];
  const InitialPlacement& start = vehicle.initial;
  if (!vehicle.model->root_joint.is_free() || !start.on_ground || stated_pose(start).R(2, 2) > 0.0) return;
  throw InputError(
      place_of_start(spec, index, start.roll != 0.0 ? "roll_deg" : "pitch_deg"),
      fmt::format("roll {:g} and pitch {:g} deg: on its back", start.roll * kDegrees, start.pitch * kDegrees),
      "a start less than 90 deg from upright, or on_ground = false");
}

/// Index of the vehicle that another starts on, -1: the ground.
int find_carrier(const WorldSpec& spec, std::size_t index) {
  const VehicleInWorld& vehicle = spec.vehicles[index];
  const std::string& on = vehicle.initial.on;
  if (on.empty()) return -1;
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) {
    const VehicleInWorld& carrier = spec.vehicles[i];
    if (carrier.name == on && &carrier != &vehicle && carrier.initial.on.empty()) return static_cast<int>(i);
  }
  throw InputError(place_of_start(spec, index, "on"), "\"" + on + "\"",
                   "\"ground\", or the name of another vehicle that stands on the ground, such as a rover on "
                   "a \"lander\"");
}

/// The first of a role has the plain names.
std::string prefix_of(const WorldSpec& spec, std::size_t index) {
  for (std::size_t i = 0; i < index; ++i)
    if (spec.vehicles[i].role == spec.vehicles[index].role) return spec.vehicles[index].name + "_";
  return "";
}

/// In constrained coordinates a loop may have redundant rows, which are left out.
RedundantRows redundant_in(const WorldSpec& spec) {
  return spec.run.formulation == Formulation::constrained ? RedundantRows::leave_out : RedundantRows::refuse;
}

/// A vehicle as the world has it. Its own model is built once, so that errors of one file are reported by
/// its name.
VehicleRuntime make_vehicle(const WorldSpec& spec, std::size_t index) {
  const VehicleInWorld& given = spec.vehicles[index];
  build_model(*given.model, given.document,
              redundant_in(spec));  // errors within one file are reported by its name
  check_clearance(spec, index);
  check_attitude(spec, index);
  VehicleRuntime vehicle;
  vehicle.prefix = prefix_of(spec, index);
  vehicle.spec = with_prefix(*given.model, vehicle.prefix);
  if (given.other_motor) vehicle.spec.motor = given.motor;
  vehicle.role = given.role;
  vehicle.name = given.name;
  vehicle.initial = given.initial;
  vehicle.stands_on = find_carrier(spec, index);
  return vehicle;
}

/// Throws InputError for one-sided rows without projection: only that takes the speed of a rope that
/// tightens.
void check_stabilisation(const WorldSpec& spec, const Model& model) {
  if (spec.run.stabilisation.projects()) return;
  for (const Row& row : model.rows())
    if (row.one_sided())
      throw InputError(spec.place,
                       fmt::format("stabilisation 'baumgarte' with '{}', which only pulls or only pushes",
                                   model.constraints()[static_cast<std::size_t>(row.constraint)].name),
                       "stabilisation = \"projection\"");
}

/// Builds the model of all vehicles and assigns each body to a vehicle.
void build_forest(const WorldSpec& spec, World& world) {
  std::vector<PlacedVehicle> placed;
  for (const VehicleRuntime& vehicle : world.vehicles)
    placed.push_back({&vehicle.spec,
                      vehicle.prefix + (vehicle.role == VehicleRole::lander ? "lander_root" : "root"),
                      stated_pose(vehicle.initial)});
  world.model = std::make_shared<const Model>(build_model(placed, spec.ties, spec.place, redundant_in(spec)));
  check_stabilisation(spec, *world.model);
  for (VehicleRuntime& vehicle : world.vehicles) vehicle.root = world.model->body(vehicle.spec.root);
  // A body belongs to the vehicle of its parent, and a root to its own.
  for (const Joint& joint : world.model->joints()) {
    int vehicle = joint.parent == kWorld ? 0 : world.vehicle_of_body[joint.parent.index];
    for (std::size_t i = 0; i < world.vehicles.size(); ++i)
      if (world.vehicles[i].root == joint.child) vehicle = static_cast<int>(i);
    world.vehicle_of_body.push_back(vehicle);
  }
}

/// The linkage in which a joint has its angle from another one's, or null.
const EmbeddedLoop* linkage_of(const Model& model, int joint) {
  for (const EmbeddedLoop& loop : model.embedded_loops())
    if (joint == loop.coupler || joint == loop.follower) return &loop;
  return nullptr;
}

/// Initial positions of joints, by name. Those at rest come first: others replace them.
std::vector<std::pair<std::string, double>> initial_positions(const VehicleInWorld& given) {
  std::vector<std::pair<std::string, double>> positions;
  for (const JointSpec& joint : given.model->joints)
    if (given.joints_at_rest && joint.forces.stiffness > 0.0)
      positions.emplace_back(joint.name, joint.forces.rest);
  positions.insert(positions.end(), given.joint_positions.begin(), given.joint_positions.end());
  return positions;
}

/// Initial positions by the names that joints have in the world.
void take_joint_positions(const WorldSpec& spec, std::size_t index, World& world) {
  const VehicleInWorld& given = spec.vehicles[index];
  const VehicleRuntime& vehicle = world.vehicles[index];
  const auto own = [&](const std::string& name) {
    const auto& joints = given.model->joints;
    return std::any_of(joints.begin(), joints.end(), [&](const JointSpec& j) { return j.name == name; });
  };
  const std::string place = spec.place_of(vehicle_key(spec, index, VehicleTable::initial));
  // Names of joints within the vehicle's file, or of the world.
  for (const auto& [name, value] : initial_positions(given)) {
    const std::string full = own(name) ? vehicle.prefix + name : name;
    const Joint& joint = world.model->joints()[world.model->joint(full).index];
    if (joint.nv != 1)
      throw InputError(place, "joint '" + name + "' with more than one coordinate",
                       "a revolute or prismatic joint");
    // A linkage's other joints follow from its driver.
    if (const EmbeddedLoop* loop = linkage_of(*world.model, joint.child.index)) {
      if (joint.forces.stiffness > 0.0 && value == joint.forces.rest) continue;  // of joints_at_rest
      throw InputError(place, "joint '" + name + "', which its linkage's driver moves",
                       "the driver's angle, of joint '" + world.model->joints()[loop->driver].name + "'");
    }
    world.joint_angles.emplace_back(full, value);
  }
}

}  // namespace

void check_vehicles(const WorldSpec& spec) {
  if (spec.vehicles.empty())
    throw InputError(spec.place, "no rover and no lander", "a `rover` or a `lander`");
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) {
    const VehicleInWorld& vehicle = spec.vehicles[i];
    if (!vehicle.model)
      throw InputError(spec.place, "vehicle '" + vehicle.name + "' without a model", "one of add_vehicle()");
    if (vehicle.name.empty() || vehicle.name == "ground")
      throw InputError(spec.place, "a vehicle with the name '" + vehicle.name + "'",
                       "a name such as rover_2");
    for (std::size_t k = 0; k < i; ++k)
      if (spec.vehicles[k].name == vehicle.name)
        throw InputError(spec.place, "two vehicles '" + vehicle.name + "'", "a name of its own for each");
  }
}

RigidTransform stated_pose(const InitialPlacement& p) {
  return {rotation_from_rpy(p.roll, p.pitch, p.yaw), p.position};
}

void build_vehicles(const WorldSpec& spec, World& world) {
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) world.vehicles.push_back(make_vehicle(spec, i));
  build_forest(spec, world);
  world.main_vehicle = std::max(0, world.find_vehicle(VehicleRole::rover));
  world.chassis = world.main().root;
  for (std::size_t i = 0; i < spec.vehicles.size(); ++i) take_joint_positions(spec, i, world);
}

}  // namespace grouser
