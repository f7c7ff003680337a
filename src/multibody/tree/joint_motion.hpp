// SPDX-License-Identifier: BSD-3-Clause
// The motion that a joint adds to its parent's motion. A free joint's velocity is (w in body axes, velocity
// in J axes), so its motion subspace rotates with the bodies; writing everything in world axes leaves one
// rule for all joint types:
//   w_B = w_P + w_rel,                 w_B' = w_P' + alpha_rel + w_P x w_rel
//   v_B = v_P + w_P x r + d',          v_B' = v_P' + w_P' x r + d'' + w_P x (w_P x r + 2 d')
// with r = p_B - p_P, and d', d'' the origin's velocity and acceleration relative to the parent. alpha_rel is
// R_WB times the coordinates' acceleration, because w_rel = R_WB w and
//   (d/dt R_WB) w = w_B x w_rel = w_P x w_rel
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

inline const BodyMotion kWorldMotion;

inline const BodyMotion& parent_motion(const Kinematics& kinematics, const Joint& joint) {
  return joint.parent == kWorld ? kWorldMotion
                                : kinematics.body[static_cast<std::size_t>(joint.parent.index)];
}

/// The axis of a one-coordinate joint, which is the same in J and in B.
inline Vec3 axis_in_world(const Joint& joint, const Mat3& R_WB) {
  return joint.unit >= 0 ? Vec3(R_WB.col(joint.unit)) : Vec3(R_WB * joint.axis);
}

/// The child's pose from its parent's, which must be current.
void place_body(const Joint& joint, const VecX& q, Kinematics& inout);

/// Pose of B in J.
RigidTransform joint_pose(const Joint& joint, const double* q);

/// Joint rates: angular part in B axes, linear part in J axes. Used for velocities and accelerations.
struct JointRate {
  Vec3 angular_B = Vec3::Zero(), linear_J = Vec3::Zero();
};
JointRate joint_rate(const Joint& joint, const double* rates);

/// Velocity-product accelerations of the child's origin frame, world axes. Uses w_P x w_rel = w_P x w_B and
///   d' = v_B - v_P - w_P x r
/// which is nonzero only for prismatic and free joints.
struct BiasAcceleration {
  Vec3 angular, linear;
};
inline BiasAcceleration bias_acceleration(const Joint& joint, const BodyMotion& parent,
                                          const BodyMotion& body, const Vec3& r) {
  const bool slides = joint.type == JointType::prismatic || joint.type == JointType::free;
  Vec3 rate = body.v - parent.v;
  if (slides) rate = 2.0 * rate - parent.w.cross(r);
  return {parent.w.cross(body.w), parent.w.cross(rate)};
}

/// One column of the joint's motion subspace, world axes: angular velocity `angular` of B, and velocity
/// `linear` of its origin, for unit rate of one coordinate.
struct MotionColumn {
  Vec3 angular = Vec3::Zero(), linear = Vec3::Zero();
};
/// Gives column k, 0 .. joint.nv - 1.
MotionColumn motion_column(const Joint& joint, const Mat3& R_WP, const Mat3& R_WB, int k);

}  // namespace grouser
