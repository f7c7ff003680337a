// Inertias about a body's origin in world axes, and what they become when moved to the parent's origin.
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// Symmetric 6x6 inertia [J H; H^T M] that gives moment J w' + H v', force H^T w' + M v'.
struct SpatialInertia {
  Mat3 J = Mat3::Zero(), H = Mat3::Zero(), M = Mat3::Zero();
};

/// A composite of bodies without a solved joint between them stays a rigid inertia: 10 numbers instead of 21.
struct RigidInertia {
  double m = 0.0;
  Vec3 h = Vec3::Zero();
  Mat3 J = Mat3::Zero();
};

// r x each column.
inline Mat3 cross_columns(const Vec3& r, const Mat3& A) {
  Mat3 result;
  for (int k = 0; k < 3; ++k) result.col(k) = r.cross(A.col(k));
  return result;
}

inline void add_rigid(const RigidInertia& rigid, SpatialInertia& to) {
  to.J += rigid.J;
  to.H += skew(rigid.h);
  to.M.diagonal().array() += rigid.m;
}

// X^T I X with X = [1 0; -r x 1]: the inertia felt at a point -r away.
inline void add_shifted(const RigidInertia& child, const Vec3& r, RigidInertia& parent) {
  parent.m += child.m;
  parent.h += child.h + child.m * r;
  const Vec3 g = 2.0 * child.h + child.m * r;  // J' = J + (g.r) 1 - (r g^T + g r^T)/2
  parent.J += child.J;
  parent.J.diagonal().array() += g.dot(r);
  const Mat3 outer = 0.5 * r * g.transpose();
  parent.J -= outer;
  parent.J -= outer.transpose();
}

inline void add_shifted(const SpatialInertia& child, const Vec3& r, SpatialInertia& parent) {
  const Mat3 rM = cross_columns(r, child.M);                     // H' = H + r x M
  const Mat3 rHt = cross_columns(r, Mat3(child.H.transpose()));  // (H r x)^T = -r x H^T
  parent.J += child.J + rHt + rHt.transpose() - cross_columns(r, Mat3(-rM.transpose()));
  parent.H += child.H + rM;
  parent.M += child.M;
}

}  // namespace grouser
