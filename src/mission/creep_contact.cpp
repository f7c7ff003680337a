#include "creep_contact.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

/// The deflection after the way. Along the heading it remembers (implicit Euler of d(zeta)/dt = v_s - V zeta
/// / l); sideways, and at the start, it has its steady value l v_s / V.
void advance_deflection(const CreepMotion& motion, double rim, double rolled, double length,
                        const CreepMemory& before, CreepMemory& m) {
  const double slide = rim - motion.way_x;
  m.zeta_x = motion.steady ? length * slide / rolled : (before.zeta_x + slide) / (1.0 + rolled / length);
  m.zeta_y = -length * motion.way_y / rolled;
}

// Two springs in series; a shear spring inside Coulomb's cone.
CreepForce hard_contact(const ContactLaw& law, const CreepMotion& motion, const CreepMemory& before,
                        CreepMemory& m) {
  const double k_soil = law.soil.hard_stiffness * law.width_fraction;
  const double arm = law.wheel.radius - motion.u_tot, length = 0.5 * law.wheel.radius;
  advance_deflection(motion, arm * motion.turn, std::fabs(arm * motion.turn), length, before, m);
  CreepForce f;
  m.sinkage = motion.u_tot * law.k_wheel / (law.k_wheel + k_soil);
  f.normal = k_soil * m.sinkage;
  const double stretch = std::sqrt(m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
  const double limit = law.soil.friction_mu * f.normal;
  if (law.k_tangential * stretch > limit) {
    m.zeta_x *= limit / (law.k_tangential * stretch);
    m.zeta_y *= limit / (law.k_tangential * stretch);
  }
  f.longitudinal = law.k_tangential * m.zeta_x;
  f.lateral = law.k_tangential * m.zeta_y;
  f.torque = arm * f.longitudinal;
  f.slip = m.zeta_x / length;
  return f;
}

// The wheel's spring in series with its own load-sinkage curve at this slip: k (u - z) = W(z). Newton; the
// search goes on from the last one, so that one evaluation of the curve is usually enough: what is left of
// the step is second order. The other forces go with the load over it.
CreepForce soft_contact(const ContactLaw& law, const CreepMotion& motion, const CreepMemory& before,
                        CreepMemory& m) {
  constexpr double kClose = 1e-4;  // of the sinkage
  constexpr int kMaxRounds = 40;
  const double depth = before.sinkage > 0.0 ? before.sinkage : std::max(m.sinkage, 0.0);
  const double entry = math::acos(1.0 - std::min(depth / law.wheel.radius, 1.0));
  const double length = std::max(0.5 * law.wheel.radius * entry, 1e-3) + law.soil.janosi_k;
  const double rim = law.wheel.radius * motion.turn;
  const double way = std::sqrt(motion.way_x * motion.way_x + motion.way_y * motion.way_y);
  advance_deflection(motion, rim, std::max(std::fabs(rim), way), length, before, m);

  WheelRunning run;
  run.slip_x = m.zeta_x / length;
  run.slip_y = m.zeta_y / length;
  run.rut_depth = motion.rut_depth;
  run.width_fraction = law.width_fraction;
  const double u = motion.u_tot, k = law.k_wheel;
  double z = 0.5 * u, low = 0.0, high = u;
  if (m.stiffness > 0.0) z = std::clamp(m.sinkage + k / (k + m.stiffness) * (u - m.u_tot), 0.05 * u, u);
  WheelReaction reaction;
  for (int round = 0; round < kMaxRounds; ++round) {
    run.sinkage = z;
    reaction = wheel_reaction(law.on_soil, run, law.arc_points);
    const double gap = k * (u - z) - reaction.normal_force;
    (gap > 0.0 ? low : high) = z;
    double next = z + gap / (k + reaction.stiffness);
    const bool close = std::fabs(next - z) < kClose * z;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    z = next;
    if (close) break;
  }
  m.sinkage = z;
  m.u_tot = u;
  m.stiffness = reaction.stiffness;
  const double normal = k * (u - z), share = normal / reaction.normal_force;
  return {normal, share * reaction.drawbar_pull, share * reaction.side_force, share * reaction.torque,
          run.slip_x};
}

}  // namespace

CreepForce creep_contact(const ContactLaw& law, const CreepMotion& motion, const CreepMemory& before,
                         CreepMemory& memory) {
  return law.hard() ? hard_contact(law, motion, before, memory) : soft_contact(law, motion, before, memory);
}

}  // namespace grouser
