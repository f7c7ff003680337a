// SPDX-License-Identifier: BSD-3-Clause
// Walking vehicles: servos and feet of each leg, the controller of the gait, the stance as the start of
// joints, and checks that servos fit the step and poses fit the legs.
#include "build_walkers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/name_pattern.hpp"
#include "grouser/vehicle/legs/body_pose.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"

namespace grouser {
namespace {

// With kappa = stiffness dt^2 / J and delta = slope dt / J, J the rotor's inertia: explicit Euler, by which
// runs settle, holds a free rotor while delta < 2 - kappa / 2; Beeman's step holds more (motor.hpp).
constexpr double kMostKappa = 0.5, kMostDelta = 1.5;

/// A dynamic hinge by its name. Throws InputError for any other.
const Joint& revolute(const World& world, const std::string& place, const std::string& name) {
  const auto found = world.model->find_joint(name);
  if (!found || !world.model->joints()[*found].kind.hinge ||
      world.model->joints()[*found].mode != CoordinateMode::dynamic)
    throw InputError(place, "'" + name + "'", "the name of a dynamic revolute [[joint]]");
  return world.model->joints()[*found];
}

/// Throws InputError for a servo that steps of dt, s, do not carry.
void check_servo(const std::string& place, const ServoSpec& servo, const Joint& joint, double dt) {
  const double J = joint.forces.rotor_inertia;
  if (!(J > 0.0))
    throw InputError(place, "joint '" + joint.name + "' without rotor_inertia",
                     "the inertia of the servo's rotor seen at the joint, > 0 kg m2");
  const double longest =
      std::min(std::sqrt(kMostKappa * J / servo.stiffness), kMostDelta * J / servo.slope());
  if (dt > longest)
    throw InputError(place,
                     fmt::format("a servo on joint '{}' too stiff for steps of {:g} s", joint.name, dt),
                     fmt::format("steps of at most {:.2g} s, or more rotor_inertia", longest));
}

/// Servo of one joint of a leg, from the actuator whose pattern names it; the last such actuator counts.
Walker::Motor put_motor(const World& world, const VehicleRuntime& vehicle, const std::string& place,
                        const std::string& name) {
  const std::string motors = place + ": motors";
  const Joint& joint = revolute(world, motors, name);
  const ActuatorSpec* found = nullptr;
  for (const ActuatorSpec& a : vehicle.spec.actuators)
    if (a.kind == ActuatorKind::servo && std::ranges::any_of(a.joints, [&](const std::string& pattern) {
          return matches_pattern(pattern, name.substr(vehicle.prefix.size()));
        }))
      found = &a;
  if (!found)
    throw InputError(place, "joint '" + name + "' without an actuator",
                     "an [[actuator]] for it, of kind servo");
  check_servo(vehicle.spec.name + ": actuator '" + found->name + "'", found->servo, joint,
              world.settings.contact_step() > 0.0 ? world.settings.contact_step() : world.settings.dt);
  return {joint.q_index, joint.v_index, found->servo};
}

/// Number of the contact part of a leg's foot: a pad, or a limb's wheel.
int find_foot(const World& world, const std::string& place, const LegSpec& leg) {
  const std::string& name = leg.foot;
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    if (world.parts[i].kind == (leg.limb() ? "wheel" : "pad") && world.parts[i].name == name)
      return static_cast<int>(i);
  throw InputError(place + ": foot", "no pad '" + name + "'",
                   "the name of a [[pad]], or of a [[foot]] that is a ball or a plate on an ankle");
}

/// Puts joints on the stance if the scenario gives no other angles.
void put_on_stance(const LegSpec& leg, const WalkerLeg& on, const LegAngles& angles, World& world) {
  // An angle of the scenario has precedence; returns the angle that the joint has.
  const auto put = [&](const std::string& joint, double angle) {
    const auto told = std::ranges::find(world.joint_angles, joint, &std::pair<std::string, double>::first);
    if (told != world.joint_angles.end()) return told->second;
    world.joint_angles.emplace_back(joint, angle);
    return angle;
  };
  LegAngles motors = angles;
  for (std::size_t k = 0; k < leg.motors.size(); ++k)
    motors[static_cast<Eigen::Index>(k)] = put(leg.motors[k], angles[static_cast<Eigen::Index>(k)]);
  if (leg.linkage.empty()) return;
  // The four-bar linkage follows its motor, at angles that close the loop.
  const FourBarLeg& kinematics = *on.four_bar();
  const std::optional<FourBarKnee> knee = kinematics.knee(motors[2]);
  if (!knee) return;  // beyond a dead point, as closing the loop will report
  // both joints are at 0 where the knee's motor is
  put(leg.linkage[0], knee->angle - kinematics.knee(0.0)->angle);
  put(leg.linkage[1], kinematics.coupler_angle(motors[2]) - kinematics.coupler_angle(0.0) - motors[2]);
}

/// Checks that all legs reach their feet throughout the motion from pose to pose.
void check_poses(const VehicleRuntime& vehicle, const WalkController& controller) {
  // Feet stay where they are in the stance while the body moves.
  std::vector<Vec3> feet;
  for (const WalkerLeg& leg : controller.legs()) feet.push_back(leg.to_body(leg.stance));
  RigidTransform from;
  const std::vector<BodyWish>& wishes = controller.gait().poses;
  constexpr int kLooks = 20;
  for (std::size_t k = 0; k < wishes.size(); ++k) {
    // Poses between two wishes, as the body passes them.
    for (int look = 1; look <= kLooks; ++look) {
      const double share = static_cast<double>(look) / kLooks;
      const PoseReach found =
          reach_pose(controller.legs(), between_poses(from, wishes[k].pose(), share), feet);
      if (found.reached) continue;
      const std::string where = look < kLooks
                                    ? fmt::format("after {:.0f} % of the motion to it", 100.0 * share)
                                    : std::string("at its end");
      throw InputError(
          fmt::format("gait.pose[{}]", k),
          fmt::format("leg '{}' does not reach its foot {}: {}", vehicle.spec.legs[found.leg].name, where,
                      describe(controller.legs()[found.leg], found.block)),
          "a pose within the limits of all legs");
    }
    from = wishes[k].pose();
  }
}

/// Finds the leg's foot: a pad, or a wheel that its drive holds.
WalkerLeg put_foot(const VehicleSpec& vehicle, const LegSpec& spec, Walker::Leg& leg) {
  if (spec.limb()) {
    const auto wheel = std::ranges::find(vehicle.wheels, spec.foot, &WheelSpec::name);
    leg.limb = true;
    return {SerialLimb(std::get<SerialLimbSpec>(spec.dimensions)), spec.position, spec.outward, spec.stance,
            wheel->geometry.radius};
  }
  const auto pad = std::ranges::find(vehicle.pads, spec.foot, &PadSpec::name);
  leg.foot_center = pad->touch_center();
  leg.ankle = pad->ankle;
  return {FourBarLeg(std::get<FourBarLegSpec>(spec.dimensions)),
          spec.position,
          spec.outward,
          spec.stance,
          pad->touch_radius(),
          pad->rolling_radius()};
}

/// A walker with its legs' motors and feet, and a controller that knows their kinematics.
Walker put_walker(World& world, std::size_t index, const GaitSpec& gait) {
  const VehicleRuntime& vehicle = world.vehicles[index];
  Walker walker{.vehicle = static_cast<int>(index), .root = vehicle.root, .controller = {}, .legs = {}};
  std::vector<WalkerLeg> kinematics;
  for (const LegSpec& spec : vehicle.spec.legs) {
    const std::string place = vehicle.spec.name + ": leg '" + spec.name + "'";
    Walker::Leg leg;
    leg.name = vehicle.prefix + spec.name;
    for (const std::string& motor : spec.motors)
      leg.motors.push_back(put_motor(world, vehicle, place, motor));
    for (const std::string& joint : spec.linkage) revolute(world, place + ": linkage", joint);
    leg.record = find_foot(world, place, spec);
    leg.foot_body = world.parts[static_cast<std::size_t>(leg.record)].body;
    kinematics.push_back(put_foot(vehicle.spec, spec, leg));
    walker.legs.push_back(std::move(leg));
  }
  walker.controller =
      std::make_shared<const WalkController>(std::move(kinematics), gait, world.mass_of(walker.vehicle),
                                             world.settings.gravity, walker.legs[0].motors[0].servo);
  // Joints start in the stance; an angle out of reach is reported by its leg.
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const LegSpec& spec = vehicle.spec.legs[i];
    try {
      put_on_stance(spec, walker.controller->legs()[i], walker.controller->stance_angles(i), world);
    } catch (const InputError& error) {
      throw InputError(vehicle.spec.name + ": leg '" + spec.name + "': " + error.what());
    }
  }
  check_poses(vehicle, *walker.controller);
  return walker;
}

/// Whether a vehicle's legs have feet to walk on.
bool walks(const VehicleSpec& spec) { return !spec.legs.empty() && !spec.legs.front().foot.empty(); }

}  // namespace

void build_walkers(const WorldSpec& spec, World& world) {
  if (spec.gait && !walks(world.main().spec))
    throw InputError(spec.place_of("gait"),
                     "a gait for '" + world.main().name + "', which has no legs to walk on",
                     "a rover with [[leg]]s, such as quad_fourbar");
  for (std::size_t i = 0; i < world.vehicles.size(); ++i) {
    if (!walks(world.vehicles[i].spec)) continue;
    const bool main = static_cast<int>(i) == world.main_vehicle;
    Walker walker = put_walker(world, i, spec.gait && main ? *spec.gait : GaitSpec{});
    for (const Walker& before : world.walkers) walker.first_leg += static_cast<int>(before.legs.size());
    world.walkers.push_back(std::move(walker));
  }
  // Feet look for shapes of the terrain at their poses.
  if (!world.walkers.empty() && !world.terrain->shapes().empty())
    world.walker_shapes = world.terrain->shape_poses();
}

}  // namespace grouser
