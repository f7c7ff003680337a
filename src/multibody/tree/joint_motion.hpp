// SPDX-License-Identifier: BSD-3-Clause
// The motion that a joint adds to its parent's motion. A free joint's velocity is (w in body axes, velocity
// in J axes), so its motion subspace rotates with the bodies; writing everything in world axes leaves one
// rule for all kinds of joints:
//   w_B = w_P + w_rel,                 w_B' = w_P' + alpha_rel + w_P x w_rel
//   v_B = v_P + w_P x r + d',          v_B' = v_P' + w_P' x r + d'' + w_P x (w_P x r + 2 d')
// with r = p_B - p_P, and d', d'' the origin's velocity and acceleration relative to the parent. alpha_rel is
// R_WB times the coordinates' acceleration, because w_rel = R_WB w and
//   (d/dt R_WB) w = w_B x w_rel = w_P x w_rel
// A joint of two turns has w_rel = s1 q1' + s2 q2', s1 fixed in P and s2 in B. Then w_B' has s1 x s2 q1' q2'
// more, because s2 turns about s1: turning_of_second_axis().
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

inline const BodyMotion kWorldMotion;

inline const BodyMotion& parent_motion(const Kinematics& kinematics, const Joint& joint) {
  return joint.parent == kWorld ? kWorldMotion : kinematics.body[joint.parent];
}

/// The axis of a one-coordinate joint, which is the same in J and in B.
inline Vec3 axis_in_world(const Joint& joint, const Mat3& R_WB) {
  return joint.unit >= 0 ? Vec3(R_WB.col(joint.unit)) : Vec3(R_WB * joint.axis);
}

/// The child's pose from its parent's, which must be current.
void place_body(const Joint& joint, const VecX& q, Kinematics& inout);

/// Pose of B in J.
RigidTransform joint_pose(const Joint& joint, const double* q);

/// Joint rates: angular parts in B axes and (first of two turns) in J axes, linear part in J axes. Used for
/// velocities and accelerations.
struct JointRate {
  Vec3 angular_B = Vec3::Zero(), angular_J = Vec3::Zero(), linear_J = Vec3::Zero();
};
JointRate joint_rate(const Joint& joint, const double* rates);

inline Vec3 to_world(const Joint& joint, const Mat3& R_WP, const Vec3& in_J) {
  return joint.aligned ? Vec3(R_WP * in_J) : Vec3(R_WP * (joint.X_PJ.R * in_J));
}

/// Velocity-product accelerations of the child's origin frame, world axes. Uses w_P x w_rel = w_P x w_B and
///   d' = v_B - v_P - w_P x r
/// which is nonzero only for joints that slide.
struct BiasAcceleration {
  Vec3 angular, linear;
};
Vec3 turning_of_second_axis(const Joint& joint, const BodyMotion& parent, const BodyMotion& body);
inline BiasAcceleration bias_acceleration(const Joint& joint, const BodyMotion& parent,
                                          const BodyMotion& body, const Vec3& r) {
  Vec3 rate = body.v - parent.v;
  if (joint.kind.slides > 0) rate = 2.0 * rate - parent.w.cross(r);
  BiasAcceleration bias{parent.w.cross(body.w), parent.w.cross(rate)};
  if (joint.kind.turns == 2) bias.angular += turning_of_second_axis(joint, parent, body);
  return bias;
}

/// One column of the joint's motion subspace, world axes: angular velocity `angular` of B, and velocity
/// `linear` of its origin, for unit rate of one coordinate.
struct MotionColumn {
  Vec3 angular = Vec3::Zero(), linear = Vec3::Zero();
};
/// The same for any rates: what they add to the parent's motion, or columns if one of them is 1.
MotionColumn in_world(const Joint& joint, const JointRate& rate, const Mat3& R_WP, const Mat3& R_WB);
/// Gives column k, 0 .. joint.nv - 1.
MotionColumn motion_column(const Joint& joint, const Mat3& R_WP, const Mat3& R_WB, int k);

}  // namespace grouser
