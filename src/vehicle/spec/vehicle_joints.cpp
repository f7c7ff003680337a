// SPDX-License-Identifier: BSD-3-Clause
// Joints of a vehicle's file, and sets of them that share their springs.
#include <algorithm>
#include <cmath>

#include "grouser/base/name_pattern.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "vehicle_parts.hpp"

namespace grouser {
namespace {

JointForces read_joint_forces(const TomlTable& t, const JointKind& kind) {
  const bool angular = kind.is_angular(0);
  JointForces f;
  f.stiffness = t.number_or("stiffness", 0.0, non_negative(angular ? "N m/rad" : "N/m"));
  f.damping = t.number_or("damping", 0.0, non_negative(angular ? "N m s/rad" : "N s/m"));
  f.friction = t.number_or("friction", 0.0, non_negative(angular ? "N m" : "N"));
  f.friction_velocity =
      t.number_or("friction_velocity", f.friction_velocity, positive(angular ? "rad/s" : "m/s"));
  if (angular) {
    f.rest = t.angle_deg_or("rest_deg", 0.0);
    if (kind.hinge) f.rotor_inertia = t.number_or("rotor_inertia", 0.0, non_negative("kg m2"));
    if (t.has("lower_deg")) f.lower = t.angle_deg("lower_deg");
    if (t.has("upper_deg")) f.upper = t.angle_deg("upper_deg");
  } else {
    f.rest = t.number_or("rest", 0.0, any_number("m"));
    if (t.has("lower")) f.lower = t.number("lower", any_number("m"));
    if (t.has("upper")) f.upper = t.number("upper", any_number("m"));
  }
  f.limit_stiffness = t.number_or("limit_stiffness", 0.0, non_negative(angular ? "N m/rad" : "N/m"));
  f.limit_damping = t.number_or("limit_damping", 0.0, non_negative(angular ? "N m s/rad" : "N s/m"));
  if (!(f.lower < f.upper))
    throw InputError(t.place(""), fmt::format("limits {} .. {}", f.lower, f.upper), "lower < upper");
  return f;
}

/// A `[[joint_set]]`: what the revolute joints of a pattern have in place of keys of their own, so that one key changes them all.
struct JointSet {
  std::string name, pattern;
  JointForces forces;
  bool from_root =
      false;  ///< `rest` is the sum of the rest angles from the root's first joint down to this one
  mutable bool used = false;
};

JointSet read_joint_set(const TomlTable& t) {
  JointSet set{t.string("name"), t.string("joints"), read_joint_forces(t, kind_of(JointType::revolute))};
  set.from_root = t.has("rest_from_root_deg");
  if (!set.from_root) return set;
  if (t.has("rest_deg"))
    throw InputError(t.place("rest_from_root_deg"), "an angle beside rest_deg", "one or the other");
  set.forces.rest = t.angle_deg("rest_from_root_deg");
  return set;
}

const JointSet* set_of(const std::vector<JointSet>& sets, const TomlTable& t, const std::string& joint) {
  const JointSet* found = nullptr;
  for (const JointSet& set : sets) {
    if (!matches_pattern(set.pattern, joint)) continue;
    if (found)
      throw InputError(t.place("name"),
                       "joint '" + joint + "' in the sets '" + found->name + "' and '" + set.name + "'",
                       "one of them");
    found = &set;
  }
  return found;
}

std::vector<std::string> kind_words() {
  std::vector<std::string> words;
  for (const JointKind& kind : kJointKinds) words.emplace_back(kind.name);
  return words;
}

/// Square to the first axis, but for the digits that a file leaves out. Throws InputError.
Vec3 read_second_axis(const TomlTable& t, const Vec3& first) {
  const Vec3 axis = read_axis(t, "second_axis");
  const double along = axis.dot(first);
  if (std::abs(along) > 1e-6)
    throw InputError(t.place("second_axis"), fmt::format("{:.4g} deg to axis", kDegrees * math::acos(along)),
                     "90 deg");
  return (axis - along * first).normalized();
}

JointSpec read_joint(const TomlTable& t, const std::vector<JointSet>& sets) {
  JointSpec joint;
  joint.name = t.string("name");
  joint.type = static_cast<JointType>(t.choice("type", kind_words()));
  const JointKind& kind = joint.kind();
  joint.parent = t.string("parent");
  joint.child = t.string("child");
  joint.X_PJ = read_pose(t);
  joint.mode = static_cast<CoordinateMode>(t.choice_or("mode", "dynamic", {"dynamic", "prescribed"}));
  if (kind.forces != PassiveForces::all) return joint;
  joint.axis = read_axis(t);
  if (kind.turns == 2) joint.second_axis = read_second_axis(t, joint.axis);
  const JointSet* set = set_of(sets, t, joint.name);
  if (!set) {
    joint.forces = read_joint_forces(t, kind);
    return joint;
  }
  if (!kind.hinge)
    throw InputError(t.place("type"), fmt::format("a {} joint in the set '{}'", kind.name, set->name),
                     "revolute");
  set->used = true;
  joint.forces = set->forces;
  return joint;
}

/// Sum of the rest angles of the revolute joints above a joint.
double rest_above(const VehicleSpec& spec, const JointSpec& joint) {
  double sum = 0.0;
  const JointSpec* at = &joint;
  for (std::size_t i = 0; i < spec.joints.size(); ++i) {  // no chain is longer
    const auto parent = std::ranges::find(spec.joints, at->parent, &JointSpec::child);
    if (parent == spec.joints.end()) break;
    at = &*parent;
    if (at->kind().hinge) sum += at->forces.rest;
  }
  return sum;
}

}  // namespace

void read_joints(const TomlTable& vehicle, VehicleSpec& spec) {
  const auto sets = read_list<JointSet>(vehicle, "joint_set", read_joint_set);
  spec.joints =
      read_list<JointSpec>(vehicle, "joint", [&](const TomlTable& t) { return read_joint(t, sets); });
  for (const JointSet& set : sets)
    if (!set.used)
      throw InputError(vehicle.place("joint_set"),
                       "no joint for \"" + set.pattern + "\" of '" + set.name + "'",
                       "names of revolute joints, with * at the end for all that begin so");
  // from the root outwards, so that what is above is settled
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < spec.joints.size(); ++i) order.push_back(i);
  const auto depth = [&](std::size_t i) {
    std::size_t n = 0;
    for (auto at = spec.joints.begin() + static_cast<std::ptrdiff_t>(i); n < spec.joints.size(); ++n) {
      at = std::ranges::find(spec.joints, at->parent, &JointSpec::child);
      if (at == spec.joints.end()) break;
    }
    return n;
  };
  std::ranges::stable_sort(order, {}, depth);
  for (const std::size_t i : order) {
    const JointSet* set = set_of(sets, vehicle, spec.joints[i].name);
    if (set && set->from_root) spec.joints[i].forces.rest -= rest_above(spec, spec.joints[i]);
  }
}

void read_leg_controls(const TomlTable& vehicle, VehicleSpec& spec) {
  const NumberRange factor{0.0, 1e3, false, "-"};
  spec.leg_controls = read_list<LegControlSpec>(vehicle, "leg_control", [&](const TomlTable& t) {
    LegControlSpec c;
    c.name = t.string("name");
    c.when = static_cast<FeetTouch>(t.choice("when", {std::begin(kFeetTouch), std::end(kFeetTouch)}));
    c.feet = t.string("feet");
    c.legs = static_cast<LegChoice>(
        t.choice_or("legs", kLegChoices[0], {std::begin(kLegChoices), std::end(kLegChoices)}));
    c.joints = t.string_list_or_empty("joints");
    c.stiffness_factor = t.number_or("stiffness_factor", c.stiffness_factor, factor);
    c.damping_factor = t.number_or("damping_factor", c.damping_factor, factor);
    c.rest_shift = t.angle_deg_or("rest_shift_deg", 0.0);
    c.delay = t.number_or("delay", c.delay, non_negative("s"));
    c.rate = t.number_or("rate", c.rate, non_negative("1/s"));
    c.torque_limit = t.number_or("torque_limit", c.torque_limit, non_negative("N m"));
    return c;
  });
}

}  // namespace grouser
