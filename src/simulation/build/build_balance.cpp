// SPDX-License-Identifier: BSD-3-Clause
#include "build_balance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/math/units.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"

namespace grouser {
namespace {

constexpr BalanceKey kKeys[] = {
    {"friction", &WholeBodySpec::friction, 5.0, "-"},
    {"least_rho", &WholeBodySpec::least_rho, 1e3, "N"},
    {"most_rho", &WholeBodySpec::most_rho, 1e6, "N"},
    {"pull_mass", &WholeBodySpec::pull_mass, 100.0, "1/s"},
    {"pull_height", &WholeBodySpec::pull_height, 100.0, "1/s"},
    {"momentum_across", &WholeBodySpec::momentum_across, 1e6, "1/N2"},
    {"momentum_up", &WholeBodySpec::momentum_up, 1e6, "1/N2"},
    {"spin", &WholeBodySpec::spin, 1e6, "1/(N m)2"},
    {"spin_damping", &WholeBodySpec::spin_damping, 1e3, "1/s"},
    {"pelvis", &WholeBodySpec::pelvis, 1e6, "-"},
    {"chest_roll", &WholeBodySpec::chest_roll, 1e6, "-"},
    {"chest_pitch", &WholeBodySpec::chest_pitch, 1e6, "-"},
    {"chest_yaw", &WholeBodySpec::chest_yaw, 1e6, "-"},
    {"foot", &WholeBodySpec::foot, 1e6, "-"},
    {"foot_turn", &WholeBodySpec::foot_turn, 1e6, "-"},
    {"stance", &WholeBodySpec::stance, 1e6, "-"},
    {"stance_turn", &WholeBodySpec::stance_turn, 1e6, "-"},
    {"posture", &WholeBodySpec::posture, 1e6, "-"},
    {"rho", &WholeBodySpec::rho, 1e6, "-"},
    {"rho_change", &WholeBodySpec::rho_change, 1e6, "-"},
    {"acceleration", &WholeBodySpec::acceleration, 1e6, "-"},
    {"acceleration_change", &WholeBodySpec::acceleration_change, 1e6, "-"},
    {"turn_stiffness", &WholeBodySpec::turn_stiffness, 1e5, "1/s2"},
    {"turn_damping", &WholeBodySpec::turn_damping, 1e4, "1/s"},
    {"swing_stiffness", &WholeBodySpec::swing_stiffness, 1e5, "1/s2"},
    {"swing_damping", &WholeBodySpec::swing_damping, 1e4, "1/s"},
    {"joint_stiffness", &WholeBodySpec::joint_stiffness, 1e5, "1/s2"},
    {"joint_damping", &WholeBodySpec::joint_damping, 1e4, "1/s"},
    {"limit_pull", &WholeBodySpec::limit_pull, 1e3, "1/s"},
    {"limit_margin", &WholeBodySpec::limit_margin, 0.2, "rad"},
    {"period", &WholeBodySpec::period, 0.1, "s"},
};

const ActuatorSpec* actuator_of(const VehicleRuntime& vehicle, const std::string& joint) {
  for (const ActuatorSpec& a : vehicle.spec.actuators)
    if (a.kind == ActuatorKind::torque && std::ranges::any_of(a.joints, [&](const std::string& pattern) {
          return matches_pattern(pattern, joint.substr(vehicle.prefix.size()));
        }))
      return &a;
  return nullptr;
}

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

int find_pad(const World& world, const std::string& place, const std::string& name) {
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].kind == "pad" && world.parts[i].name == name) return static_cast<int>(i);
  throw InputError(place + ": pads", "no pad '" + name + "'", "names of [[pad]]s");
}

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

void stand(const Humanoid& robot, World& world) {
  for (const Humanoid::Motor& motor : robot.motors)
    if (std::ranges::none_of(world.joint_angles, [&](const auto& told) { return told.first == motor.name; }))
      world.joint_angles.emplace_back(motor.name, motor.stance);
}

Humanoid put_humanoid(World& world, std::size_t index, const BalanceSpec& spec) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  Humanoid robot;
  robot.vehicle = static_cast<int>(index);
  robot.root = vehicle.root;
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
  const FloatingTree tree(*world.model, vehicle.root);
  for (const BodyId body : {places->chest, places->feet[0].body, places->feet[1].body})
    if (!tree.has(body))
      throw InputError(
          vehicle.spec.name,
          "body '" + world.model->bodies()[static_cast<std::size_t>(body.index)].name + "' as chest or sole",
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

std::span<const BalanceKey> balance_keys() { return kKeys; }

BalanceSpec read_balance(const TomlTable& t) {
  BalanceSpec spec;
  for (const BalanceKey& key : kKeys)
    spec.control.*key.number =
        t.number_or(key.key, spec.control.*key.number, {0.0, key.most, false, key.unit});
  if (!(spec.control.period >= 1e-5))
    throw InputError(t.place("period"), fmt::format("{:g} s", spec.control.period), "at least 1e-5 s");
  if (!(spec.control.least_rho < spec.control.most_rho))
    throw InputError(t.place("least_rho"), fmt::format("{:g}", spec.control.least_rho),
                     fmt::format("less than most_rho, {:g}", spec.control.most_rho));
  for (const double weight : {spec.control.acceleration, spec.control.rho})
    if (!(weight > 0.0)) throw InputError(t.place(""), "a weight rho or acceleration of 0", "one > 0");
  spec.pelvis_pitch = t.angle_deg_or("pelvis_pitch_deg", 0.0, {-60.0, 60.0, false, "deg"});
  spec.chest_pitch = t.angle_deg_or("chest_pitch_deg", 0.0, {-60.0, 60.0, false, "deg"});
  spec.hold = t.number_or("hold", spec.hold, {0.0, 1e4, false, "s"});
  return spec;
}

StepupCourseSpec read_stepup_course(const TomlTable& t) {
  StepupCourseSpec c;
  const NumberRange metres{-10.0, 10.0, false, "m"}, seconds{0.0, 1e4, false, "s"};
  c.kind = static_cast<CourseKind>(t.choice("kind", {std::begin(kCourseKinds), std::end(kCourseKinds)}));
  c.start = t.number_or("start", c.start, seconds);
  const std::vector<double> durations = t.numbers("durations", kCoursePhases, {0.05, 100.0, false, "s"});
  std::copy(durations.begin(), durations.end(), c.durations.begin());
  c.step = t.number("step", metres);
  c.height = t.number("height", metres);
  c.clearance = t.number_or("clearance", c.clearance, {0.0, 1.0, false, "m"});
  c.lift = t.number_or("lift", c.lift, {0.05, 0.7, false, "-"});
  if (c.kind == CourseKind::shift) {
    c.low = t.number("low", metres);
    c.back = t.number_or("back", 0.0, metres);
    c.inward = t.number_or("inward", 0.0, metres);
    return c;
  }
  constexpr std::size_t kMostInstants = 5000;
  for (const auto& row : t.number_rows("path", 7, any_number("s, m, m/s"), kMostInstants)) {
    std::array<double, 7> instant{};
    std::copy(row.begin(), row.end(), instant.begin());
    if (!c.path.empty() && !(instant[0] > c.path.back()[0]))
      throw InputError(t.place("path"), fmt::format("{:g} s after {:g} s", instant[0], c.path.back()[0]),
                       "times that rise");
    c.path.push_back(instant);
  }
  if (c.path.size() < 2) throw InputError(t.place("path"), "no way", "at least two instants");
  return c;
}

std::vector<PushSpec> read_pushes(const TomlTable& scenario) {
  std::vector<PushSpec> pushes;
  for (const TomlTable& t : scenario.tables("push"))
    pushes.push_back({t.string("body"), to_vec3(t.vec3("force", "N")),
                      t.number("start", {0.0, 1e9, false, "s"}), t.number("duration", {0.0, 1e9, true, "s"}),
                      t.place("body")});
  return pushes;
}

void build_balance(const WorldSpec& spec, World& world) {
  for (const PushSpec& push : spec.pushes) {
    const auto body = world.model->find_body(push.body);
    if (!body) throw InputError(push.place, "no body '" + push.body + "'", "the name of a [[body]]");
    world.pushes.push_back({push.body, *body, push.force, push.start, push.duration});
  }
  const bool balances = !world.main().spec.soles.empty();
  if ((spec.balance || spec.stepup) && !balances)
    throw InputError(spec.balance ? spec.balance_place : spec.stepup_place,
                     "whole-body control of '" + world.main().name + "', which has no soles",
                     "a robot with [[sole]]s, such as atlas_like");
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    if (world.vehicles[i].spec.soles.empty()) continue;
    const bool main = static_cast<int>(i) == world.main_vehicle;
    Humanoid robot = put_humanoid(world, i, main && spec.balance ? *spec.balance : BalanceSpec{});
    if (main && spec.stepup) robot.course = std::make_shared<const StepupCourse>(*spec.stepup);
    stand(robot, world);
    world.humanoids.push_back(std::move(robot));
    world.settings.settle = false;  // it would fall while nothing controls it
  }
}

}  // namespace grouser
