// SPDX-License-Identifier: BSD-3-Clause
// A limb: a chain of three to six revolute joints from the body to its end, as those of a rover that walks on
// its locked wheels (JPL's ATHLETE). Everything is in the body's frame.
//
// With six joints the end's whole pose is given: a locked wheel that stands must not turn on the ground about
// any axis. With fewer only the end's place is. There is no closed form for any chain, so angles are found by
// Gauss-Newton steps with a damping that falls with the square of the gap (Yamashita & Fukushima 2001: it
// keeps the quadratic convergence), from a start; of all angles that do the same, those near the start come
// out.
#pragma once
#include <string>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/vehicle/legs/leg_angles.hpp"

namespace grouser {

/// A revolute joint of a limb.
struct LimbJoint {
  std::string name = {};      ///< of the joint in messages and channels
  RigidTransform X_PJ = {};   ///< its frame in that of the link before it; of the first in the body's
  Vec3 axis = Vec3::UnitZ();  ///< unit, in its own frame
  double lowest = 0.0;        ///< rad
  double highest = 0.0;       ///< rad
};

/// A limb as a chain of joints.
struct SerialLimbSpec {
  std::vector<LimbJoint> joints = {};  ///< three to six, from the body to the end
  RigidTransform X_end = {};           ///< the end in the last link's frame
};

/// Motion of a limb's end per radian of each joint: rows 0 to 2 its displacement (m), 3 to 5 its rotation
/// (rad), body frame.
using LimbJacobian = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, kMostLegJoints>;

/// The kinematics of one limb: from angles to the pose of its end, and back.
class SerialLimb {
 public:
  /// Throws InputError: other than three to six joints, limits that cross, a limb without length.
  explicit SerialLimb(SerialLimbSpec spec);

  const SerialLimbSpec& spec() const { return spec_; }                  ///< the chain that it was made from
  int joints() const { return static_cast<int>(spec_.joints.size()); }  ///< its joints

  /// Whether it can hold its end's attitude beside its place.
  bool holds_attitude() const { return joints() == kMostLegJoints; }
  /// Lower limit of a joint, from 0, rad.
  double lowest(int joint) const { return spec_.joints[static_cast<std::size_t>(joint)].lowest; }
  /// Upper limit of a joint, from 0, rad.
  double highest(int joint) const { return spec_.joints[static_cast<std::size_t>(joint)].highest; }
  /// All angles at 0, or at the limit nearest to it.
  LegAngles neutral() const;

  /// Pose of the end.
  RigidTransform end(const LegAngles& angles) const;
  /// Motion of the end per radian of each joint at these angles.
  LimbJacobian jacobian(const LegAngles& angles) const;
  /// The angles within the limits that put the end there, or nearest to it, found by descent from a start:
  /// the limb stays bent as it is. Does not allocate.
  LegSolution reach(const RigidTransform& target, const LegAngles& start) const;
  /// The same from starts all over its range (seed 002, section 3.5); of those that reach it the one nearest
  /// to neutral().
  LegSolution find(const RigidTransform& target) const;
  /// The limit that keeps reach() from a target which it does not reach from there.
  LegBlock blocked(const RigidTransform& target, const LegAngles& start) const;

 private:
  enum class Stops { hold, ignore };
  using Gap = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  Gap gap_to(const RigidTransform& target, const LegAngles& angles) const;
  LegAngles step_from(const LegAngles& angles, const Gap& gap, double damping, Stops stops) const;
  LegSolution descend(const RigidTransform& target, LegAngles angles, Stops stops) const;

  SerialLimbSpec spec_;
  double turn_length_ = 1.0;  // m for which a radian of the end's turn counts
};

}  // namespace grouser
