// SPDX-License-Identifier: BSD-3-Clause
// Rotations as matrices, roll-pitch-yaw (about z, then y, then x) and quaternions; exp and log between
// rotation vectors and unit quaternions have series near 0.
#include "grouser/math/pose.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {

Mat3 rotation_about(const Vec3& axis, double angle) {
  const auto [s, c] = math::sincos(angle);
  return rotation_about(axis, s, c);
}

// Rodrigues (1840) with K^2 = a a^T - 1: R = c 1 + s K + (1 - c) a a^T.
Mat3 rotation_about(const Vec3& axis, double sin, double cos) {
  const Vec3 sa = sin * axis, ta = (1.0 - cos) * axis;
  const double xy = ta.x() * axis.y(), xz = ta.x() * axis.z(), yz = ta.y() * axis.z();
  Mat3 R;
  R << cos + ta.x() * axis.x(), xy - sa.z(), xz + sa.y(),  //
      xy + sa.z(), cos + ta.y() * axis.y(), yz - sa.x(),   //
      xz - sa.y(), yz + sa.x(), cos + ta.z() * axis.z();
  return R;
}

Mat3 rotation_from_rpy(double roll, double pitch, double yaw) {
  return rotation_about(Vec3::UnitZ(), yaw) * rotation_about(Vec3::UnitY(), pitch) *
         rotation_about(Vec3::UnitX(), roll);
}

RollPitchYaw rpy_from_rotation(const Mat3& R) {
  return {math::atan2(R(2, 1), R(2, 2)), math::asin(-R(2, 0)), math::atan2(R(1, 0), R(0, 0))};
}

Quat quat_exp(const Vec3& phi) {
  const double angle2 = phi.squaredNorm();
  double half_sinc, w;  // sin(a/2)/a and cos(a/2)
  if (angle2 < 1e-4) {  // series: the next term is below 1e-17 here
    half_sinc = 0.5 - angle2 / 48.0 + angle2 * angle2 / 3840.0;
    w = 1.0 - angle2 / 8.0 + angle2 * angle2 / 384.0 - angle2 * angle2 * angle2 / 46080.0;
  } else {
    const double angle = std::sqrt(angle2);
    const auto [s, c] = math::sincos(0.5 * angle);
    half_sinc = s / angle;
    w = c;
  }
  return Quat(w, half_sinc * phi.x(), half_sinc * phi.y(), half_sinc * phi.z());
}

Vec3 quat_log(const Quat& q) {
  // q and -q are one rotation; the one with w >= 0 gives an angle of at most pi.
  const double sign = q.w() < 0.0 ? -1.0 : 1.0;
  const Vec3 v = sign * q.vec();
  const double s = v.norm();
  if (s < 1e-8) return 2.0 * v;
  return (2.0 * math::atan2(s, sign * q.w()) / s) * v;
}

Quat normalised(const Quat& q) {
  const double inverse = 1.0 / std::sqrt(q.w() * q.w() + q.x() * q.x() + q.y() * q.y() + q.z() * q.z());
  return Quat(q.w() * inverse, q.x() * inverse, q.y() * inverse, q.z() * inverse);
}

Mat3 to_matrix(const Quat& q) {
  const double w = q.w(), x = q.x(), y = q.y(), z = q.z();
  Mat3 R;
  R << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y);
  return R;
}

Quat to_quat(const Mat3& R) { return normalised(Quat(R)); }

}  // namespace grouser
