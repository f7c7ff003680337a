// SPDX-License-Identifier: BSD-3-Clause
// A rigid body's inertia about its frame's origin in world axes, and its Newton-Euler equations there:
//   moment = J w' + h x v' + w x J w,   force = m v' + w' x h + w x (w x h),   h = m c
#pragma once
#include "grouser/multibody/tree/dynamics.hpp"
#include "spatial_inertia.hpp"

namespace grouser {

/// J = base 1 + sum rise_k (R u_k)(R u_k)^T: the principal axes rotate, the moments stay.
inline RigidInertia world_inertia(const Body& body, const Mat3& R_WB) {
  const PrincipalInertia& own = body.about_origin;
  RigidInertia inertia{body.mass, R_WB * body.first_moment, Symmetric3(own.base)};
  for (int k = 0; k < own.count; ++k) {
    const Vec3 u = own.unit[k] >= 0 ? Vec3(R_WB.col(own.unit[k])) : Vec3(R_WB * own.u[k]);
    inertia.J.add_outer(own.rise[k] * u, u);
  }
  return inertia;
}

/// The part of moment and force without accelerations, with gravity subtracted.
inline Wrench gyroscopic_wrench(const RigidInertia& inertia, const Vec3& w, const Vec3& gravity) {
  return {w.cross(inertia.J * w) - inertia.h.cross(gravity),
          w.cross(w.cross(inertia.h)) - inertia.m * gravity};
}

}  // namespace grouser
