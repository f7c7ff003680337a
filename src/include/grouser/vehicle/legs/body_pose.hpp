// SPDX-License-Identifier: BSD-3-Clause
// Poses of a walker's body that its standing feet allow: the angles of all legs for a pose of the body, and
// the pose for angles of all legs. Rolling of the feet and the deflection of servos are the controller's
// business (walk_controller.hpp).
#pragma once
#include <array>
#include <span>
#include <string>

#include "grouser/vehicle/legs/walk_controller.hpp"

namespace grouser {

/// Share 0 gives the first pose, 1 the second; rotations turn by the smaller angle.
RigidTransform between_poses(const RigidTransform& from, const RigidTransform& to, double share);

/// Angles of all legs, or the first leg that does not reach its foot, and why.
struct PoseReach {
  bool reached = false;
  std::array<LegAngles, kMostFeet> angles{};  ///< rad
  std::size_t leg = 0;
  LegBlock block;
};

/// body: pose of the body in the frame in which the feet are given. feet: middles of the feet, m, one per
/// leg; limbs keep them upright in that frame.
PoseReach reach_pose(std::span<const WalkerLeg> legs, const RigidTransform& body, std::span<const Vec3> feet);

/// "its hip is 3.2 deg beyond its limit", "it ends 12 mm off its foot".
std::string describe(const WalkerLeg& leg, const LegBlock& block);

}  // namespace grouser
