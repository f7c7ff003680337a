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

/// A limit: a file may leave it out.
void visit_limit(KeyVisitor& v, const Key& key, double& limit, bool angular) {
  if (!v.has(key, std::isfinite(limit))) return;
  angular ? v.angle({key.name, key.help, Need::yes}, limit)
          : v.number({key.name, key.help, Need::yes}, limit, any_number("m"));
}

/// Springs, dampers, friction and limits of joints that turn or slide.
void visit_joint_forces(KeyVisitor& v, JointForces& f, bool angular, bool hinge) {
  v.number({"stiffness", "of its spring"}, f.stiffness, non_negative(angular ? "N m/rad" : "N/m"));
  v.number({"damping", "of its damper"}, f.damping, non_negative(angular ? "N m s/rad" : "N s/m"));
  v.number({"friction", "Coulomb's, of its bearing"}, f.friction, non_negative(angular ? "N m" : "N"));
  v.number({"friction_velocity", "speed at which friction acts in full"}, f.friction_velocity,
           positive(angular ? "rad/s" : "m/s"));
  constexpr const char* kRest = "coordinate at which its spring is free";
  if (angular)
    v.angle({"rest_deg", kRest}, f.rest);
  else
    v.number({"rest", kRest}, f.rest, any_number("m"));
  if (const auto turns = v.when(hinge, "type = \"revolute\""); angular && turns)
    v.number({"rotor_inertia", "of its drive's rotor, seen at the joint"}, f.rotor_inertia,
             non_negative("kg m2"));
  visit_limit(v, {angular ? "lower_deg" : "lower", "limit of its coordinate"}, f.lower, angular);
  visit_limit(v, {angular ? "upper_deg" : "upper", "limit of its coordinate"}, f.upper, angular);
  v.number({"limit_stiffness", "of the springs beyond its limits"}, f.limit_stiffness,
           non_negative(angular ? "N m/rad" : "N/m"));
  v.number({"limit_damping", "of the dampers beyond its limits"}, f.limit_damping,
           non_negative(angular ? "N m s/rad" : "N s/m"));
  if (!(f.lower < f.upper)) v.refuse("", fmt::format("limits {} .. {}", f.lower, f.upper), "lower < upper");
}

/// A `[[joint_set]]`: what the revolute joints of a pattern have in place of keys of their own, so that one
/// key changes them all.
struct JointSet {
  std::string name, pattern;
  JointForces forces;
  bool from_root =
      false;  ///< `rest` is the sum of the rest angles from the root's first joint down to this one
  mutable bool used = false;
};

void visit_keys(KeyVisitor& v, JointSet& set) {
  v.text({"name", "of --set keys", Need::yes}, set.name);
  v.text({"joints", "names of revolute joints, with * at the end for all that begin so", Need::yes},
         set.pattern);
  visit_joint_forces(v, set.forces, true, true);
  set.from_root = v.has({"rest_from_root_deg"}, set.from_root);
  if (!set.from_root) return;
  if (v.has({"rest_deg"}, false))
    v.refuse("rest_from_root_deg", "an angle beside rest_deg", "one or the other");
  v.angle({"rest_from_root_deg", "in place of rest_deg: the sum of the rest angles from the root down",
           Need::yes},
          set.forces.rest);
}

/// The set whose pattern a joint's name meets, or none; refuses two.
const JointSet* set_of(const std::vector<JointSet>& sets, const KeyVisitor& v, const std::string& joint) {
  const JointSet* found = nullptr;
  for (const JointSet& set : sets) {
    if (!matches_pattern(set.pattern, joint)) continue;
    if (found)
      v.refuse("name", "joint '" + joint + "' in the sets '" + found->name + "' and '" + set.name + "'",
               "one of them");
    found = &set;
  }
  return found;
}

/// Square to the first axis, but for the digits that a file leaves out.
void visit_second_axis(KeyVisitor& v, const Vec3& first, Vec3& axis) {
  visit_axis(v, {"second_axis", "of its second turn, square to the first", Need::yes}, axis);
  const double along = axis.dot(first);
  if (std::abs(along) > 1e-6)
    v.refuse("second_axis", fmt::format("{:.4g} deg to axis", kDegrees * math::acos(along)), "90 deg");
  axis = (axis - along * first).normalized();
}

/// Passive forces of a joint, of its own or of its set.
void visit_forces(KeyVisitor& v, const std::vector<JointSet>& sets, JointSpec& joint) {
  const JointKind& kind = joint.kind();
  const JointSet* set = v.reads() ? set_of(sets, v, joint.name) : nullptr;
  if (set) {
    if (!kind.hinge)
      v.refuse("type", fmt::format("a {} joint in the set '{}'", kind.name, set->name), "revolute");
    set->used = true;
    joint.forces = set->forces;
    return;
  }
  if (const auto turns = v.when(kind.is_angular(0), "a joint that turns"))
    visit_joint_forces(v, joint.forces, true, kind.hinge);
  if (const auto slides = v.when(!kind.is_angular(0), "a prismatic joint"))
    visit_joint_forces(v, joint.forces, false, false);
}

void visit_joint(KeyVisitor& v, const std::vector<JointSet>& sets, JointSpec& joint) {
  constexpr const char* kModes[] = {"dynamic", "prescribed"};
  std::vector<const char*> kinds;
  for (const JointKind& kind : kJointKinds) kinds.push_back(kind.name);
  v.text({"name", "of motions, channels and --set keys", Need::yes}, joint.name);
  v.choice({"type", "of the joint", Need::yes}, joint.type, kinds);
  const JointKind& kind = joint.kind();
  v.text({"parent", "body nearer the root, or world", Need::yes}, joint.parent);
  v.text({"child", "body that it moves", Need::yes}, joint.child);
  visit_pose(v, joint.X_PJ);
  v.choice({"mode", "moved by forces, or by a programme"}, joint.mode, kModes);
  const auto moves =
      v.when(kind.forces == PassiveForces::all, "type = \"revolute\", \"prismatic\" or \"universal\"");
  if (!moves) return;
  visit_axis(v, {"axis", "along or about which it moves", Need::yes}, joint.axis);
  if (const auto two = v.when(kind.turns == 2, "type = \"universal\""))
    visit_second_axis(v, joint.axis, joint.second_axis);
  visit_forces(v, sets, joint);
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

void visit_joints(KeyVisitor& v, VehicleSpec& spec) {
  std::vector<JointSet> sets;
  visit_parts(v, {"joint_set", "what revolute joints have in common"}, sets,
              [&](JointSet& set) { visit_keys(v, set); });
  visit_parts(v, {"joint", "a joint between two bodies"}, spec.joints,
              [&](JointSpec& joint) { visit_joint(v, sets, joint); });
  if (!v.reads()) return;
  for (const JointSet& set : sets)
    if (!set.used)
      v.refuse("joint_set", "no joint for \"" + set.pattern + "\" of '" + set.name + "'",
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
    const JointSet* set = set_of(sets, v, spec.joints[i].name);
    if (set && set->from_root) spec.joints[i].forces.rest -= rest_above(spec, spec.joints[i]);
  }
}

void visit_keys(KeyVisitor& v, LegControlSpec& c) {
  const NumberRange factor{0.0, 1e3, false, "-"};
  v.text({"name", "of channels and --set keys", Need::yes}, c.name);
  v.choice({"when", "which of the feet must touch; some: at least one, but not all", Need::yes}, c.when,
           kFeetTouch);
  v.text({"feet", "names of pads, with * at the end for all that begin so", Need::yes}, c.feet);
  v.choice({"legs", "whose joints are changed"}, c.legs, kLegChoices);
  v.texts({"joints", "revolute joints above these feet, with * at the end for all that begin so"}, c.joints);
  v.number({"stiffness_factor", "by which their springs are multiplied"}, c.stiffness_factor, factor);
  v.number({"damping_factor", "by which their dampers are multiplied"}, c.damping_factor, factor);
  v.angle({"rest_shift_deg", "of their springs"}, c.rest_shift);
  v.number({"delay", "between the condition and the change"}, c.delay, non_negative("s"));
  v.number({"rate", "of the change; 0: at once"}, c.rate, non_negative("1/s"));
  v.number({"torque_limit", "of what the controller adds; 0: none"}, c.torque_limit, non_negative("N m"));
}

}  // namespace grouser
