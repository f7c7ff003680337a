// SPDX-License-Identifier: BSD-3-Clause
// Springs, dampers and tethers between points of two bodies.
#include "spring_force.hpp"

#include <cmath>

namespace grouser {
namespace {

struct SpringEnd {
  Vec3 p, v;
};
SpringEnd end_of(const Kinematics& kinematics, BodyId body, const Vec3& point) {
  if (body == kWorld) return {point, Vec3::Zero()};
  const BodyMotion& motion = kinematics.body[body];
  const Vec3 p = motion.X_WB * point;
  return {p, motion.velocity_at(p)};
}

}  // namespace

// Tension = k (l - l0) + d l', along the line between the ends. A tether (tension_only) pulls while it is
// stretched and never pushes; its damper has no effect where it would push. At l = 0 the line has no
// direction and there is no force, unless l0 = 0, where k (l - l0) n = k delta is smooth through zero.
SpringState calc_spring(const SpringElement& spring, const Kinematics& kinematics) {
  const SpringEnd a = end_of(kinematics, spring.body_a, spring.point_a);
  const SpringEnd b = end_of(kinematics, spring.body_b, spring.point_b);
  const Vec3 delta = b.p - a.p;
  const double length = delta.norm();
  const Vec3 direction = length > 0.0 ? Vec3(delta / length) : Vec3(Vec3::Zero());
  const double rate = direction.dot(b.v - a.v), stretch = length - spring.free_length;
  if (spring.tension_only && stretch <= 0.0) return {a.p, b.p, Vec3::Zero(), 0.0, length, 0.0, 0.0};
  const double elastic = spring.stiffness * stretch;
  double tension = elastic + spring.damping * rate;
  if (spring.tension_only && tension < 0.0) tension = 0.0;
  return {
      a.p, b.p, tension * direction, tension, length, 0.5 * elastic * stretch, (tension - elastic) * rate};
}

SpringReading calc_spring_reading(const Model& model, int spring, const Kinematics& kinematics) {
  const SpringState state = calc_spring(model.springs()[static_cast<std::size_t>(spring)], kinematics);
  return {state.tension, state.length, state.energy};
}

}  // namespace grouser
