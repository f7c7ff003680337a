// SPDX-License-Identifier: BSD-3-Clause
// Poses and rotations. Monogram names: X_AB is the pose of frame B in frame A, p_AB the position of B's
// origin in A, R_AB the rotation that takes vectors written in B to A.
//   X_AC = X_AB * X_BC
// Quaternions are Hamilton, order (w, x, y, z), normalised, body to world.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

using Quat = Eigen::Quaterniond;  ///< order (w, x, y, z); unit where it is a rotation

/// The pose X_AB of a frame B in a frame A; the identity by default.
struct RigidTransform {
  Mat3 R = Mat3::Identity();  ///< R_AB: takes vectors written in B to A
  Vec3 p = Vec3::Zero();      ///< p_AB: origin of B in A, m

  /// X_AC = X_AB * X_BC.
  RigidTransform operator*(const RigidTransform& other) const { return {R * other.R, R * other.p + p}; }
  /// A point (m) written in B, as written in A.
  Vec3 operator*(const Vec3& point) const { return R * point + p; }
  RigidTransform inverse() const { return {R.transpose(), -(R.transpose() * p)}; }  ///< X_BA
};

/// Rotation by `angle` (rad) about the unit vector `axis`. Uses our own sin and cos.
Mat3 rotation_about(const Vec3& axis, double angle);
/// The same where the angle's sine and cosine are known.
Mat3 rotation_about(const Vec3& axis, double sin, double cos);
/// Yaw (z), then pitch (y, nose down positive as in REP-103), then roll (x): R = Rz Ry Rx.
Mat3 rotation_from_rpy(double roll, double pitch, double yaw);
/// Angles of a rotation R = Rz(yaw) Ry(pitch) Rx(roll), rad.
struct RollPitchYaw {
  double roll;   ///< about x
  double pitch;  ///< about y, nose down positive, in [-pi/2, pi/2]
  double yaw;    ///< about z, in (-pi, pi]
};

/// The angles of a rotation matrix, rad; with the nose straight up or down roll and yaw are not unique.
RollPitchYaw rpy_from_rotation(const Mat3& R);

/// Unit quaternion of the rotation vector phi (rad): exp of the map so(3) -> SO(3). Exact for phi = 0.
Quat quat_exp(const Vec3& phi);
/// Rotation vector of a unit quaternion, angle in [0, pi].
Vec3 quat_log(const Quat& q);
/// q normalised, sign kept.
Quat normalised(const Quat& q);
/// Rotation matrix of a unit quaternion.
Mat3 to_matrix(const Quat& q);
Quat to_quat(const Mat3& R);  ///< unit quaternion of a rotation matrix

}  // namespace grouser
