// SPDX-License-Identifier: BSD-3-Clause
// Stages of one contact in the step form: sliding and travel by implicit Euler, the stencil of backward
// differences over the past depths, the memory after the step, and the relaxation of surfaces that have
// parted. d zeta/dt = v_s - V zeta/l; d travel/dt = (v - |v| travel)/l.
#include "contact_advance.hpp"

#include <algorithm>
#include <cmath>

#include "ground.hpp"

namespace grouser::contact {
namespace {

/// Shifts the past by one step and puts the depths of this one first; at least two points are kept.
void remember(double u_tot, double dt, int stencil_points, ContactMemory& m) {
  const int kept = std::max(stencil_points - 1, 2);
  for (int i = kept - 1; i > 0; --i) {
    m.u_wheel_past[i] = m.u_wheel_past[i - 1];
    m.u_tot_past[i] = m.u_tot_past[i - 1];
    m.age[i] = m.age[i - 1] + dt;
  }
  m.u_wheel_past[0] = m.u_wheel;
  m.u_tot_past[0] = u_tot;
  m.age[0] = dt;
  m.past_count = std::min(m.past_count + 1.0, static_cast<double>(kept));
}

// Slip, travel and the age of the soil depend on the motion only: implicit Euler.
void advance_sliding(const Sliding& slide, double length, double renewal, double dt, ContactMemory& m) {
  const double fade = 1.0 / (1.0 + dt * slide.rolling / length);
  m.zeta_x = (m.zeta_x + dt * slide.x) * fade;
  m.zeta_y = (m.zeta_y + dt * slide.y) * fade;
  m.travel = (m.travel + dt * slide.travel / length) / (1.0 + dt * std::fabs(slide.travel) / length);
  const double renewed = dt * slide.rolling / renewal;
  m.fresh = (m.fresh + renewed) / (1.0 + renewed);
}

/// Depth below untouched ground at the newest point of the past, m. A slice that carried nothing there comes
/// down on the level that it meets now: the depth of a rut, whether it was in it or not, is no displacement
/// of the slice.
double last_depth(const ContactMotion& motion, const ContactMemory& m) {
  if (m.past_count < 1.0) return motion.rut_depth;
  if (m.force_past > 0.0 || !(motion.rut_depth > 0.0)) return m.u_tot_past[0];
  return std::clamp(m.u_tot_past[0], motion.rut_depth, below_untouched(motion));
}

/// Weights of the derivative at the step's end: w0 for the new depths, and the sums over the past ones.
Stencil make_stencil(const ContactLaw& law, const ContactMotion& motion, double dt, const ContactMemory& m) {
  double age[kMaxStencilPoints] = {0.0, dt}, weight[kMaxStencilPoints] = {};
  const int past = std::clamp(static_cast<int>(m.past_count), 1, law.stencil_points - 1);
  for (int i = 1; i < past; ++i) age[i + 1] = dt + m.age[i - 1];
  backward_difference_weights(age, past, weight);
  Stencil s{weight[0], 0.0, 0.0};
  s.past_tot = weight[1] * last_depth(motion, m);
  for (int i = 0; i < std::min(past, static_cast<int>(m.past_count)); ++i) {
    s.past_wheel += weight[i + 1] * m.u_wheel_past[i];
    if (i > 0) s.past_tot += weight[i + 1] * m.u_tot_past[i];
  }
  return s;
}

/// The backward difference takes k (du)^2 / 2 from each spring; the body feels the mean of the two forces
/// over the step, the springs the last one.
double numerical_loss(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& before,
                      const ContactMemory& m, double force) {
  const double dw = m.u_wheel - before.u_wheel, ds = m.u_soil - before.u_soil;
  const double u_tot_before = last_depth(motion, before);
  const double dzx = m.zeta_x - before.zeta_x, dzy = m.zeta_y - before.zeta_y;
  double loss = 0.5 * law.k_wheel * dw * dw -
                0.5 * (force - before.force_past) * (below_untouched(motion) - u_tot_before);
  loss += 0.5 * law.k_ground * ds * ds;
  loss += 0.5 * law.k_shear * (dzx * dzx + dzy * dzy);
  return loss;
}

}  // namespace

Advance::Advance(const ContactStep& step, double dt, double angle, double at_peak)
    : law(step.law),
      motion(step.motion),
      m(step.memory),
      f(step.force),
      before(step.memory),
      slide(law.ground->sliding(law, motion)),
      beta(ramped_damping(law, motion.u_tot, motion.damping)),
      length(law.ground->relaxation(law, angle)),
      peak_angle(at_peak) {
  advance_sliding(slide, length, renewal_length(law, angle), dt, m);
  stencil = make_stencil(law, motion, dt, m);
}

bool still_apart(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m) {
  if (motion.u_tot <= 0.0) return true;
  const bool parted = m.force_past <= 0.0 && m.past_count > 0.0;
  return parted && motion.u_tot < m.u_wheel + law.ground->dent(m);
}

void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                 ContactForce& f) {
  // Each side springs back on its own damper, by implicit Euler.
  const auto [beta_w, beta_s] = ramped_damping(law, law.damping_ramp);  // full damping
  const double old_w = m.u_wheel, old_s = m.u_soil;
  m.u_wheel = beta_w > 0.0 ? old_w / (1.0 + dt * law.k_wheel / beta_w) : 0.0;
  m.u_soil = law.ground->spring_back(law, old_s, beta_s, motion.u_tot - m.u_wheel, dt);
  f.normal_dissipation = (0.5 * law.k_wheel * (old_w * old_w - m.u_wheel * m.u_wheel) +
                          0.5 * law.k_ground * (old_s * old_s - m.u_soil * m.u_soil)) /
                         dt;
  if (m.u_wheel < kSeparatedTolerance) m.u_wheel = 0.0;
  if (m.u_soil < kSeparatedTolerance) m.u_soil = 0.0;
  // The shear spring is released, and what it held is lost.
  f.tangential_dissipation = shear_energy(law, m) / dt;
  m.zeta_x = m.zeta_y = 0.0;
  m.past_count = 0.0;
  remember(std::max(motion.u_tot, 0.0) + motion.rut_depth, dt, law.stencil_points, m);
  m.force_past = 0.0;
  f.stored_energy = stored_energy(law, m);
}

void load_wheel(double dt, Advance& c) {
  const auto& [law, motion, m, f, before, slide, beta, length, peak_angle, stencil, soil, footing, guess] = c;
  const double u_w_rate = stencil.w0 * m.u_wheel + stencil.past_wheel;
  const double u_s_rate = stencil.w0 * below_untouched(motion) + stencil.past_tot - u_w_rate;
  const double force = law.k_wheel * m.u_wheel + beta.wheel * u_w_rate;
  // A force that would pull parts the surfaces; the step is made again from the memory before it.
  if (force <= 0.0) {
    m = before;
    return relax_apart(law, motion, dt, m, f);
  }
  m.u_soil = motion.u_tot - m.u_wheel;
  remember_deepest(motion.rut_depth + m.u_soil, m);

  f.normal = force;
  // Stiffness of the whole contact over the step, dampers included: two springs in series.
  const double k_w = law.k_wheel + beta.wheel * stencil.w0, k_s = soil.stiffness + beta.soil * stencil.w0;
  f.normal_stiffness = k_s > 0.0 ? k_w * k_s / (k_w + k_s) : 0.0;
  f.sinkage = m.u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta.wheel * u_w_rate * u_w_rate + beta.soil * u_s_rate * u_s_rate;
  law.ground->load(dt, u_s_rate, c);
  f.stored_energy = stored_energy(law, m);
  f.numerical_loss = numerical_loss(law, motion, before, m, force);
  m.force_past = force;
  remember(below_untouched(motion), dt, law.stencil_points, m);
}

}  // namespace grouser::contact
