// SPDX-License-Identifier: BSD-3-Clause
// A point on viscoelastic ground (Wachlin 2018, chapter 6; docs/theory_landing.md): the standard linear
// solid c_v e' = k_e (u - e) - k_v e in closed form over a step, LuGre's bristles z' = v - sigma_0 |v|
// z/g(v) by implicit Euler, and the rates of both for Runge-Kutta.
#include "grouser/soil/force/viscoelastic_contact.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

/// The bristles' deflection without its part along the present normal, m.
Vec3 bristles_in_plane(const ViscoelasticMemory& m, const Vec3& normal) {
  const Vec3 z(m.x, m.y, m.z);
  return z - normal.dot(z) * normal;
}

/// Energy of both springs under a normal force, J.
double springs_energy(const ViscoelasticParams& s, double force, double dent) {
  return 0.5 * force * force / s.elastic_stiffness + 0.5 * s.creep_stiffness * dent * dent;
}

/// The dent after dt under a depth that grows evenly (the header's formula), never beyond what it leaves of
/// the force.
double pressed_dent(const ViscoelasticParams& s, double from, double to, double dent, double dt) {
  constexpr double kSmall = 1e-4;  // below it the series is exact to 1e-13 of the depth
  const double sum = s.elastic_stiffness + s.creep_stiffness, a = sum * dt / s.creep_damping;
  const double left = math::exp(-a);
  const double mean = a < kSmall ? 1.0 - a * (0.5 - a / 6.0) : (1.0 - left) / a;  // of exp(-a t/dt)
  return dent * left + s.elastic_stiffness / sum * (to - from * left - (to - from) * mean);
}

/// Nothing presses: the dent closes.
void close_dent(const ViscoelasticParams& s, double dt, ViscoelasticMemory& m, ViscoelasticForce& out) {
  const double before = m.dent;
  m.dent *= math::exp(-s.creep_stiffness * dt / s.creep_damping);
  out.springs = springs_energy(s, 0.0, m.dent);
  out.soil_power = 0.5 * s.creep_stiffness * (before * before - m.dent * m.dent) / dt;
}

/// Force of the bristles, and what they store, at a normal force.
void drag(const ViscoelasticLaw& law, double normal, const Vec3& z, const Vec3& z_rate, const Vec3& velocity,
          ViscoelasticForce& out) {
  const Bristles& b = law.bristles;
  out.friction = -normal * (b.stiffness * z + b.damping * z_rate + b.viscous * velocity);
  out.bristles = 0.5 * b.stiffness * normal * z.squaredNorm();
}

}  // namespace

ViscoelasticLaw put_point(const SoilParams& soil, double gravity) {
  if (soil.kind != SoilKind::viscoelastic) return {};
  return {soil, bristles_of(soil, gravity)};
}

void step_viscoelastic(const ViscoelasticLaw& law, const ViscoelasticMotion& motion, double dt,
                       ViscoelasticMemory& m, ViscoelasticForce& out) {
  const ViscoelasticParams& s = law.ground;
  const ViscoelasticMemory before = m;
  out = {};
  m.x = m.y = m.z = 0.0;
  // Above the surface as it was at first, the ground is fresh.
  if (motion.depth <= 0.0) {
    out.forgotten = springs_energy(s, 0.0, before.dent);
    m.dent = 0.0;
    return;
  }
  // a point that came into touch within the step was pressed only from the dent on
  const double from = std::max(motion.depth - dt * motion.approach, std::min(before.dent, motion.depth));
  m.dent = pressed_dent(s, from, motion.depth, before.dent, dt);
  out.normal = s.elastic_stiffness * (motion.depth - m.dent);
  // There is no adhesion: where the force would pull, the dent closes on its own.
  if (!(out.normal > 0.0)) {
    out.normal = 0.0;
    m.dent = before.dent;
    return close_dent(s, dt, m, out);
  }
  out.springs = springs_energy(s, out.normal, m.dent);
  const double creep = (m.dent - before.dent) / dt;
  out.soil_power = s.creep_damping * creep * creep;
  // z_1 = (z_0 + dt v)/(1 + dt sigma_0 |v|/g), and the force's change with the velocity as an implicit
  // damper.
  const Vec3 z_0 = bristles_in_plane(before, motion.normal);
  const double speed = motion.sliding.norm();
  const double slips = 1.0 + dt * law.bristles.stiffness * speed / stribeck_friction(s, speed);
  const Vec3 z_1 = (z_0 + dt * motion.sliding) / slips;
  drag(law, out.normal, z_1, (z_1 - z_0) / dt, motion.sliding, out);
  out.friction_power = -out.friction.dot(motion.sliding_now);
  const Bristles& b = law.bristles;
  out.across = out.normal * ((b.stiffness * dt + b.damping) / slips + b.viscous);
  m.x = z_1.x(), m.y = z_1.y(), m.z = z_1.z();
}

void viscoelastic_rates(const ViscoelasticLaw& law, const ViscoelasticMotion& motion,
                        const ViscoelasticMemory& m, double (&rates)[kViscoelasticRates],
                        ViscoelasticForce& out) {
  const ViscoelasticParams& s = law.ground;
  out = {};
  if (motion.depth > 0.0) out.normal = std::max(0.0, s.elastic_stiffness * (motion.depth - m.dent));
  rates[0] = (out.normal - s.creep_stiffness * m.dent) / s.creep_damping;
  rates[1] = rates[2] = rates[3] = 0.0;
  out.springs = springs_energy(s, out.normal, m.dent);
  out.soil_power = s.creep_damping * rates[0] * rates[0];
  if (!(out.normal > 0.0)) return;
  const Vec3 z = bristles_in_plane(m, motion.normal);
  const double speed = motion.sliding_now.norm();
  const Vec3 z_rate = motion.sliding_now - law.bristles.stiffness * speed / stribeck_friction(s, speed) * z;
  drag(law, out.normal, z, z_rate, motion.sliding_now, out);
  out.friction_power = -out.friction.dot(motion.sliding_now);
  for (int i = 0; i < 3; ++i) rates[1 + i] = z_rate[i];
}

}  // namespace grouser
