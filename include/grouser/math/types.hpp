// SPDX-License-Identifier: BSD-3-Clause
// Small vectors and matrices. Double precision, SI units, right-handed frames.
#pragma once
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>

namespace grouser {

using Vec2 = Eigen::Vector2d;  ///< column of two doubles

/// Column of three doubles: a vector in space, in the frame that its name or comment gives.
using Vec3 = Eigen::Vector3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;  ///< column of six doubles: a spatial vector
using Mat3 = Eigen::Matrix3d;              ///< 3 x 3 doubles
using Mat6 = Eigen::Matrix<double, 6, 6>;  ///< 6 x 6 doubles
using VecX = Eigen::VectorXd;              ///< column of doubles, its length set at run time
using MatX = Eigen::MatrixXd;              ///< Doubles, rows and columns set at run time

/// The same three numbers as a vector.
inline Vec3 to_vec3(const std::array<double, 3>& a) { return {a[0], a[1], a[2]}; }

/// The matrix with skew(a) b = a x b.
inline Mat3 skew(const Vec3& a) {
  Mat3 m;
  m << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return m;
}

}  // namespace grouser
