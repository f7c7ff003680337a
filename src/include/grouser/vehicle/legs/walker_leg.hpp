// SPDX-License-Identifier: BSD-3-Clause
// One leg on its body, whatever its kind, with the functions that gaits and poses need, in the body's frame.
#pragma once
#include <variant>

#include "grouser/vehicle/legs/four_bar_leg.hpp"
#include "grouser/vehicle/legs/serial_limb.hpp"

namespace grouser {

/// Points of a four-bar leg's frame, and stances of all legs, are (x, outward y, -z) from `position`.
struct WalkerLeg {
  std::variant<FourBarLeg, SerialLimb> kinematics;
  Vec3 position = Vec3::Zero();  ///< of the leg's frame in the body's, m; of a limb where its first joint is
  double outward = 1.0;          ///< +1 left, -1 right
  Vec3 stance = Vec3::Zero();    ///< position of the standing foot's middle, leg frame, m
  double foot_radius = 0.0;      ///< of the middle of the foot above level ground that it touches, m
  double rolls = 0.0;            ///< with which it rolls there while its shank turns, m; 0 of a locked wheel
  LegAngles posture = {};        ///< of a limb: the side to which it is bent, which it keeps

  Vec3 to_body(const Vec3& p) const { return position + Vec3(p.x(), outward * p.y(), -p.z()); }
  Vec3 to_leg(const Vec3& p) const {
    const Vec3 d = p - position;
    return {d.x(), outward * d.y(), -d.z()};
  }
  /// Null of a limb.
  const FourBarLeg* four_bar() const { return std::get_if<FourBarLeg>(&kinematics); }
  const SerialLimb* limb() const { return std::get_if<SerialLimb>(&kinematics); }

  int joints() const;
  /// rad
  double lowest(int joint) const;
  double highest(int joint) const;
  /// Pose of the foot in the body's frame: a limb's wheel has the body's axes on its stance. The attitude of
  /// four-bar legs is not used.
  RigidTransform foot(const LegAngles& angles) const;
  LegJacobian jacobian(const LegAngles& angles) const;
  /// The angles that put the foot there, or nearest to it; a limb goes there from those it has.
  LegSolution reach(const RigidTransform& target, const LegAngles& now) const;
  /// Whether there are angles within the limits for it; a limb stays bent as on its stance.
  bool solves(const RigidTransform& target) const;
  /// The joint and limit that keep the leg from a target that it does not solve.
  LegBlock blocked(const RigidTransform& target) const;
  /// Angles on the stance, with the foot upright.
  LegSolution stand() const;
  /// "hip", or the joint's name.
  std::string joint_name(int joint) const;
  /// Angle of the shank in the leg's plane, rad; 0 of a limb.
  double lean(const LegAngles& angles) const;
  /// Displacement of the middle of a foot that has rolled on its sole since shank and roll had these angles,
  /// body frame, m.
  Vec3 rolled(const LegAngles& angles, double lean_then, double roll_then) const;
};

}  // namespace grouser
