// SPDX-License-Identifier: BSD-3-Clause
// The rate form of a contact for Runge-Kutta (docs/theory.md, "Rate form"): rates of (u_wheel, zeta_x,
// zeta_y, travel, u_peak, fresh), with no state faster than a given time constant. finish_contact_rates()
// makes the changes that are not rates, at a step's end.
#include <algorithm>
#include <cmath>

#include "ground.hpp"

namespace grouser {

using namespace contact;

namespace {

// s: what the step form does at once (forget the share of fresh soil, release the shear spring), the rate
// form does within this time.
constexpr double kQuick = 5e-3;

// Apart: the wheel springs back on its damper, and the shear spring is released.
void spring_back(const ContactLaw& law, const ContactMemory& m, double fastest,
                 std::array<double, kContactRateSize>& rates, ContactForce& f) {
  const double beta = ramped_damping(law, law.damping_ramp).wheel;
  const double quick = std::max(kQuick, fastest);
  rates[0] = -m.u_wheel / (beta > 0.0 ? std::max(beta / law.k_wheel, fastest) : quick);
  rates[1] = -m.zeta_x / quick;
  rates[2] = -m.zeta_y / quick;
  f.stored_energy = stored_energy(law, m);
  f.normal_dissipation = -law.k_wheel * m.u_wheel * rates[0];
}

/// Factor on the fading rate `speed` / `length` that keeps it no faster than `fastest`.
double pace(double speed, double length, double fastest) {
  return fastest * speed > length ? length / (fastest * speed) : 1.0;
}

}  // namespace

/// Both dampers raised in proportion to their springs until the contact's time constant is `fastest`, s.
ContactDampers slow_dampers(ContactDampers own, double k_wheel, double k_soil, double fastest) {
  const double lacking = fastest - (own.wheel + own.soil) / (k_wheel + k_soil);
  if (!(lacking > 0.0)) return own;
  return {own.wheel + lacking * k_wheel, own.soil + lacking * k_soil};
}

void calc_contact_rates(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m,
                        double fastest, std::array<double, kContactRateSize>& rates, ContactForce& f) {
  f = ContactForce{};
  rates.fill(0.0);
  const Ground& ground = *law.ground;
  const Sliding slide = ground.sliding(law, motion);
  const double u_soil = motion.u_tot - m.u_wheel, entry = entry_angle(law, u_soil);
  const double length = ground.relaxation(law, entry), renewal = renewal_length(law, entry);
  const SoilState soil = ground.state(law, motion, m, length, u_soil);
  // equation (5); beta has a lower limit, for a contact without damping and without a shortest time
  const auto [beta_w, beta_s] =
      slow_dampers(ramped_damping(law, motion.u_tot, motion.damping), law.k_wheel, soil.stiffness, fastest);
  const double beta = std::max(beta_w + beta_s, 1e-6 * law.k_wheel);
  const double u_tot_rate = motion.u_tot_rate + motion.rut_rate;  // below untouched ground
  const double u_w_rate = (soil.force - law.k_wheel * m.u_wheel + beta_s * u_tot_rate) / beta;
  const double force = law.k_wheel * m.u_wheel + beta_w * u_w_rate;
  if (motion.u_tot <= 0.0 || force <= 0.0) return spring_back(law, m, fastest, rates, f);
  rates[0] = u_w_rate;
  const double slip_pace = pace(slide.rolling, length, fastest);
  rates[1] = slip_pace * (slide.x - slide.rolling * m.zeta_x / length);
  rates[2] = slip_pace * (slide.y - slide.rolling * m.zeta_y / length);
  rates[3] = pace(std::fabs(slide.travel), length, fastest) *
             (slide.travel - std::fabs(slide.travel) * m.travel) / length;
  const double u_s_rate = u_tot_rate - u_w_rate;
  const bool on_curve = motion.rut_depth + u_soil >= m.u_peak;
  rates[4] = on_curve ? std::max(0.0, u_s_rate) : 0.0;
  rates[5] = on_curve ? -m.fresh / std::max(kQuick, fastest)
                      : pace(slide.rolling, renewal, fastest) * slide.rolling / renewal * (1.0 - m.fresh);
  f.normal = force;
  f.sinkage = u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta_w * u_w_rate * u_w_rate;
  const double bristle = motion.share * law.beta_tangential;
  ground.load({law, motion, slide, m, soil, bristle, beta_s, u_s_rate}, rates, f);
  f.stored_energy = stored_energy(law, m);
}

RatesEnd finish_contact_rates(const ContactLaw& law, const ContactMemory& before, ContactMemory& m) {
  const bool touches = m.force_past > 0.0;
  const double stored = stored_energy(law, m);
  // below untouched ground; a contact that touched nothing before came down on the level that it stands on
  // now
  const double level = m.u_tot_past[0] - m.u_wheel;
  const double level_before =
      before.past_count > 0.0 ? before.u_tot_past[0] - before.u_wheel : level - m.u_soil + before.u_soil;
  if (touches) {
    remember_deepest(level, m);
    law.ground->cut_deflection(law, m);
  } else if (m.u_wheel < kSeparatedTolerance) {
    m.u_wheel = m.zeta_x = m.zeta_y = 0.0;
  }
  RatesEnd end;
  end.stored_energy = stored_energy(law, m) - stored;
  end.work = shear_energy(law, before) - shear_energy(law, m);
  if (!touches) end.work += ground_energy(law, before) - ground_energy(law, m);
  end.soil_work = law.ground->pressing_work(0.5 * (before.force_past + m.force_past), level - level_before);
  end.work += end.soil_work;
  return end;
}

}  // namespace grouser
