// SPDX-License-Identifier: BSD-3-Clause
// One visit lists every channel with name, unit, meaning and value. It runs once on an empty step to collect
// names, and at each frame to fill values; so both have one order.
#include "channels.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Puts position, velocity, acceleration, rate and attitude of a vehicle's root body.
void put_root(ChannelSink& sink, const std::string& prefix, const BodyMotion& body) {
  static constexpr const char* kPosition[] = {"position_x", "position_y", "position_z"};
  static constexpr const char* kVelocity[] = {"velocity_x", "velocity_y", "velocity_z"};
  static constexpr const char* kAcceleration[] = {"acceleration_x", "acceleration_y", "acceleration_z"};
  static constexpr const char* kRate[] = {"rate_x", "rate_y", "rate_z"};
  put_vector(sink, prefix, kPosition, "m", "body frame, world axes", body.X_WB.p);
  put_vector(sink, prefix, kVelocity, "m/s", "body frame, world axes", body.v);
  put_vector(sink, prefix, kAcceleration, "m/s2", "body frame, world axes", body.v_dot);
  put_vector(sink, prefix, kRate, "rad/s", "angular velocity, world axes", body.w);
  const RollPitchYaw rpy = rpy_from_rotation(body.X_WB.R);
  sink(prefix, "roll", "rad", "right side down positive", rpy.roll);
  sink(prefix, "pitch", "rad", "nose down positive", rpy.pitch);
  sink(prefix, "yaw", "rad", "left turn positive, from east", rpy.yaw);
}

// Shared by wheels and other parts.
constexpr const char* kLoadMeaning =
    "part of the whole force along the sum of its normal forces: on one face the normal force, on several at "
    "most the "
    "whole force";

/// Puts forces, torques, sinkage and slip of one wheel; spin: its drive's rate, rad/s.
void put_wheel(ChannelSink& sink, const std::string& prefix, const WheelOutput& w, double spin) {
  static constexpr const char* kForce[] = {"force_x", "force_y", "force_z"};
  sink(prefix, "load", "N", kLoadMeaning, w.load);
  put_vector(sink, prefix, kForce, "N", "force of the ground on the wheel, world axes", w.force);
  sink(prefix, "longitudinal_force", "N", "along the heading in the contact plane (drawbar pull)",
       w.longitudinal);
  sink(prefix, "lateral_force", "N", "to the left in the contact plane", w.lateral);
  sink(prefix, "torque", "N m", "resisting the drive, about the axle", w.torque);
  sink(prefix, "drive_torque", "N m", "that the drive gives, forward positive", w.drive_torque);
  sink(prefix, "sinkage", "m", "below the undisturbed ground", w.sinkage);
  sink(prefix, "rut_depth", "m", "plastic sinkage of the ground before this wheel", w.rut_depth);
  sink(prefix, "hub_displacement", "m", "u_tot: wheel and soil compression together", w.depth);
  sink(prefix, "deflection", "m", "u_wheel: compression of the wheel", w.deflection);
  sink(prefix, "slip", "-",
       "(r omega - v) / max(|r omega|, |v|) over the surface that carries the wheel, r the wheel's "
       "slip_radius "
       "or else the rim without grousers; NaN where has_slip is 0",
       w.slip);
  sink(prefix, "has_slip", "-",
       "1 where the wheel touches and its hub or its rim moves at more than 3 mm/s over the surface that "
       "carries it; "
       "otherwise 0, and slip has no value",
       w.has_slip() ? 1.0 : 0.0);
  sink(prefix, "slip_angle", "rad",
       "from the hub's velocity over the surface that carries the wheel to the heading, + where the velocity "
       "points right; NaN where that is slower than 3 mm/s or the wheel does not touch",
       w.slip_angle());
  sink(prefix, "spin_rate", "rad/s", "drive, forward positive", spin);
}

/// Class of the soil map where a wheel meets the ground; -1 on anything else.
double soil_class(const SoilMap& map, const WheelOutput& wheel) {
  return wheel.surface == 0 ? map.class_at(wheel.point.x(), wheel.point.y()) : -1.0;
}

/// Puts the load, force and sinkage of a contact part other than a wheel.
void put_part(ChannelSink& sink, const std::string& prefix, const ContactRecord& part) {
  static constexpr const char* kForce[] = {"force_x", "force_y", "force_z"};
  sink(prefix, "load", "N", kLoadMeaning, part.load);
  put_vector(sink, prefix, kForce, "N", "force of what it touches, world axes", part.force);
  sink(prefix, "sinkage", "m", "below the undisturbed ground", part.sinkage);
}

/// Puts the moment, penetration and area of a mesh, beside put_part().
void put_mesh(ChannelSink& sink, const std::string& prefix, const ContactRecord& part,
              const MeshOutput& mesh) {
  static constexpr const char* kMoment[] = {"moment_x", "moment_y", "moment_z"};
  put_vector(sink, prefix, kMoment, "N m", "about the middle of the normal forces, world axes", part.moment);
  sink(prefix, "penetration", "m", "deepest corner of a triangle", part.depth);
  sink(prefix, "contact_area", "m2", "of all triangles in contact", mesh.area);
  sink(prefix, "polygons", "-", "triangles in contact", mesh.polygons);
  sink(prefix, "sliding_share", "-", "of the load, on triangles that slide", mesh.sliding);
}

void put_stability(ChannelSink& sink, const std::string& prefix, const TipOver& tip_over) {
  sink(prefix, "tip_over_margin", "rad", "force-angle margin; 0: on the point of tipping", tip_over.margin);
}

/// Puts the load of a tree joint.
void put_joint_load(ChannelSink& sink, const std::string& prefix, const Wrench& load) {
  static constexpr const char* kForce[] = {"load_force_x", "load_force_y", "load_force_z"};
  static constexpr const char* kMoment[] = {"load_moment_x", "load_moment_y", "load_moment_z"};
  put_vector(sink, prefix, kForce, "N", "parent on child, joint axes", load.force);
  put_vector(sink, prefix, kMoment, "N m", "parent on child, joint axes", load.moment);
}

/// Puts the load of a joint that closes a loop.
void put_loop_load(ChannelSink& sink, const std::string& prefix, const Wrench& load) {
  static constexpr const char* kForce[] = {"load_force_x", "load_force_y", "load_force_z"};
  static constexpr const char* kMoment[] = {"load_moment_x", "load_moment_y", "load_moment_z"};
  put_vector(sink, prefix, kForce, "N", "on body b at its point, world axes", load.force);
  put_vector(sink, prefix, kMoment, "N m", "on body b about its point, world axes", load.moment);
}

void put_energy(ChannelSink& sink, const EnergyLedger& e) {
  static const std::string prefix = "energy/";
  sink(prefix, "kinetic", "J", "", e.kinetic);
  sink(prefix, "potential", "J", "gravity", e.potential);
  sink(prefix, "joint_springs", "J", "", e.joint_springs);
  sink(prefix, "contact_springs", "J", "wheel, hard ground and shear springs", e.contact_springs);
  sink(prefix, "motor_work", "J", "since the start", e.motor_work);
  sink(prefix, "contact_dissipation", "J", "since the start", e.contact_dissipation);
  sink(prefix, "joint_dissipation", "J", "since the start", e.joint_dissipation);
  sink(prefix, "numerical_loss", "J", "taken by the backward difference since the start", e.numerical_loss);
  sink(prefix, "residual", "J", "what the book does not explain", e.residual());
}

/// Puts a body's position and attitude.
void put_pose(ChannelSink& sink, const std::string& prefix, const RigidTransform& X) {
  static constexpr const char* kPosition[] = {"x", "y", "z"};
  put_vector(sink, prefix, kPosition, "m", "body frame, world axes", X.p);
  const Quat q = to_quat(X.R);
  static constexpr const char* kQuaternion[] = {"qw", "qx", "qy", "qz"};
  const double parts[] = {q.w(), q.x(), q.y(), q.z()};
  for (int i = 0; i < 4; ++i) sink(prefix, kQuaternion[i], "-", "body to world", parts[i]);
}

/// Visits every channel in the order of the run file. A change of the order changes run files.
void visit_channels(const World& world, const ChannelLayout& layout, const StepElements& elements,
                    const ChannelSource& from, ChannelSink& sink) {
  // Vehicles and wheels.
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    put_root(sink, layout.root_prefix[i], from.kinematics->body[world.vehicles[i].root.index]);
  for (std::size_t i = 0; i < world.wheels.size(); ++i)
    put_wheel(sink, layout.part_prefix[i], from.output->wheels[i],
              from.state->motion.v[world.drives[i].drive_v]);
  if (const SoilMap* map = terrain_of(world, *from.state).soil_map())
    for (std::size_t i = 0; i < world.wheels.size(); ++i)
      sink(layout.part_prefix[i], "soil_class", "-",
           "of the soil map, under the wheel; -1 where it has none, or not on the ground",
           soil_class(*map, from.output->wheels[i]));
  // Other contact parts, and what meshes have besides.
  for (std::size_t i = world.wheels.size(); i < world.parts.size(); ++i)
    if (!layout.part_prefix[i].empty()) put_part(sink, layout.part_prefix[i], from.output->records[i]);
  const auto mesh_parts = static_cast<std::size_t>(world.mesh.records);
  const std::size_t first_mesh = world.parts.size() - mesh_parts;
  for (std::size_t i = 0; i < mesh_parts; ++i)
    put_mesh(sink, layout.part_prefix[first_mesh + i], from.output->records[first_mesh + i],
             from.output->meshes[i]);
  // Margins and ties.
  for (std::size_t i = 0; i < world.vehicles.size(); ++i)
    put_stability(sink, layout.stability_prefix[i], from.output->tip_over[i]);
  for (std::size_t i = 0; i < layout.tie_prefix.size(); ++i) {
    SpringReading tie = calc_spring_reading(*world.model, static_cast<int>(i), *from.kinematics);
    if ((*from.released)[i]) tie.tension = 0.0;
    sink(layout.tie_prefix[i], "force", "N", "pulls the ends together; 0 once cut", tie.tension);
    sink(layout.tie_prefix[i], "length", "m", "between its ends", tie.length);
  }
  // Step elements have their own channels.
  for (const auto& element : elements) element->put_channels(sink, from);
  // Joints with recorded loads, in the tree and in loops.
  for (std::size_t i = 0; i < layout.joints.size(); ++i) {
    const Joint& joint = world.model->joints()[layout.joints[i]];
    const bool angular = joint.kind.hinge;
    const auto& motion = from.state->motion;
    sink(layout.joint_prefix[i], "position", angular ? "rad" : "m", "", motion.q[joint.q_index]);
    sink(layout.joint_prefix[i], "velocity", angular ? "rad/s" : "m/s", "", motion.v[joint.v_index]);
    sink(layout.joint_prefix[i], "acceleration", angular ? "rad/s2" : "m/s2", "", motion.a[joint.v_index]);
    put_joint_load(sink, layout.joint_prefix[i], (*from.loads)[layout.joints[i]]);
  }
  for (std::size_t i = 0; i < layout.loops.size(); ++i) {
    const Constraint& loop = world.model->constraints()[layout.loops[i]];
    put_loop_load(sink, layout.loop_prefix[i],
                  calc_loop_load(*world.model, loop, *from.kinematics, *from.multipliers));
  }
  // Energy book, ground, poses of all bodies.
  put_energy(sink, from.state->ledger);
  world.grounds.visit_numbers(from.state->contacts, [&](const GroundNumber& n) {
    sink("ground/", n.name, n.unit, n.description, n.value);
  });
  for (std::size_t i = 0; i < layout.body_prefix.size(); ++i)
    put_pose(sink, layout.body_prefix[i], from.kinematics->body[i].X_WB);
}

}  // namespace

ChannelLayout::ChannelLayout(const World& world) {
  for (const VehicleRuntime& vehicle : world.vehicles) {
    // The names of a lander's and a rover's root differ, so that both may be in one run.
    const bool lander = vehicle.role == VehicleRole::lander;
    root_prefix.push_back(vehicle.prefix + (lander ? "lander/" : "chassis/"));
    stability_prefix.push_back("stability/" + vehicle.prefix + (lander ? "lander_" : ""));
  }
  for (const ContactPart& part : world.parts) part_prefix.push_back(part.channels());
  for (const auto& s : world.model->springs()) tie_prefix.push_back("tie/" + s.name + "/");
  for (const auto& b : world.model->bodies()) body_prefix.push_back("body/" + b.name + "/");
  for (std::size_t i = 0; i < world.model->joints().size(); ++i) {
    // Joints of one coordinate that move freely.
    const Joint& j = world.model->joints()[i];
    if (j.nv != 1 || j.mode != CoordinateMode::dynamic) continue;
    joints.push_back(static_cast<int>(i));
    joint_prefix.push_back("joint/" + j.name + "/");
  }
  for (std::size_t i = 0; i < world.model->constraints().size(); ++i) {
    // Rows between coordinates couple joints and act on no body.
    const Constraint& constraint = world.model->constraints()[i];
    if (world.model->rows()[constraint.first_row].kind == RowKind::coordinates) continue;
    loops.push_back(static_cast<int>(i));
    loop_prefix.push_back("loop_joint/" + constraint.name + "/");
  }
}

// A state of the right sizes without a simulation: only names are collected.
std::vector<ChannelSpec> make_channels(const World& world) {
  std::vector<ChannelSpec> names;
  ChannelSink sink(names);
  StepOutput output;
  output.wheels.resize(world.wheels.size());
  output.records.resize(world.parts.size());
  output.meshes.resize(static_cast<std::size_t>(world.mesh.records));
  output.tip_over.resize(world.vehicles.size());
  SimulationState state;
  state.contacts = untouched(world);
  state.motion = MotionState::at_rest(*world.model, 0);
  const StepElements elements = make_step_elements(world);
  for (const auto& element : elements) element->make_memory(state);
  const Kinematics kinematics(*world.model);
  const std::vector<Wrench> loads(world.model->joints().size());
  const std::vector<std::uint8_t> released(world.model->springs().size());
  const VecX multipliers = VecX::Zero(world.model->rows().size());
  visit_channels(world, ChannelLayout(world), elements,
                 {&output, &state, &kinematics, &loads, &released, &multipliers}, sink);
  return names;
}

ChannelWriter::ChannelWriter(const World& world)
    : world_(world),
      layout_(world),
      accelerations_(*world.model),
      joint_loads_(world.model->joints().size()) {}

void ChannelWriter::fill(const Simulation& simulation, std::span<double> values) {
  const SimulationState& state = simulation.state();
  // A step leaves poses and velocities; loads of joints need the accelerations.
  accelerations_ = simulation.kinematics();
  calc_accelerations(*world_.model, state.motion.q, state.motion.v, state.motion.a, accelerations_);
  calc_joint_loads(*world_.model, accelerations_, simulation.loads(), joint_loads_);
  ChannelSink sink(values);
  visit_channels(world_, layout_, simulation.elements(),
                 {&simulation.output(), &state, &accelerations_, &joint_loads_, &simulation.loads().released,
                  &simulation.multipliers()},
                 sink);
}

}  // namespace grouser
