// SPDX-License-Identifier: BSD-3-Clause
// Inertias about a body's origin in world axes, and their translation to the parent's origin.
#pragma once
#include "grouser/math/simd/always_inline.hpp"
#include "grouser/math/types.hpp"

namespace grouser {

/// A symmetric 3x3 matrix, stored as its six numbers.
struct Symmetric3 {
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;

  Symmetric3() = default;
  explicit Symmetric3(double diagonal) : xx(diagonal), yy(diagonal), zz(diagonal) {}
  /// From a matrix that is symmetric.
  explicit Symmetric3(const Mat3& m)
      : xx(m(0, 0)), yy(m(1, 1)), zz(m(2, 2)), xy(m(0, 1)), xz(m(0, 2)), yz(m(1, 2)) {}

  GROUSER_INLINE Vec3 operator*(const Vec3& v) const {
    return {xx * v.x() + xy * v.y() + xz * v.z(), xy * v.x() + yy * v.y() + yz * v.z(),
            xz * v.x() + yz * v.y() + zz * v.z()};
  }
  Symmetric3& operator+=(const Symmetric3& o) {
    xx += o.xx, yy += o.yy, zz += o.zz, xy += o.xy, xz += o.xz, yz += o.yz;
    return *this;
  }
  /// Adds a b^T; the sum over all calls must be symmetric.
  void add_outer(const Vec3& a, const Vec3& b) {
    xx += a.x() * b.x(), yy += a.y() * b.y(), zz += a.z() * b.z();
    xy += a.x() * b.y(), xz += a.x() * b.z(), yz += a.y() * b.z();
  }
  Mat3 matrix() const {
    Mat3 m;
    m << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return m;
  }
};

/// Symmetric 6x6 inertia [J H; H^T M], which gives moment J w' + H v' and force H^T w' + M v'.
struct SpatialInertia {
  Symmetric3 J;
  Mat3 H = Mat3::Zero();
  Symmetric3 M;
};

/// Bodies without a solved joint between them together remain a rigid inertia: 10 numbers instead of 21.
struct RigidInertia {
  double m = 0.0;
  Vec3 h = Vec3::Zero();
  Symmetric3 J;
};

inline void add_rigid(const RigidInertia& rigid, SpatialInertia& to) {
  to.J += rigid.J;
  to.H += skew(rigid.h);
  to.M.xx += rigid.m, to.M.yy += rigid.m, to.M.zz += rigid.m;
}

// X^T I X with X = [1 0; -r x 1]: the inertia felt at a point -r away.
inline void add_shifted(const RigidInertia& child, const Vec3& r, RigidInertia& parent) {
  const Vec3 mr = child.m * r, g = 2.0 * child.h + mr;  // J' = J + (g.r) 1 - (r g^T + g r^T)/2
  const double x = g.x() * r.x(), y = g.y() * r.y(), z = g.z() * r.z();
  parent.m += child.m;
  parent.h += child.h + mr;
  parent.J.xx += child.J.xx + (y + z);
  parent.J.yy += child.J.yy + (x + z);
  parent.J.zz += child.J.zz + (x + y);
  parent.J.xy += child.J.xy - 0.5 * (g.x() * r.y() + g.y() * r.x());
  parent.J.xz += child.J.xz - 0.5 * (g.x() * r.z() + g.z() * r.x());
  parent.J.yz += child.J.yz - 0.5 * (g.y() * r.z() + g.z() * r.y());
}

// H' = H + r x M and J' = J + C + C^T with C = r x (H + (r x M)/2)^T, where r x is applied to columns.
inline void add_shifted(const SpatialInertia& child, const Vec3& r, SpatialInertia& parent) {
  const Symmetric3& M = child.M;
  Mat3 rM;
  rM.col(0) = r.cross(Vec3(M.xx, M.xy, M.xz));
  rM.col(1) = r.cross(Vec3(M.xy, M.yy, M.yz));
  rM.col(2) = r.cross(Vec3(M.xz, M.yz, M.zz));
  const Mat3 B = child.H + 0.5 * rM;
  const Vec3 C0 = r.cross(Vec3(B.row(0))), C1 = r.cross(Vec3(B.row(1))), C2 = r.cross(Vec3(B.row(2)));
  parent.J.xx += child.J.xx + 2.0 * C0.x();
  parent.J.yy += child.J.yy + 2.0 * C1.y();
  parent.J.zz += child.J.zz + 2.0 * C2.z();
  parent.J.xy += child.J.xy + (C1.x() + C0.y());
  parent.J.xz += child.J.xz + (C2.x() + C0.z());
  parent.J.yz += child.J.yz + (C2.y() + C1.z());
  parent.H += child.H + rM;
  parent.M += M;
}

}  // namespace grouser
