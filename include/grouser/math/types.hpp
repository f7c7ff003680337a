// SPDX-License-Identifier: BSD-3-Clause
// Small vectors and matrices. Double precision, SI units, right-handed frames.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

namespace grouser {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat3 = Eigen::Matrix3d;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using VecX = Eigen::VectorXd;
using MatX = Eigen::MatrixXd;

inline Vec3 to_vec3(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

/// The matrix with skew(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

}  // namespace grouser
