// SPDX-License-Identifier: BSD-3-Clause
// Poses of a body over feet that stay: interpolation along the rotation vector, and the angles of all legs,
// or the first leg that does not reach its foot and why.
#include "grouser/vehicle/legs/body_pose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {

RigidTransform between_poses(const RigidTransform& from, const RigidTransform& to, double share) {
  const Vec3 turn = quat_log(to_quat(Mat3(from.R.transpose() * to.R)));
  return {from.R * to_matrix(quat_exp(Vec3(share * turn))), from.p + share * (to.p - from.p)};
}

PoseReach reach_pose(std::span<const WalkerLeg> legs, const RigidTransform& body,
                     std::span<const Vec3> feet) {
  GROUSER_ASSERT(legs.size() == feet.size() && legs.size() <= kMostFeet);
  PoseReach found;
  const RigidTransform to_body = body.inverse();
  for (std::size_t i = 0; i < legs.size(); ++i) {
    const RigidTransform target{to_body.R, to_body * feet[i]};
    if (!legs[i].solves(target)) {
      found.leg = i;
      found.block = legs[i].blocked(target);
      return found;
    }
    found.angles[i] = legs[i].reach(target, legs[i].posture).angles;
  }
  found.reached = true;
  return found;
}

std::string describe(const WalkerLeg& leg, const LegBlock& block) {
  if (block.joint < 0) return fmt::format("it ends {:.3g} mm off its foot", 1e3 * block.beyond);
  return fmt::format("its {} is {:.3g} deg beyond its limit", leg.joint_name(block.joint),
                     kDegrees * block.beyond);
}

}  // namespace grouser
