// SPDX-License-Identifier: BSD-3-Clause
// A walker's leg of either kind, four-bar or limb, behind one interface in the body's frame. A four-bar leg
// solves for the place of its foot alone, in a leg frame with y outward and z down.
#include "grouser/vehicle/legs/walker_leg.hpp"

#include <fmt/format.h>

namespace grouser {
namespace {

constexpr const char* kLegMotors[] = {"roll", "hip", "knee"};

}  // namespace

int WalkerLeg::joints() const { return limb() ? limb()->joints() : 3; }

double WalkerLeg::lowest(int joint) const {
  return limb() ? limb()->lowest(joint) : four_bar()->spec().lowest[static_cast<std::size_t>(joint)];
}

double WalkerLeg::highest(int joint) const {
  return limb() ? limb()->highest(joint) : four_bar()->spec().highest[static_cast<std::size_t>(joint)];
}

RigidTransform WalkerLeg::foot(const LegAngles& angles) const {
  if (limb()) return limb()->end(angles);
  return {Mat3::Identity(), to_body(four_bar()->foot(angles.head<3>()))};
}

LegJacobian WalkerLeg::jacobian(const LegAngles& angles) const {
  if (limb()) return limb()->jacobian(angles).topRows<3>();
  LegJacobian J = four_bar()->jacobian(angles.head<3>());
  J.row(1) *= outward;
  J.row(2) *= -1.0;
  return J;
}

LegSolution WalkerLeg::reach(const RigidTransform& target, const LegAngles& now) const {
  if (limb()) return limb()->reach(target, now);
  const LegReach found = four_bar()->reach(to_leg(target.p));
  const bool nowhere = !found.reached && found.point.isZero(0.0);
  return {found.reached, nowhere ? now : LegAngles(found.angles), found.distance};
}

bool WalkerLeg::solves(const RigidTransform& target) const {
  return limb() ? limb()->reach(target, posture).reached : four_bar()->solves(to_leg(target.p));
}

LegBlock WalkerLeg::blocked(const RigidTransform& target) const {
  return limb() ? limb()->blocked(target, posture) : four_bar()->blocked(to_leg(target.p));
}

LegSolution WalkerLeg::stand() const {
  if (limb()) return limb()->find({Mat3::Identity(), to_body(stance)});
  const LegReach found = four_bar()->reach(stance);
  return {found.reached, found.angles, found.distance};
}

std::string WalkerLeg::joint_name(int joint) const {
  return limb() ? limb()->spec().joints[static_cast<std::size_t>(joint)].name : kLegMotors[joint];
}

double WalkerLeg::lean(const LegAngles& angles) const {
  if (limb()) return 0.0;
  return angles[1] + four_bar()->knee(angles[2]).value_or(FourBarKnee{}).angle;
}

Vec3 WalkerLeg::rolled(const LegAngles& angles, double lean_then, double roll_then) const {
  if (rolls == 0.0) return Vec3::Zero();
  return {-rolls * (lean(angles) - lean_then), -outward * rolls * (angles[0] - roll_then), 0.0};
}

}  // namespace grouser
