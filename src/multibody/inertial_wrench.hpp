// A rigid body's inertia about its frame's origin in world axes, and its Newton-Euler equations there:
//   moment = J w' + h x v' + w x J w,   force = m v' + w' x h + w x (w x h),   h = m c
#pragma once
#include "grouser/multibody/dynamics.hpp"

namespace grouser {

struct WorldInertia {
  double m;
  Vec3 h;  ///< mass times position of the centre of mass from the origin
  Mat3 J;  ///< about the origin
};

inline WorldInertia world_inertia(const Body& body, const Mat3& R_WB) {
  const Vec3 c = R_WB * body.com, h = body.mass * c;
  Mat3 J = R_WB * body.inertia * R_WB.transpose();
  J.diagonal().array() += h.dot(c);
  J.noalias() -= h * c.transpose();
  return {body.mass, h, J};
}

/// The part of moment and force that needs no accelerations, gravity taken off.
inline Wrench gyroscopic_wrench(const WorldInertia& inertia, const Vec3& w, const Vec3& gravity) {
  return {w.cross(inertia.J * w) - inertia.h.cross(gravity),
          w.cross(w.cross(inertia.h)) - inertia.m * gravity};
}

}  // namespace grouser
