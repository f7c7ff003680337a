// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// An orthonormal right-handed frame whose third axis is `axis` (unit).
inline Mat3 frame_about(const Vec3& axis) {
  Eigen::Index least = 0;
  axis.cwiseAbs().minCoeff(&least);
  Mat3 R;
  R.col(2) = axis;
  R.col(0) = Vec3(Vec3::Unit(least)).cross(axis).normalized();
  R.col(1) = axis.cross(Vec3(R.col(0)));
  return R;
}

}  // namespace grouser
