// SPDX-License-Identifier: BSD-3-Clause
// Describes a vehicle as links, joints and forms, for URDF and SDF. Wheels, spheres and pads become
// collision forms; looks become visual forms, where panels and ramps are boxes and a wheel is a cylinder.
// Parts without counterpart are dropped here and listed by lacking_in_description().
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/exchange/rovers/rover_export.hpp"

namespace grouser {
namespace {

/// From z along a cylinder of URDF to y along one of ours.
const RigidTransform kLyingAlongY{rotation_from_rpy(-1.5707963267948966, 0.0, 0.0), Vec3::Zero()};

/// A tube of a [[visual]], from its origin to its end, as a cylinder along z.
RigidTransform along_tube(const VisualShape& shape, double& length) {
  const Vec3 span = shape.end - shape.pose.p;
  length = span.norm();
  RigidTransform X{Mat3::Identity(), Vec3(0.5 * (shape.end + shape.pose.p))};
  if (!(length > 0.0)) return X;
  const Vec3 z = span / length, x = z.unitOrthogonal();
  X.R.col(0) = x, X.R.col(1) = z.cross(x), X.R.col(2) = z;
  return X;
}

/// The form of a look in its body's frame; tubes from end to end, cylinders turned from y to z.
DescribedForm form_of_visual(const VisualShape& shape) {
  DescribedForm form{.pose = shape.pose, .colour = shape.colour};
  switch (shape.kind) {
    case VisualKind::box:
    case VisualKind::panel:
    case VisualKind::ramp:
      form.size = shape.size;
      break;
    case VisualKind::sphere:
      form.kind = FormKind::sphere;
      form.radius = shape.size.x();
      break;
    case VisualKind::cylinder:
    case VisualKind::wheel:
      form.kind = FormKind::cylinder;
      form.radius = shape.size.x(), form.length = shape.size.y();
      form.pose = shape.pose * kLyingAlongY;
      break;
    case VisualKind::tube:
      form.kind = FormKind::cylinder;
      form.radius = shape.size.x();
      form.pose = along_tube(shape, form.length);
      break;
    case VisualKind::mesh:
      form.kind = FormKind::mesh;
      form.file = shape.file;
      form.scale = Vec3::Constant(shape.scale);
      break;
  }
  return form;
}

/// Forms without extent cannot be written.
bool has_extent(const DescribedForm& form) {
  if (form.kind == FormKind::mesh) return true;
  if (form.kind == FormKind::box) return form.size.minCoeff() > 0.0;
  return form.radius > 0.0 && (form.kind == FormKind::sphere || form.length > 0.0);
}

/// A revolute joint without limits is continuous in URDF and SDF.
DescribedJointType described_type(const JointSpec& joint) {
  switch (joint.type) {
    case JointType::fixed:
      return DescribedJointType::fixed;
    case JointType::revolute:
      return std::isfinite(joint.forces.lower) || std::isfinite(joint.forces.upper)
                 ? DescribedJointType::revolute
                 : DescribedJointType::continuous;
    case JointType::prismatic:
      return DescribedJointType::prismatic;
    case JointType::spherical:
      return DescribedJointType::ball;
    case JointType::universal:
      return DescribedJointType::universal;
    case JointType::free:
      break;
  }
  return DescribedJointType::floating;
}

/// A joint with its forces; a wheel's drive has the motor's torque and speed as effort and velocity.
DescribedJoint joint_of_vehicle(const VehicleSpec& vehicle, const JointSpec& joint) {
  DescribedJoint out{.name = joint.name};
  out.type = described_type(joint);
  out.parent = joint.parent, out.child = joint.child;
  out.X_PJ = joint.X_PJ;
  out.axis = joint.axis, out.second_axis = joint.second_axis;
  out.axis_given = true;
  out.lower = joint.forces.lower, out.upper = joint.forces.upper;
  out.damping = joint.forces.damping, out.friction = joint.forces.friction;
  out.stiffness = joint.forces.stiffness, out.rest = joint.forces.rest;
  const bool drives =
      std::ranges::any_of(vehicle.wheels, [&](const WheelSpec& w) { return w.drive_joint == joint.name; });
  if (drives && vehicle.motor)
    out.effort = vehicle.motor->stall_torque, out.velocity = vehicle.motor->no_load_speed;
  // An actuator of the joint itself overrides the motor.
  for (const ActuatorSpec& actuator : vehicle.actuators)
    if (actuator.kind == ActuatorKind::torque && std::ranges::count(actuator.joints, joint.name) > 0)
      out.effort = actuator.most_torque;
  for (const CouplingSpec& coupling : vehicle.couplings)
    if (coupling.dependent == joint.name)
      out.mimic = DescribedMimic{coupling.independent, coupling.ratio, coupling.offset};
  return out;
}

/// A joint that closes a loop, for is_plain_loop() types only.
DescribedJoint loop_of_vehicle(const LoopJointSpec& loop) {
  DescribedJoint out{.name = loop.name};
  out.type = loop.type == LoopJointType::spherical  ? DescribedJointType::ball
             : loop.type == LoopJointType::revolute ? DescribedJointType::continuous
                                                    : DescribedJointType::fixed;
  out.parent = loop.body_a, out.child = loop.body_b;
  out.X_PJ = loop.X_AJ, out.X_CJ = loop.X_BJ;
  out.axis = loop.axis;
  return out;
}

/// Whether a loop joint has a counterpart: a known type between two bodies.
bool is_plain_loop(const LoopJointSpec& loop) {
  const bool known = loop.type == LoopJointType::spherical || loop.type == LoopJointType::revolute ||
                     loop.type == LoopJointType::fixed;
  return known && loop.body_a != "world" && loop.body_b != "world";
}

/// Adds looks as visual forms, and wheels, spheres and pads as collision forms, to their links.
void add_forms(const VehicleSpec& vehicle, RoverDescription& rover) {
  const auto link = [&](const std::string& name) -> DescribedLink* {
    const auto found = std::ranges::find(rover.links, name, &DescribedLink::name);
    return found == rover.links.end() ? nullptr : &*found;
  };
  const auto add = [](std::vector<DescribedForm>& forms, DescribedForm form) {
    if (has_extent(form)) forms.push_back(std::move(form));
  };
  for (const NamedVisual& visual : vehicle.visuals)
    if (DescribedLink* at = link(visual.body)) add(at->visuals, form_of_visual(visual.shape));
  for (const WheelSpec& wheel : vehicle.wheels)
    if (DescribedLink* at = link(wheel.body))
      add(at->collisions, {.kind = FormKind::cylinder,
                           .radius = wheel.geometry.radius,
                           .length = wheel.geometry.width,
                           .pose = kLyingAlongY});
  for (const SphereSpec& sphere : vehicle.spheres)
    if (DescribedLink* at = link(sphere.body))
      add(at->collisions,
          {.kind = FormKind::sphere, .radius = sphere.radius, .pose = {Mat3::Identity(), sphere.position}});
  for (const PadSpec& pad : vehicle.pads)
    if (DescribedLink* at = link(pad.body))
      add(at->collisions, {.kind = FormKind::sphere,
                           .radius = pad.touch_radius(),
                           .pose = {Mat3::Identity(), pad.touch_center()}});
}

/// "3 [[strut]]" where there are some.
template <class Parts>
void count_parts(std::vector<std::string>& lines, const Parts& parts, const char* name) {
  if (!parts.empty()) lines.push_back(fmt::format("{} {}", parts.size(), name));
}

}  // namespace

RoverDescription describe_vehicle(const VehicleSpec& vehicle) {
  RoverDescription rover{.name = vehicle.name, .file = vehicle.name, .format = "a vehicle's file"};
  // The root comes first, because readers of SDF take the first link as the root.
  const auto add = [&](const BodySpec& body) {
    DescribedLink link{.name = body.name};
    link.mass = body.mass, link.com = body.com, link.inertia = body.inertia;
    rover.links.push_back(std::move(link));
  };
  for (const BodySpec& body : vehicle.bodies)
    if (body.name == vehicle.root) add(body);
  for (const BodySpec& body : vehicle.bodies)
    if (body.name != vehicle.root) add(body);
  for (const JointSpec& joint : vehicle.joints) rover.joints.push_back(joint_of_vehicle(vehicle, joint));
  for (const LoopJointSpec& loop : vehicle.loop_joints)
    if (is_plain_loop(loop)) rover.loops.push_back(loop_of_vehicle(loop));
  add_forms(vehicle, rover);
  return rover;
}

std::vector<std::string> lacking_in_description(const VehicleSpec& vehicle) {
  std::vector<std::string> lines;
  if (!vehicle.wheels.empty())
    lines.push_back("wheels as such: stiffness, damping, grousers, slices; they are cylinders on links");
  if (!vehicle.root_joint.is_free()) lines.push_back("the root's rail ([root_joint])");
  const auto odd =
      std::ranges::count_if(vehicle.loop_joints, [](const LoopJointSpec& l) { return !is_plain_loop(l); });
  if (odd > 0)
    lines.push_back(fmt::format("{} [[loop_joint]] of the types inline and distance, or to the world", odd));
  count_parts(lines, vehicle.springs, "[[spring]]");
  count_parts(lines, vehicle.pads, "[[pad]] or [[foot]] as such");
  count_parts(lines, vehicle.tools, "[[tool]]");
  count_parts(lines, vehicle.leg_controls, "[[leg_control]]");
  count_parts(lines, vehicle.struts, "[[strut]]");
  count_parts(lines, vehicle.equipment.reaction_wheels, "[[reaction_wheel]]");
  count_parts(lines, vehicle.equipment.winches, "[[winch]]");
  count_parts(lines, vehicle.legs, "[[leg]]");
  count_parts(lines, vehicle.soles, "[[sole]]");
  count_parts(lines, vehicle.meshes, "[[mesh]]");
  count_parts(lines, vehicle.surfaces, "[[surface]]");
  if (!vehicle.spheres.empty()) lines.push_back("stiffness, damping and friction of contact spheres");
  if (std::ranges::any_of(vehicle.joints,
                          [](const JointSpec& j) { return j.mode == CoordinateMode::prescribed; }))
    lines.push_back("which joints a programme moves (mode)");
  if (std::ranges::any_of(vehicle.joints, [](const JointSpec& j) { return j.forces.limit_stiffness > 0.0; }))
    lines.push_back("stiffness and damping of joint stops");
  if (std::ranges::any_of(vehicle.visuals, [](const NamedVisual& v) {
        return v.shape.kind == VisualKind::wheel || v.shape.kind == VisualKind::panel ||
               v.shape.kind == VisualKind::ramp;
      }))
    lines.push_back("looks of wheels, panels and ramps: they are cylinders and boxes");
  return lines;
}

}  // namespace grouser
