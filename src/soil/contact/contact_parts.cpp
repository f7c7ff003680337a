#include "contact_parts.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/wheel/shear_stiffness.hpp"

namespace grouser {
namespace contact {
namespace {
constexpr double kShortest = 1e-3;  // m: shortest footprint
double sign_of(double x) { return x < 0.0 ? -1.0 : 1.0; }

}  // namespace

const ContactForce kNoForce;

Damping ramped_damping(const ContactLaw& law, double u_tot) {
  const double ramp = law.damping_ramp > 0.0 ? std::clamp(u_tot / law.damping_ramp, 0.0, 1.0) : 1.0;
  const double soil = (law.hard() ? law.soil.hard_damping : law.soil.soil_damping) * law.width_fraction;
  return {ramp * law.beta_wheel, ramp * soil};
}

double entry_angle(const ContactLaw& law, double sinkage) {
  return math::acos(1.0 - std::clamp(sinkage / law.wheel.radius, 0.0, 1.0));
}

// Relaxation length: how far the rim must slide until the slip has built up. On soil it is K plus half the
// arc. On hard ground the wheel's own shear compliance sets it, half a radius to a radius for elastic wheels
// (Pacejka 2002, ch. 7 and 9; half assumed). Renewal length: a footprint is new soil after rolling its own
// length; an exponential with a third of it has renewed 95 % by then.
Lengths footprint_lengths(const ContactLaw& law, double entry_angle) {
  const double arc = law.wheel.radius * entry_angle;
  const double relaxation = law.hard()
                                ? 0.5 * law.wheel.radius
                                : soft_relaxation_length(law.soil.janosi_k, law.wheel.radius, entry_angle);
  return {relaxation, std::max(arc, kShortest) / 3.0};
}

Sliding sliding_speeds(const ContactLaw& law, const ContactMotion& motion) {
  const double arm = law.hard() ? law.wheel.radius - std::max(motion.u_tot, 0.0) : law.wheel.radius;
  const double rim = arm * motion.spin;
  const double speed = std::sqrt(motion.v_x * motion.v_x + motion.v_y * motion.v_y);
  Sliding s;
  s.x = rim - motion.v_x;
  s.y = -motion.v_y;
  // hard ground: only rolling renews the contact (sliding is Coulomb's); soil: sliding renews it too
  s.rolling = law.hard() ? std::fabs(rim) : std::max(std::fabs(rim), speed);
  s.travel = motion.v_x;
  return s;
}

SoftSoil::SoftSoil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double length,
                   double peak_angle)
    : law_(law),
      side_(sign_of(m.travel)),
      u_peak_(m.u_peak - motion.rut_depth),
      peak_angle_(peak_angle),
      fresh_(m.fresh) {
  constexpr double kDeep = 0.25;  // of the radius: up to here coarse points hold 1e-3 of the load
  run_ = {.wheel = &law.on_soil,
          .running = {.slip_x = side_ * m.zeta_x / length,
                      .slip_y = m.zeta_y / length,
                      .travel = std::fabs(m.travel),
                      .rest_shear_x = side_ * m.zeta_x,
                      .rest_shear_y = m.zeta_y,
                      .rut_depth = motion.rut_depth,
                      .width_fraction = law.width_fraction},
          .arc_points = m.u_soil > kDeep * law.wheel.radius ? std::max(law.arc_points, kFineArcPoints)
                                                            : law.arc_points};
}

const WheelRun& SoftSoil::run_at(double u_soil) {
  run_.running.sinkage = u_soil;
  return run_;
}

SoilState SoftSoil::at(double u_soil) {
  const WheelRun& run = run_at(u_soil);
  SoilState s;
  s.reaction = wheel_reaction(*run.wheel, run.running, run.arc_points);
  complete(u_soil, s);
  return s;
}

void SoftSoil::complete(double u_soil, SoilState& s) const {
  s.reaction.drawbar_pull *= side_;
  s.reaction.torque *= side_;
  s.force = s.reaction.normal_force;
  s.stiffness = s.reaction.stiffness;
  s.scale = 1.0;
  if (u_soil >= u_peak_ || s.force <= 0.0) return;
  // old soil unloads stiffly from the depth it was pressed to; soil that the wheel has rolled onto since is
  // on the virgin curve
  const double area = law_.wheel.width * law_.width_fraction * law_.wheel.radius * peak_angle_;
  const double extra = std::max(0.0, law_.soil.unloading_stiffness * area - s.stiffness);
  const double old = std::max(0.0, s.force - extra * (u_peak_ - u_soil));
  const double old_stiffness = old > 0.0 ? s.stiffness + extra : 0.0;
  s.scale = fresh_ + (1.0 - fresh_) * old / s.force;
  s.stiffness = fresh_ * s.stiffness + (1.0 - fresh_) * old_stiffness;
  s.force *= s.scale;
}

void add_soft_tangential(const ContactMotion& motion, const SoilState& soil, double bristle_x,
                         double bristle_y, double radius, ContactForce& f) {
  const double cap = kBristleShare * f.normal;
  const double bx = std::clamp(bristle_x, -cap, cap), by = std::clamp(bristle_y, -cap, cap);
  f.longitudinal = soil.scale * soil.reaction.drawbar_pull + bx;
  f.lateral = soil.scale * soil.reaction.side_force + by;
  f.torque = soil.scale * soil.reaction.torque + radius * bx;
  f.entry_angle = soil.reaction.entry_angle;
  f.tangential_dissipation = f.torque * motion.spin - f.longitudinal * motion.v_x - f.lateral * motion.v_y;
}

HardTangential hard_tangential(const ContactLaw& law, double bristle, double normal, double zeta_x,
                               double zeta_y, double rate_x, double rate_y) {
  HardTangential t{law.k_tangential * zeta_x + bristle * rate_x, law.k_tangential * zeta_y + bristle * rate_y,
                   zeta_x, zeta_y};
  const double limit = law.soil.friction_mu * normal;
  const double trial = std::sqrt(t.force_x * t.force_x + t.force_y * t.force_y);
  if (trial > limit) {
    t.force_x *= limit / trial;
    t.force_y *= limit / trial;
  }
  const double deflection = std::sqrt(zeta_x * zeta_x + zeta_y * zeta_y);
  if (law.k_tangential * deflection > limit) {
    t.zeta_x *= limit / (law.k_tangential * deflection);
    t.zeta_y *= limit / (law.k_tangential * deflection);
  }
  return t;
}

double shear_energy(const ContactLaw& law, const ContactMemory& m) {
  return 0.5 * law.k_tangential * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
}

double ground_energy(const ContactLaw& law, const ContactMemory& m) {
  return 0.5 * law.soil.hard_stiffness * law.width_fraction * m.u_soil * m.u_soil;
}

double stored_energy(const ContactLaw& law, const ContactMemory& m) {
  double e = 0.5 * law.k_wheel * m.u_wheel * m.u_wheel;
  if (law.hard()) {
    e += ground_energy(law, m);
    e += shear_energy(law, m);
  }
  return e;
}

}  // namespace contact

double soft_relaxation_length(double janosi_k, double radius, double entry_angle) {
  return std::max(0.5 * radius * entry_angle, contact::kShortest) + janosi_k;
}

double sliding_stiffness(const ContactLaw& law, const ContactMemory& m, const ContactForce& f) {
  if (law.hard()) return f.sticks ? law.k_tangential : 0.0;
  return shear_stiffness_bound(law.on_soil,
                               {.normal_force = f.normal,
                                .sinkage = f.sinkage,
                                .entry_angle = f.entry_angle,
                                .travel = std::fabs(m.travel),
                                .relaxation = contact::footprint_lengths(law, f.entry_angle).relaxation,
                                .width_fraction = law.width_fraction});
}

double entry_side(double travel) {
  // a smooth cubic step, so that the rut level has a rate
  const double x = std::clamp(travel / kLeavesRut, -1.0, 1.0);
  return x * (1.5 - 0.5 * x * x);
}

void complete(ContactLaw& law) {
  if (!law.hard()) law.on_soil = put_wheel_on_soil(law.soil, law.wheel, law.gravity);
}

void backward_difference_weights(const double* age, int m, double* weights) {
  // Derivative at x = 0 of the Lagrange polynomials on nodes x_i = -age[i].
  for (int i = 0; i <= m; ++i) {
    double w = 0.0;
    if (i == 0) {
      for (int j = 1; j <= m; ++j) w += 1.0 / age[j];
    } else {
      w = -1.0 / age[i];
      for (int j = 1; j <= m; ++j)
        if (j != i) w *= age[j] / (age[j] - age[i]);
    }
    weights[i] = w;
  }
}

double contact_time_constant(const ContactLaw& law, double soil_stiffness) {
  const auto [beta_w, beta_s] = contact::ramped_damping(law, law.damping_ramp);
  return (beta_w + beta_s) / (law.k_wheel + soil_stiffness);
}

}  // namespace grouser
