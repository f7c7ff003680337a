#include "grouser/soil/contact.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kSeparatedTolerance = 1e-9;  // m: below this a relaxed surface counts as back in shape
constexpr double kForceTolerance = 1e-6;  // of the wheel's force at full compression: far below a step's own error
constexpr double kLeastForce = 1e-3;       // N
constexpr int kMaxIterations = 60;

double sign_of(double x) { return x < 0.0 ? -1.0 : 1.0; }

struct Damping {
  double wheel, soil;
};
Damping ramped_damping(const ContactLaw& law, double u_tot) {
  const double ramp = law.damping_ramp > 0.0 ? std::clamp(u_tot / law.damping_ramp, 0.0, 1.0) : 1.0;
  const double soil = (law.hard() ? law.soil.hard_damping : law.soil.soil_damping) * law.width_fraction;
  return {ramp * law.beta_wheel, ramp * soil};
}

double entry_angle(const ContactLaw& law, double sinkage) {
  return math::acos(1.0 - std::clamp(sinkage / law.wheel.radius, 0.0, 1.0));
}

// l: how far the rim must slide until the slip has built up. Soil: K and half the arc. Hard ground: the wheel's own
// shear compliance sets it, half a radius to a radius for elastic wheels (Pacejka 2002, ch. 7 and 9; half assumed).
double relaxation_length(const ContactLaw& law, double u_soil) {
  if (law.hard()) return 0.5 * law.wheel.radius;
  return std::max(0.5 * law.wheel.radius * entry_angle(law, u_soil), 1e-3) + law.soil.janosi_k;
}

// A footprint is new soil after rolling its own length: an exponential of a third of it has 95 % renewed by then.
constexpr double kAllFresh = 0.999;  // share of new soil at which the old one is forgotten
double renewal_length(const ContactLaw& law, double u_soil) {
  return std::max(law.wheel.radius * entry_angle(law, u_soil), 1e-3) / 3.0;
}

// Speeds that the tangential state sees.
struct Sliding {
  double x, y;     // velocity of the rim against the ground, reversed: + makes + force
  double rolling;  // V
  double travel;   // signed speed at which the footprint is rolled
};
Sliding sliding_speeds(const ContactLaw& law, const ContactMotion& motion) {
  const double arm = law.hard() ? law.wheel.radius - std::max(motion.u_tot, 0.0) : law.wheel.radius;
  const double rim = arm * motion.spin;
  const double speed = std::sqrt(motion.v_x * motion.v_x + motion.v_y * motion.v_y);
  Sliding s;
  s.x = rim - motion.v_x;
  s.y = -motion.v_y;
  // hard ground: only rolling renews the contact (sliding is Coulomb's); soil: sliding renews it too
  s.rolling = law.hard() ? std::fabs(rim) : std::max(std::fabs(rim), speed);
  s.travel = std::fabs(rim) > std::fabs(motion.v_x) ? rim : motion.v_x;
  return s;
}

// Steady soil reaction at a sinkage, with stiff unloading below the deepest compression of this footprint.
struct SoilState {
  WheelReaction reaction;
  double force = 0.0;      // R(u_s) after unloading
  double stiffness = 0.0;  // dR/du_s
  double scale = 1.0;      // force over the virgin curve's
};
SoilState soft_soil(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m, double u_soil,
                    double length) {
  SoilState s;
  if (u_soil <= 0.0) return s;
  const double side = sign_of(m.travel);
  WheelRunning run;
  run.sinkage = u_soil;
  run.slip_x = side * m.zeta_x / length;
  run.slip_y = m.zeta_y / length;
  run.travel = std::fabs(m.travel);
  run.rest_shear_x = side * m.zeta_x;
  run.rest_shear_y = m.zeta_y;
  run.rut_depth = motion.rut_depth;
  run.width_fraction = law.width_fraction;
  run.gravity = law.gravity;
  s.reaction = wheel_reaction(law.soil, law.wheel, run);
  s.reaction.drawbar_pull *= side;
  s.reaction.torque *= side;
  s.force = s.reaction.normal_force;
  s.stiffness = s.reaction.stiffness;
  if (u_soil < m.u_peak && s.force > 0.0) {
    // old soil unloads stiffly from the depth it was pressed to; soil that the wheel rolled onto since is at the curve
    const double area = law.wheel.width * law.width_fraction * law.wheel.radius * entry_angle(law, m.u_peak);
    const double extra = std::max(0.0, law.soil.unloading_stiffness * area - s.stiffness);
    const double old = std::max(0.0, s.force - extra * (m.u_peak - u_soil));
    const double old_stiffness = old > 0.0 ? s.stiffness + extra : 0.0;
    s.scale = m.fresh + (1.0 - m.fresh) * old / s.force;
    s.stiffness = m.fresh * s.stiffness + (1.0 - m.fresh) * old_stiffness;
    s.force *= s.scale;
  }
  return s;
}

void add_soft_tangential(const ContactMotion& motion, const SoilState& soil, double bristle_x, double bristle_y,
                         double radius, ContactForce& f) {
  const double cap = 0.5 * f.normal;  // the damper never exceeds what soil can pass on
  const double bx = std::clamp(bristle_x, -cap, cap), by = std::clamp(bristle_y, -cap, cap);
  f.longitudinal = soil.scale * soil.reaction.drawbar_pull + bx;
  f.lateral = soil.scale * soil.reaction.side_force + by;
  f.torque = soil.scale * soil.reaction.torque + radius * bx;
  f.entry_angle = soil.reaction.entry_angle;
  f.tangential_dissipation = f.torque * motion.spin - f.longitudinal * motion.v_x - f.lateral * motion.v_y;
}

// Coulomb stick-slip by return mapping: the trial force is cut to the cone, the deflection follows.
struct HardTangential {
  double force_x = 0.0, force_y = 0.0, zeta_x = 0.0, zeta_y = 0.0;
};
HardTangential hard_tangential(const ContactLaw& law, double normal, double zeta_x, double zeta_y, double rate_x,
                               double rate_y) {
  HardTangential t{law.k_tangential * zeta_x + law.beta_tangential * rate_x,
                   law.k_tangential * zeta_y + law.beta_tangential * rate_y, zeta_x, zeta_y};
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

double stored_energy(const ContactLaw& law, const ContactMemory& m) {
  double e = 0.5 * law.k_wheel * m.u_wheel * m.u_wheel;
  if (law.hard()) {
    e += 0.5 * law.soil.hard_stiffness * law.width_fraction * m.u_soil * m.u_soil;
    e += 0.5 * law.k_tangential * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
  }
  return e;
}

void remember(double u_tot, double dt, int stencil_points, ContactMemory& m) {
  for (int i = kMaxStencilPoints - 2; i > 0; --i) {
    m.u_wheel_past[i] = m.u_wheel_past[i - 1];
    m.u_tot_past[i] = m.u_tot_past[i - 1];
    m.age[i] = m.age[i - 1] + dt;
  }
  m.u_wheel_past[0] = m.u_wheel;
  m.u_tot_past[0] = u_tot;
  m.age[0] = dt;
  m.past_count = std::min(m.past_count + 1.0, static_cast<double>(std::max(stencil_points - 1, 2)));
}

// The surfaces part: no force; wheel and soil spring back on their own dampers (implicit Euler). Soft soil stays put.
void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m, ContactForce& f) {
  const auto [beta_w, beta_s] = ramped_damping(law, law.damping_ramp);  // full damping
  const double old_w = m.u_wheel, old_s = m.u_soil;
  m.u_wheel = beta_w > 0.0 ? old_w / (1.0 + dt * law.k_wheel / beta_w) : 0.0;
  if (law.hard()) {
    const double k_s = law.soil.hard_stiffness * law.width_fraction;
    m.u_soil = beta_s > 0.0 ? old_s / (1.0 + dt * k_s / beta_s) : 0.0;
    f.normal_dissipation = (0.5 * law.k_wheel * (old_w * old_w - m.u_wheel * m.u_wheel) +
                            0.5 * k_s * (old_s * old_s - m.u_soil * m.u_soil)) / dt;
  } else {
    m.u_soil = std::clamp(motion.u_tot - m.u_wheel, 0.0, old_s);
    f.normal_dissipation = 0.5 * law.k_wheel * (old_w * old_w - m.u_wheel * m.u_wheel) / dt;
  }
  if (m.u_wheel < kSeparatedTolerance) m.u_wheel = 0.0;
  if (m.u_soil < kSeparatedTolerance) m.u_soil = 0.0;
  if (law.hard()) f.tangential_dissipation = 0.5 * law.k_tangential * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y) / dt;
  m.zeta_x = m.zeta_y = 0.0;
  m.past_count = 0.0;
  remember(std::max(motion.u_tot, 0.0), dt, law.stencil_points, m);
  m.force_past = 0.0;
  f.stored_energy = stored_energy(law, m);
}

}  // namespace

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
  const auto [beta_w, beta_s] = ramped_damping(law, law.damping_ramp);
  return (beta_w + beta_s) / (law.k_wheel + soil_stiffness);
}

void step_contact(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m, ContactForce& f) {
  f = ContactForce{};
  // the sliding state first: it depends on the motion only
  const Sliding slide = sliding_speeds(law, motion);
  const double length = relaxation_length(law, m.u_soil);
  const double fade = 1.0 / (1.0 + dt * slide.rolling / length);
  const ContactMemory before = m;
  if (motion.u_tot <= 0.0 || (m.force_past <= 0.0 && m.past_count > 0.0 && motion.u_tot < m.u_wheel + (law.hard() ? m.u_soil : 0.0)))
    return relax_apart(law, motion, dt, m, f);
  m.zeta_x = (m.zeta_x + dt * slide.x) * fade;
  m.zeta_y = (m.zeta_y + dt * slide.y) * fade;
  m.travel = (m.travel + dt * slide.travel / length) / (1.0 + dt * std::fabs(slide.travel) / length);
  const double renewed = dt * slide.rolling / renewal_length(law, m.u_soil);
  m.fresh = (m.fresh + renewed) / (1.0 + renewed);

  // backward difference: du/dt = w0 u + (known past); before the first touch both springs were at ease
  double age[kMaxStencilPoints] = {0.0, dt}, weight[kMaxStencilPoints] = {};
  const int past = std::clamp(static_cast<int>(m.past_count), 1, law.stencil_points - 1);
  for (int i = 1; i < past; ++i) age[i + 1] = dt + m.age[i - 1];
  backward_difference_weights(age, past, weight);
  double past_w = 0.0, past_tot = 0.0;
  for (int i = 0; i < std::min(past, static_cast<int>(m.past_count)); ++i) {
    past_w += weight[i + 1] * m.u_wheel_past[i];
    past_tot += weight[i + 1] * m.u_tot_past[i];
  }
  const double w0 = weight[0];
  const double u_tot_rate = w0 * motion.u_tot + past_tot;
  const auto [beta_w, beta_s] = ramped_damping(law, motion.u_tot);

  SoilState soil;
  if (law.hard()) {
    // equation (6)
    const double k_s = law.soil.hard_stiffness * law.width_fraction;
    m.u_wheel = (k_s * motion.u_tot + beta_s * u_tot_rate - (beta_w + beta_s) * past_w) /
                (law.k_wheel + k_s + (beta_w + beta_s) * w0);
  } else {
    // g(u_w) = wheel force - soil force grows with u_w: Newton first, then secants (the law's stiffness leaves out how
    // the shear changes with depth), kept inside a bracket
    const double tolerance = kForceTolerance * (kLeastForce + law.k_wheel * motion.u_tot);
    double low = motion.u_tot - law.wheel.radius, high = motion.u_tot;
    // the wheel's compression goes on as it did: an excellent guess while rolling
    const double guess = m.past_count > 1.0 ? 2.0 * m.u_wheel - m.u_wheel_past[1] : m.u_wheel;
    double u_w = std::clamp(guess, low, high);
    double last_u = 0.0, last_g = 0.0;
    for (int i = 0; i < kMaxIterations; ++i) {
      soil = soft_soil(law, motion, m, motion.u_tot - u_w, length);
      const double u_w_rate = w0 * u_w + past_w;
      const double g = law.k_wheel * u_w + beta_w * u_w_rate - soil.force - beta_s * (u_tot_rate - u_w_rate);
      if (std::fabs(g) < tolerance) break;
      (g > 0.0 ? high : low) = u_w;
      double slope = law.k_wheel + (beta_w + beta_s) * w0 + soil.stiffness;
      if (i > 0 && (g - last_g) * (u_w - last_u) > 0.0) slope = (g - last_g) / (u_w - last_u);
      last_u = u_w;
      last_g = g;
      double next = u_w - g / slope;
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      u_w = next;
    }
    m.u_wheel = u_w;
  }
  const double u_w_rate = w0 * m.u_wheel + past_w, u_s_rate = u_tot_rate - u_w_rate;
  const double force = law.k_wheel * m.u_wheel + beta_w * u_w_rate;
  if (force <= 0.0) {
    m = before;
    return relax_apart(law, motion, dt, m, f);
  }
  m.u_soil = motion.u_tot - m.u_wheel;
  if (m.u_soil >= m.u_peak || m.fresh > kAllFresh) {
    m.u_peak = m.u_soil;
    m.fresh = 0.0;
  }
  f.normal = force;
  f.sinkage = m.u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta_w * u_w_rate * u_w_rate + beta_s * u_s_rate * u_s_rate;

  const double rate_x = (m.zeta_x - before.zeta_x) / dt, rate_y = (m.zeta_y - before.zeta_y) / dt;
  if (law.hard()) {
    const HardTangential t = hard_tangential(law, f.normal, m.zeta_x, m.zeta_y, rate_x, rate_y);
    const double arm = law.wheel.radius - motion.u_tot;
    m.zeta_x = t.zeta_x;
    m.zeta_y = t.zeta_y;
    f.longitudinal = t.force_x;
    f.lateral = t.force_y;
    f.torque = arm * t.force_x;
    f.entry_angle = entry_angle(law, motion.u_tot);
    const double elastic_x = (m.zeta_x - before.zeta_x) / dt, elastic_y = (m.zeta_y - before.zeta_y) / dt;
    // sliding takes F . v_s less what the shear spring stores
    f.tangential_dissipation = f.longitudinal * slide.x + f.lateral * slide.y -
                               law.k_tangential * (m.zeta_x * elastic_x + m.zeta_y * elastic_y);
  } else {
    add_soft_tangential(motion, soil, law.beta_tangential * rate_x, law.beta_tangential * rate_y, law.wheel.radius, f);
    f.normal_dissipation += soil.force * u_s_rate;
  }
  f.stored_energy = stored_energy(law, m);
  // The backward difference takes k (du)^2 / 2 from each spring; the body feels the mean of the two forces over the step,
  // the springs the last one.
  const double dw = m.u_wheel - before.u_wheel, ds = m.u_soil - before.u_soil;
  const double u_tot_before = before.past_count > 0.0 ? before.u_tot_past[0] : 0.0;
  f.numerical_loss = 0.5 * law.k_wheel * dw * dw - 0.5 * (force - before.force_past) * (motion.u_tot - u_tot_before);
  if (law.hard()) {
    const double dzx = m.zeta_x - before.zeta_x, dzy = m.zeta_y - before.zeta_y;
    f.numerical_loss += 0.5 * law.soil.hard_stiffness * law.width_fraction * ds * ds;
    f.numerical_loss += 0.5 * law.k_tangential * (dzx * dzx + dzy * dzy);
  }
  m.force_past = force;
  remember(motion.u_tot, dt, law.stencil_points, m);
}

void calc_contact_rates(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m,
                        std::array<double, kContactRateSize>& rates, ContactForce& f) {
  f = ContactForce{};
  rates.fill(0.0);
  const Sliding slide = sliding_speeds(law, motion);
  const double u_soil = motion.u_tot - m.u_wheel;
  const double length = relaxation_length(law, u_soil);
  const auto [beta_w, beta_s] = ramped_damping(law, motion.u_tot);
  const auto [full_w, full_s] = ramped_damping(law, law.damping_ramp);

  SoilState soil;
  double k_s = 0.0;
  if (law.hard()) {
    k_s = law.soil.hard_stiffness * law.width_fraction;
    soil.force = k_s * u_soil;
  } else {
    soil = soft_soil(law, motion, m, u_soil, length);
  }
  // equation (5); without damping the springs share the load at once, which the step form handles and a rate cannot
  const double beta = std::max(beta_w + beta_s, 1e-6 * law.k_wheel);
  const double u_w_rate = (soil.force - law.k_wheel * m.u_wheel + beta_s * motion.u_tot_rate) / beta;
  const double force = law.k_wheel * m.u_wheel + beta_w * u_w_rate;
  if (motion.u_tot <= 0.0 || force <= 0.0) {
    rates[0] = full_w > 0.0 ? -law.k_wheel / full_w * m.u_wheel : 0.0;
    return;
  }
  rates[0] = u_w_rate;
  rates[1] = slide.x - slide.rolling * m.zeta_x / length;
  rates[2] = slide.y - slide.rolling * m.zeta_y / length;
  rates[3] = (slide.travel - std::fabs(slide.travel) * m.travel) / length;
  const double u_s_rate = motion.u_tot_rate - u_w_rate;
  constexpr double kForget = 5e-3;  // s: how fast the share of fresh soil, without effect at the curve, goes back to 0
  const bool on_curve = u_soil >= m.u_peak;
  rates[4] = on_curve ? std::max(0.0, u_s_rate) : 0.0;
  rates[5] = on_curve ? -m.fresh / kForget : slide.rolling / renewal_length(law, u_soil) * (1.0 - m.fresh);
  f.normal = force;
  f.sinkage = u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta_w * u_w_rate * u_w_rate + beta_s * u_s_rate * u_s_rate;
  if (law.hard()) {
    const HardTangential t = hard_tangential(law, force, m.zeta_x, m.zeta_y, rates[1], rates[2]);
    if (t.zeta_x != m.zeta_x || t.zeta_y != m.zeta_y) rates[1] = rates[2] = 0.0;  // on the cone: sliding
    f.longitudinal = t.force_x;
    f.lateral = t.force_y;
    f.torque = (law.wheel.radius - motion.u_tot) * t.force_x;
    f.entry_angle = entry_angle(law, motion.u_tot);
    f.tangential_dissipation = f.longitudinal * (slide.x - rates[1]) + f.lateral * (slide.y - rates[2]);
  } else {
    add_soft_tangential(motion, soil, law.beta_tangential * rates[1], law.beta_tangential * rates[2], law.wheel.radius, f);
    f.normal_dissipation += soil.force * u_s_rate;
  }
  f.stored_energy = stored_energy(law, m);
}

}  // namespace grouser
