// SPDX-License-Identifier: BSD-3-Clause
// A body in free flight or in contact with a fixed one, by a small integrator of the tests' own (kick, drift, kick with the angular
// momentum kept in world axes: second order, reversible), so that what is seen is the contact's.
#pragma once
#include <algorithm>
#include <vector>

#include "grouser/shape/mesh/mesh_mass.hpp"
#include "grouser/shape/press/polygon_contact.hpp"

namespace grouser::pairs {

struct FreeBody {
  MeshMass mass;  // its centre at the origin
  RigidTransform X;
  Vec3 v = Vec3::Zero(), L = Vec3::Zero();  // of the centre; angular momentum about it, world axes

  Mat3 inertia() const { return X.R * mass.inertia * X.R.transpose(); }
  Vec3 w() const { return inertia().inverse() * L; }
  double kinetic() const { return 0.5 * mass.mass * v.squaredNorm() + 0.5 * w().dot(L); }
};

struct Throw {
  FreeBody body;
  PolygonLaw law;
  PolygonContact pair;
  std::vector<PolygonAnchor> anchors = {};
  double most_load = 0.0;

  PolygonLoads loads(double dt) { return pair.calc_loads({body.X, body.v, body.w()}, dt, law, anchors); }
  void kick(const PolygonLoads& l, double dt) {
    body.v += dt / body.mass.mass * l.force;
    body.L += dt * (l.moment - body.X.p.cross(l.force));
  }
  void drift(double dt) {
    body.X.p += dt * body.v;
    // the rotation at the middle of the drift
    const Vec3 w0 = body.w();
    FreeBody half = body;
    half.X.R = rotation_about(w0.normalized(), 0.5 * dt * w0.norm()) * body.X.R;
    const Vec3 w = half.w();
    if (w.norm() > 0.0) body.X.R = rotation_about(w.normalized(), dt * w.norm()) * body.X.R;
  }
  /// Until it has left again; false if it stayed.
  bool bounce(double dt, int most_steps) {
    bool touched = false;
    PolygonLoads l = loads(0.0);
    for (int i = 0; i < most_steps; ++i) {
      kick(l, 0.5 * dt);
      drift(dt);
      l = loads(dt);
      kick(l, 0.5 * dt);
      most_load = std::max(most_load, l.load);
      touched |= l.polygons > 0;
      if (touched && l.polygons == 0) return true;
    }
    return false;
  }
};

}  // namespace grouser::pairs
