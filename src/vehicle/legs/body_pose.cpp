// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/vehicle/legs/body_pose.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/math/eigenvalues.hpp"
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

// The rotation is the eigenvector, as a quaternion, of the largest eigenvalue of Horn's matrix of the summed products of
// coordinates about both middles.
RigidTransform pose_of_feet(std::span<const Vec3> in_body, std::span<const Vec3> on_ground, double& misfit) {
  GROUSER_ASSERT(in_body.size() == on_ground.size() && in_body.size() >= 3);
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();
  for (std::size_t i = 0; i < in_body.size(); ++i) a += in_body[i], b += on_ground[i];
  a /= static_cast<double>(in_body.size()), b /= static_cast<double>(in_body.size());
  Mat3 S = Mat3::Zero();
  for (std::size_t i = 0; i < in_body.size(); ++i) S += (in_body[i] - a) * (on_ground[i] - b).transpose();
  MatX N(4, 4);
  N << S.trace(), S(1, 2) - S(2, 1), S(2, 0) - S(0, 2), S(0, 1) - S(1, 0),     //
      0.0, S(0, 0) - S(1, 1) - S(2, 2), S(0, 1) + S(1, 0), S(2, 0) + S(0, 2),  //
      0.0, 0.0, -S(0, 0) + S(1, 1) - S(2, 2), S(1, 2) + S(2, 1),               //
      0.0, 0.0, 0.0, -S(0, 0) - S(1, 1) + S(2, 2);
  N.triangularView<Eigen::StrictlyLower>() = N.transpose();
  const VecX q = largest_eigenvector(N);
  RigidTransform X;
  X.R = to_matrix(Quat(q[0], q[1], q[2], q[3]));
  X.p = b - X.R * a;
  misfit = 0.0;
  for (std::size_t i = 0; i < in_body.size(); ++i)
    misfit = std::max(misfit, (X * in_body[i] - on_ground[i]).norm());
  return X;
}

}  // namespace grouser
