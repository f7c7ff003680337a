// SPDX-License-Identifier: BSD-3-Clause
// Puts robots with soles on the world: a torque motor for each joint, four pads for each sole, and the
// places that whole-body control moves. Also resolves the bodies of pushes.
#include "build_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"

namespace grouser {
namespace {

/// The torque actuator whose patterns name a joint, null if none does. Patterns have no prefix of the
/// vehicle.
const ActuatorSpec* actuator_of(const VehicleRuntime& vehicle, const std::string& joint) {
  for (const ActuatorSpec& a : vehicle.spec.actuators)
    if (a.kind == ActuatorKind::torque && std::ranges::any_of(a.joints, [&](const std::string& pattern) {
          return matches_pattern(pattern, joint.substr(vehicle.prefix.size()));
        }))
      return &a;
  return nullptr;
}

/// Motor of a joint. Throws InputError for one without actuator or range, or with a spring or friction, of
/// which the controller has no model. margin: distance from both stops that control keeps, rad.
Humanoid::Motor put_torque_motor(const VehicleRuntime& vehicle, const Joint& joint, double margin) {
  const std::string place = vehicle.spec.name + ": joint '" + joint.name + "'";
  const ActuatorSpec* actuator = actuator_of(vehicle, joint.name);
  if (!actuator)
    throw InputError(place, "no actuator that gives a torque", "an [[actuator]] of kind torque for it");
  if (!std::isfinite(joint.forces.lower) || !std::isfinite(joint.forces.upper))
    throw InputError(place, "no range", "lower_deg and upper_deg");
  if (!(joint.forces.upper - joint.forces.lower > 2.0 * margin))
    throw InputError(place, fmt::format("a range of {:.3g} rad", joint.forces.upper - joint.forces.lower),
                     fmt::format("more than twice the limit_margin, {:g} rad", 2.0 * margin));
  if (joint.forces.stiffness > 0.0 || joint.forces.friction > 0.0)
    throw InputError(place, "a spring or friction", "none: whole-body control knows of none");
  return {joint.name,    joint.q_index,      joint.v_index,      actuator->most_torque,
          actuator->lag, joint.forces.lower, joint.forces.upper, joint.forces.rest};
}

/// Number of the contact part of a pad. Throws InputError for an unknown name.
int find_pad(const World& world, const std::string& place, const std::string& name) {
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].kind == "pad" && world.parts[i].name == name) return static_cast<int>(i);
  throw InputError(place + ": pads", "no pad '" + name + "'", "names of [[pad]]s");
}

/// A sole as the rectangle about the four pads at its corners, which must lie in one plane z = const of its
/// body.
Humanoid::Sole put_sole(const World& world, const VehicleRuntime& vehicle, const SoleSpec& spec) {
  const std::string place = vehicle.spec.name + ": sole '" + spec.name + "'";
  Humanoid::Sole sole;
  sole.name = vehicle.prefix + spec.name;
  sole.body = world.model->body(spec.body);
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (std::size_t k = 0; k < kSoleCorners; ++k) {
    sole.records[k] = find_pad(world, place, spec.pads[k]);
    const ContactPart& part = world.parts[static_cast<std::size_t>(sole.records[k])];
    if (!(part.body == sole.body))
      throw InputError(place, "a pad on another body", "pads on the sole's body");
    low = low.cwiseMin(part.position);
    high = high.cwiseMax(part.position);
  }
  sole.middle = 0.5 * (low + high);
  sole.half_length = 0.5 * (high - low).x();
  sole.half_width = 0.5 * (high - low).y();
  if (!(sole.half_length > 0.0 && sole.half_width > 0.0) || (high - low).z() > 1e-9)
    throw InputError(place, "pads that lie on no rectangle across z", "four corners of a flat sole");
  return sole;
}

/// Gives joints the angles of the stance, except for those that the scenario sets.
void stand(const Humanoid& robot, World& world) {
  for (const Humanoid::Motor& motor : robot.motors)
    if (std::ranges::none_of(world.joint_angles, [&](const auto& told) { return told.first == motor.name; }))
      world.joint_angles.emplace_back(motor.name, motor.stance);
}

/// A robot with its soles, motors, limits and control, without a course.
Humanoid put_humanoid(World& world, std::size_t index, const BalanceSpec& spec) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  Humanoid robot;
  robot.vehicle = static_cast<int>(index);
  robot.root = vehicle.root;
  // Places in the model that the controller moves: pelvis, chest, soles and their corners.
  auto places = std::make_shared<WholeBodyPlaces>();
  places->pelvis = vehicle.root;
  places->chest = world.model->body(vehicle.spec.chest);
  for (std::size_t f = 0; f < kSoles; ++f) {
    robot.soles[f] = put_sole(world, vehicle, vehicle.spec.soles[f]);
    places->feet[f].body = robot.soles[f].body;
    places->feet[f].middle = robot.soles[f].middle;
    for (std::size_t k = 0; k < kSoleCorners; ++k)
      places->feet[f].corners[k] = world.parts[static_cast<std::size_t>(robot.soles[f].records[k])].position;
  }
  // Every joint below the pelvis has a motor.
  const FloatingTree tree(*world.model, vehicle.root);
  for (const BodyId body : {places->chest, places->feet[0].body, places->feet[1].body})
    if (!tree.has(body))
      throw InputError(vehicle.spec.name, "body '" + world.model->bodies()[body].name + "' as chest or sole",
                       "bodies that hang on the robot's root");
  for (const int j : tree.joints()) {
    robot.motors.push_back(put_torque_motor(vehicle, world.model->joints()[static_cast<std::size_t>(j)],
                                            spec.control.limit_margin));
    const Humanoid::Motor& motor = robot.motors.back();
    places->joints.push_back({motor.lower, motor.upper, motor.most_torque});
  }
  if (robot.motors.size() > kMostBodyJoints)
    throw InputError(vehicle.spec.name, fmt::format("{} joints", robot.motors.size()),
                     fmt::format("at most {}", kMostBodyJoints));
  robot.places = places;
  robot.control = std::make_shared<const WholeBodySpec>(spec.control);
  robot.pelvis_pitch = spec.pelvis_pitch;
  robot.chest_pitch = spec.chest_pitch;
  robot.hold = spec.hold;
  return robot;
}

}  // namespace

void build_balance(const WorldSpec& spec, World& world) {
  // Pushes may act on any body of the world.
  for (std::size_t i = 0; i < spec.pushes.size(); ++i) {
    const PushSpec& push = spec.pushes[i];
    const auto body = world.model->find_body(push.body);
    if (!body)
      throw InputError(spec.place_of(fmt::format("push.{}.body", i)), "no body '" + push.body + "'",
                       "the name of a [[body]]");
    world.pushes.push_back({push.body, *body, push.force, push.start, push.duration});
  }
  // Settings of the main vehicle need a robot.
  const bool balances = !world.main().spec.soles.empty();
  if ((spec.balance || spec.stepup) && !balances)
    throw InputError(spec.place_of(spec.balance ? "balance" : "stepup"),
                     "whole-body control of '" + world.main().name + "', which has no soles",
                     "a robot with [[sole]]s, such as atlas_like");
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    if (world.vehicles[i].spec.soles.empty()) continue;
    const bool main = static_cast<int>(i) == world.main_vehicle;
    // Robots other than the main vehicle stand, with default settings.
    Humanoid robot = put_humanoid(world, i, main && spec.balance ? *spec.balance : BalanceSpec{});
    if (main && spec.stepup) robot.course = std::make_shared<const StepupCourse>(*spec.stepup);
    stand(robot, world);
    world.humanoids.push_back(std::move(robot));
    world.settings.settle = false;  // it would fall while nothing controls it
  }
}

}  // namespace grouser
