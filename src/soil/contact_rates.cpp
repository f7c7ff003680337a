#include <algorithm>
#include <cmath>

#include "contact_parts.hpp"

namespace grouser {

using namespace contact;

namespace {

// s: what the step form does at once (forget the share of fresh soil, return to Coulomb's cone, let go of the
// shear spring), a rate does in this time.
constexpr double kQuick = 5e-3;

// Apart: the wheel springs back on its damper, the shear spring lets go.
void spring_back(const ContactLaw& law, const ContactMemory& m, std::array<double, kContactRateSize>& rates,
                 ContactForce& f) {
  const double beta = ramped_damping(law, law.damping_ramp).wheel;
  rates[0] = beta > 0.0 ? -law.k_wheel / beta * m.u_wheel : -m.u_wheel / kQuick;
  rates[1] = -m.zeta_x / kQuick;
  rates[2] = -m.zeta_y / kQuick;
  f.stored_energy = stored_energy(law, m);
  f.normal_dissipation = -law.k_wheel * m.u_wheel * rates[0];
  if (law.hard())
    f.tangential_dissipation = law.k_tangential * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y) / kQuick;
}

}  // namespace

void calc_contact_rates(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m,
                        std::array<double, kContactRateSize>& rates, ContactForce& f) {
  f = ContactForce{};
  rates.fill(0.0);
  const Sliding slide = sliding_speeds(law, motion);
  const double u_soil = motion.u_tot - m.u_wheel;
  const auto [length, renewal] = footprint_lengths(law, entry_angle(law, u_soil));
  const auto [beta_w, beta_s] = ramped_damping(law, motion.u_tot);

  SoilState soil;
  double k_s = 0.0;
  if (law.hard()) {
    k_s = law.soil.hard_stiffness * law.width_fraction;
    soil.force = k_s * u_soil;
  } else {
    soil = SoftSoil(law, motion, m, length, entry_angle(law, m.u_peak - motion.rut_depth)).at(u_soil);
  }
  // equation (5); without damping the springs share the load at once, which the step form handles and a rate
  // cannot
  const double beta = std::max(beta_w + beta_s, 1e-6 * law.k_wheel);
  const double u_tot_rate = motion.u_tot_rate + motion.rut_rate;  // below untouched ground
  const double u_w_rate = (soil.force - law.k_wheel * m.u_wheel + beta_s * u_tot_rate) / beta;
  const double force = law.k_wheel * m.u_wheel + beta_w * u_w_rate;
  if (motion.u_tot <= 0.0 || force <= 0.0) return spring_back(law, m, rates, f);
  rates[0] = u_w_rate;
  rates[1] = slide.x - slide.rolling * m.zeta_x / length;
  rates[2] = slide.y - slide.rolling * m.zeta_y / length;
  rates[3] = (slide.travel - std::fabs(slide.travel) * m.travel) / length;
  const double u_s_rate = u_tot_rate - u_w_rate;
  const bool on_curve = motion.rut_depth + u_soil >= m.u_peak;
  rates[4] = on_curve ? std::max(0.0, u_s_rate) : 0.0;
  rates[5] = on_curve ? -m.fresh / kQuick : slide.rolling / renewal * (1.0 - m.fresh);
  f.normal = force;
  f.sinkage = u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta_w * u_w_rate * u_w_rate + beta_s * u_s_rate * u_s_rate;
  const double bristle = motion.share * law.beta_tangential;
  if (law.hard()) {
    const HardTangential t = hard_tangential(law, bristle, force, m.zeta_x, m.zeta_y, rates[1], rates[2]);
    if (t.zeta_x != m.zeta_x || t.zeta_y != m.zeta_y) {  // beyond the cone: sliding, back onto it at once
      rates[1] = (t.zeta_x - m.zeta_x) / kQuick;
      rates[2] = (t.zeta_y - m.zeta_y) / kQuick;
    }
    f.longitudinal = t.force_x;
    f.lateral = t.force_y;
    f.torque = (law.wheel.radius - motion.u_tot) * t.force_x;
    f.entry_angle = entry_angle(law, motion.u_tot);
    f.tangential_dissipation = f.longitudinal * slide.x + f.lateral * slide.y -
                               law.k_tangential * (m.zeta_x * rates[1] + m.zeta_y * rates[2]);
  } else {
    add_soft_tangential(motion, soil, bristle * rates[1], bristle * rates[2], law.wheel.radius, f);
    f.normal_dissipation += soil.force * u_s_rate - force * motion.rut_rate;
  }
  f.stored_energy = stored_energy(law, m);
}

}  // namespace grouser
