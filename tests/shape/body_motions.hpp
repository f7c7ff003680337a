// SPDX-License-Identifier: BSD-3-Clause
// Motions with closed forms for bodies on a level plate under Coulomb friction: a block that slides to a stop, a ball that begins to
// roll, a disc that spins upon its face. Shared by the tests and by the bench that has MuJoCo do the same.
#pragma once
#include <cmath>
#include <utility>

#include "free_body.hpp"
#include "shape_pairs.hpp"

namespace grouser::pairs {

inline constexpr double kMotionGravity = 9.81, kMotionFriction = 0.4, kMotionDensity = 2000.0;
inline constexpr double kSlideSpeed = 1.0;                                           // m/s
inline constexpr double kSpinSpeed = 10.0;                                           // rad/s
inline constexpr double kBallRadius = 0.15, kDiscRadius = 0.15, kDiscHeight = 0.06;  // m
inline const Vec3 kBlockSize{0.2, 0.25, 0.06};

/// v^2 / (2 mu g)
inline double slide_exact() { return kSlideSpeed * kSlideSpeed / (2.0 * kMotionFriction * kMotionGravity); }
/// 5/7 v: sliding friction turns the ball until it rolls, m v R about the point of contact being kept
inline double roll_exact() { return 5.0 / 7.0 * kSlideSpeed; }
/// Even pressure: moment 2/3 mu m g R against the inertia m R^2 / 2, so that it stops after 3 R w / (4 mu g)
inline double spin_exact() {
  return 3.0 * kDiscRadius * kSpinSpeed / (4.0 * kMotionFriction * kMotionGravity);
}

/// A body on a plate, or on another body, pressed in by its weight.
struct OnPlate {
  Throw on;
  double time = 0.0;
  PolygonLoads last = {};

  OnPlate(const TriangleMesh& mesh, PolygonForm form, const TriangleMesh& plate = box_mesh({4.0, 4.0, 0.5}))
      : on{{}, {}, PolygonContact(mesh_of(plate), mesh_of(mesh))} {
    on.law.form = form;
    on.law.stiffness = 1e8;
    on.law.shear_stiffness = 1e8;
    on.law.shear_damping = 1e4;
    on.law.mu_stick = on.law.mu_slip = kMotionFriction;
    on.body.mass = mass_of(mesh, kMotionDensity);
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 50; ++i) {
      on.body.X.p.z() = 0.5 * (low + high);
      (loads_at(on.pair, on.body.X, on.law).force.z() > on.body.mass.mass * kMotionGravity ? low : high) =
          on.body.X.p.z();
    }
  }
  void step(double dt) {
    if (time == 0.0) last = on.loads(0.0);
    for (const bool first : {true, false}) {
      on.body.v.z() -= 0.5 * dt * kMotionGravity;
      on.kick(last, 0.5 * dt);
      if (!first) break;
      on.drift(dt);
      last = on.loads(dt);
    }
    time += dt;
  }
};

inline constexpr double kMotionStep = 1e-4;  // s
inline double slide_distance(PolygonForm form) {
  OnPlate block(with_short_edges(box_mesh(kBlockSize), 0.05), form);
  block.on.body.v.x() = kSlideSpeed;
  while (block.on.body.v.x() > 1e-3 && block.time < 1.0) block.step(kMotionStep);
  return block.on.body.X.p.x();
}
inline double roll_speed(PolygonForm form) {
  OnPlate ball(ball_mesh(kBallRadius, 5), form);
  ball.on.body.v.x() = kSlideSpeed;
  // It rolls from 2 v / (7 mu g) = 0.073 s on; then the mean, as it swings a little upon the springs that stick.
  while (ball.time < 0.1) ball.step(kMotionStep);
  const double from = ball.on.body.X.p.x(), at = ball.time;
  while (ball.time < 0.2) ball.step(kMotionStep);
  return (ball.on.body.X.p.x() - from) / (ball.time - at);
}
inline double spin_time(PolygonForm form) {
  OnPlate disc(with_short_edges(rod_mesh(kDiscRadius, kDiscHeight, 48), 0.02), form);
  disc.on.body.L = disc.on.body.inertia() * Vec3(0, 0, kSpinSpeed);
  while (disc.on.body.w().z() > 1e-2 && disc.time < 1.0) disc.step(kMotionStep);
  return disc.time;
}

}  // namespace grouser::pairs
