// SPDX-License-Identifier: BSD-3-Clause
// Angles of the motors of one leg, and the results of an inverse of its kinematics. No storage on the heap.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

inline constexpr int kMostLegJoints = 6;

/// rad, from the body outwards.
using LegAngles = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMostLegJoints, 1>;
/// d place of the foot/d angles, m/rad.
using LegJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, kMostLegJoints>;

struct LegSolution {
  bool reached = false;
  LegAngles angles = {};  ///< within the limits
  double distance = 0.0;  ///< of the foot from where it was asked for, m
};

/// Why a leg does not put its foot somewhere.
struct LegBlock {
  /// Number, from the body outwards, of the joint whose limit blocks the leg; -1: it is too short or too
  /// long.
  int joint = -1;
  double beyond = 0.0;  ///< that limit, rad; of joint -1: from what it reaches, m
};

}  // namespace grouser
