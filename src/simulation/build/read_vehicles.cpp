// SPDX-License-Identifier: BSD-3-Clause
#include "read_vehicles.hpp"

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

using JointPositions = std::vector<std::pair<std::string, double>>;

InitialPlacement read_placement(const TomlTable& t) {
  InitialPlacement p;
  const bool three = t.number_list_or_empty("position", any_number("m"), 3).size() == 3;
  const auto xyz = t.numbers("position", three ? 3 : 2, any_number("m"));
  p.on_ground = t.boolean_or("on_ground", true);
  p.on = t.string_or("on", "ground");
  if (p.on == "ground") p.on.clear();
  p.position = Vec3(xyz[0], xyz[1], three ? xyz[2] : 0.0);
  p.yaw = t.angle_deg_or("heading_deg", 0.0);
  p.pitch = t.angle_deg_or("pitch_deg", 0.0);
  p.roll = t.angle_deg_or("roll_deg", 0.0);
  p.velocity = to_vec3(t.vec3_or("velocity", {0, 0, 0}, "m/s"));
  p.spin = to_vec3(t.vec3_or("spin", {0, 0, 0}, "rad/s"));
  p.max_ramp_drop = t.number_or("max_ramp_drop", p.max_ramp_drop, {0.0, 100.0, false, "m"});
  return p;
}

/// `joints_deg` and `joints` (m) of an [initial] table: start positions of joints by name.
void read_joint_positions(const TomlTable& initial, JointPositions& out) {
  const TomlTable angles = initial.table_or_empty("joints_deg");
  for (const std::string& name : angles.keys()) out.emplace_back(name, angles.angle_deg(name));
  const TomlTable lengths = initial.table_or_empty("joints");
  for (const std::string& name : lengths.keys())
    out.emplace_back(name, lengths.number(name, {-1e4, 1e4, false, "m"}));
}

/// `joints_at_rest`: those that a spring holds start where it pulls in neither way, unless they are told otherwise.
void put_at_rest(const VehicleSpec& model, JointPositions& out) {
  for (const JointSpec& joint : model.joints)
    if (joint.forces.stiffness > 0.0) out.emplace_back(joint.name, joint.forces.rest);
}

/// Reads and discards the placement of a vehicle that is "none".
void skip_placement(const TomlTable& scenario, const std::string& key) {
  if (!scenario.has(key)) return;
  const TomlTable initial = scenario.table(key);
  read_placement(initial);
  initial.boolean_or("settle", true);
  initial.boolean_or("joints_at_rest", false);
  JointPositions unused;
  read_joint_positions(initial, unused);
}

/// `above` is the table that has [initial], [motor] and [drive] of the vehicle.
void read_start(const TomlTable& above, const char* key, RunSettings& run, VehicleInWorld& vehicle) {
  if (!above.has(key))
    throw InputError(above.place(key), "nothing", "a table that says where the " + vehicle.name + " starts");
  const TomlTable place = above.table(key);
  vehicle.initial = read_placement(place);
  vehicle.places.initial = above.place(key);
  vehicle.places.position = place.place("position");
  vehicle.places.attitude = place.place(place.has("roll_deg") ? "roll_deg" : "pitch_deg");
  vehicle.places.on = place.place("on");
  if (place.boolean_or("joints_at_rest", false)) put_at_rest(*vehicle.model, vehicle.joint_positions);
  read_joint_positions(place, vehicle.joint_positions);
  run.settle = place.boolean_or("settle", run.settle);
}

void read_other_motor(const TomlTable& above, VehicleInWorld& vehicle) {
  vehicle.other_motor = above.has("motor");
  if (vehicle.other_motor) vehicle.motor = read_motor(above);
}

DriveSpec read_drive(const TomlTable& drive) {
  const DriveProgramme programme = read_drive_programme(drive);
  DriveSpec spec;
  spec.ramp = programme.ramp;
  spec.place = programme.place;
  spec.phases.assign(programme.phases.begin() + 1,
                     programme.phases.end());  // the first is the rest before them
  spec.follow = read_follow(drive);
  if (spec.follow && !spec.phases.empty())
    throw InputError(drive.place("follow"), "beside phases or a speed", "one or the other");
  return spec;
}

/// The vehicle that the key `rover` or `lander` names, if there is one.
void read_named(const TomlTable& scenario, VehicleRole role, const char* initial, const OpenModel& open_model,
                WorldSpec& spec) {
  VehicleInWorld vehicle;
  vehicle.role = role;
  vehicle.name = to_string(role);
  vehicle.file = scenario.string_or(vehicle.name, "none");
  if (vehicle.file == "none") {
    skip_placement(scenario, initial);
    return;
  }
  open_model(vehicle);
  read_start(scenario, initial, spec.run, vehicle);
  spec.vehicles.push_back(std::move(vehicle));
}

VehicleInWorld read_listed(const TomlTable& t, const OpenModel& open_model, RunSettings& run) {
  VehicleInWorld vehicle;
  vehicle.name = t.string("name");
  vehicle.role = static_cast<VehicleRole>(t.choice_or("role", "rover", {"rover", "lander"}));
  vehicle.file = t.string("file");
  open_model(vehicle);
  read_start(t, "initial", run, vehicle);
  read_other_motor(t, vehicle);
  vehicle.drive = read_drive(t.table_or_empty("drive"));
  return vehicle;
}

}  // namespace

void read_vehicles(const TomlTable& scenario, const OpenModel& open_model, WorldSpec& spec) {
  read_named(scenario, VehicleRole::rover, "initial", open_model, spec);
  read_named(scenario, VehicleRole::lander, "initial_lander", open_model, spec);
  // [motor] and [drive] are those of the rover, or of a lander alone
  const bool listed_only = spec.vehicles.empty() && !scenario.has("rover") && !scenario.has("lander");
  for (const char* key : {"drive", "motor"})
    if (listed_only && scenario.has(key))
      throw InputError(scenario.place(key), "a scenario whose vehicles are all in [[vehicle]]",
                       std::string("[vehicle.") + key + "] of each");
  VehicleInWorld unused;
  VehicleInWorld& driven = spec.vehicles.empty() ? unused : spec.vehicles.front();
  read_other_motor(scenario, driven);
  driven.drive = read_drive(scenario.table_or_empty("drive"));
  for (const TomlTable& t : scenario.tables("vehicle"))
    spec.vehicles.push_back(read_listed(t, open_model, spec.run));
}

}  // namespace grouser
