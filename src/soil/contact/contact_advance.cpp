#include "contact_advance.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::contact {
namespace {

// Relative to the wheel's force at full compression: far below the error of a step
constexpr double kForceTolerance = 1e-6;
// Likewise; the step along the tangent reduces it to the above or less
constexpr double kTangentTolerance = 1e-4;
constexpr double kLeastForce = 1e-3;  // N
constexpr int kMaxIterations = 60;
constexpr double kInsideCone = 1.0 - 1e-9;  // of the square of Coulomb's limit: the force was not cut

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
void advance_sliding(const Sliding& slide, const Lengths& lengths, double dt, ContactMemory& m) {
  const double length = lengths.relaxation;
  const double fade = 1.0 / (1.0 + dt * slide.rolling / length);
  m.zeta_x = (m.zeta_x + dt * slide.x) * fade;
  m.zeta_y = (m.zeta_y + dt * slide.y) * fade;
  m.travel = (m.travel + dt * slide.travel / length) / (1.0 + dt * std::fabs(slide.travel) / length);
  const double renewed = dt * slide.rolling / lengths.renewal;
  m.fresh = (m.fresh + renewed) / (1.0 + renewed);
}

double below_untouched(const ContactMotion& motion) { return motion.u_tot + motion.rut_depth; }

Stencil make_stencil(const ContactLaw& law, double rut, double dt, const ContactMemory& m) {
  double age[kMaxStencilPoints] = {0.0, dt}, weight[kMaxStencilPoints] = {};
  const int past = std::clamp(static_cast<int>(m.past_count), 1, law.stencil_points - 1);
  for (int i = 1; i < past; ++i) age[i + 1] = dt + m.age[i - 1];
  backward_difference_weights(age, past, weight);
  Stencil s{weight[0], 0.0, 0.0};
  if (m.past_count < 1.0) s.past_tot = weight[1] * rut;
  for (int i = 0; i < std::min(past, static_cast<int>(m.past_count)); ++i) {
    s.past_wheel += weight[i + 1] * m.u_wheel_past[i];
    s.past_tot += weight[i + 1] * m.u_tot_past[i];
  }
  return s;
}

/// Moves the soil state by a small du_soil along the tangent; false where its force would change sign.
bool follow_tangent(double du_soil, SoilState& soil) {
  const double force = soil.force + soil.stiffness * du_soil;
  if (!(force > 0.0 && soil.force > 0.0)) return false;
  soil.scale *= force / soil.force;
  soil.force = force;
  return true;
}

void set_hard_tangential(const ContactLaw& law, const ContactMotion& motion, const Sliding& slide, double dt,
                         const ContactMemory& before, ContactMemory& m, ContactForce& f) {
  const HardTangential t =
      hard_tangential(law, motion.share * law.beta_tangential, f.normal, m.zeta_x, m.zeta_y,
                      (m.zeta_x - before.zeta_x) / dt, (m.zeta_y - before.zeta_y) / dt);
  m.zeta_x = t.zeta_x;
  m.zeta_y = t.zeta_y;
  f.sticks = t.force_x * t.force_x + t.force_y * t.force_y <
             kInsideCone * law.soil.friction_mu * law.soil.friction_mu * f.normal * f.normal;
  if (f.sticks) f.bristle_damping = motion.share * law.beta_tangential;
  f.longitudinal = t.force_x;
  f.lateral = t.force_y;
  f.torque = (law.wheel.radius - motion.u_tot) * t.force_x;
  f.entry_angle = entry_angle(law, motion.u_tot);
  const double elastic_x = (m.zeta_x - before.zeta_x) / dt, elastic_y = (m.zeta_y - before.zeta_y) / dt;
  // sliding dissipates F . v_s less what the shear spring stores
  f.tangential_dissipation = f.longitudinal * slide.x + f.lateral * slide.y -
                             law.k_tangential * (m.zeta_x * elastic_x + m.zeta_y * elastic_y);
}

/// The backward difference takes k (du)^2 / 2 from each spring; the body feels the mean of the two forces
/// over the step, the springs the last one.
double numerical_loss(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& before,
                      const ContactMemory& m, double force) {
  const double dw = m.u_wheel - before.u_wheel, ds = m.u_soil - before.u_soil;
  const double u_tot_before = before.past_count > 0.0 ? before.u_tot_past[0] : motion.rut_depth;
  double loss = 0.5 * law.k_wheel * dw * dw -
                0.5 * (force - before.force_past) * (below_untouched(motion) - u_tot_before);
  if (law.hard()) {
    const double dzx = m.zeta_x - before.zeta_x, dzy = m.zeta_y - before.zeta_y;
    loss += 0.5 * law.soil.hard_stiffness * law.width_fraction * ds * ds;
    loss += 0.5 * law.k_tangential * (dzx * dzx + dzy * dzy);
  }
  return loss;
}

}  // namespace

Advance::Advance(const ContactStep& step, double dt, double angle, double peak_angle)
    : law(step.law),
      motion(step.motion),
      m(step.memory),
      f(step.force),
      before(step.memory),
      slide(sliding_speeds(law, motion)),
      beta(ramped_damping(law, motion.u_tot)) {
  const Lengths lengths = footprint_lengths(law, angle);
  length = lengths.relaxation;
  advance_sliding(slide, lengths, dt, m);
  stencil = make_stencil(law, motion.rut_depth, dt, m);
  if (!law.hard()) footing.emplace(law, motion, m, length, peak_angle);
}

bool still_apart(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m) {
  if (motion.u_tot <= 0.0) return true;
  const bool parted = m.force_past <= 0.0 && m.past_count > 0.0;
  return parted && motion.u_tot < m.u_wheel + (law.hard() ? m.u_soil : 0.0);
}

void relax_apart(const ContactLaw& law, const ContactMotion& motion, double dt, ContactMemory& m,
                 ContactForce& f) {
  const auto [beta_w, beta_s] = ramped_damping(law, law.damping_ramp);  // full damping
  const double old_w = m.u_wheel, old_s = m.u_soil;
  m.u_wheel = beta_w > 0.0 ? old_w / (1.0 + dt * law.k_wheel / beta_w) : 0.0;
  if (law.hard()) {
    const double k_s = law.soil.hard_stiffness * law.width_fraction;
    m.u_soil = beta_s > 0.0 ? old_s / (1.0 + dt * k_s / beta_s) : 0.0;
    f.normal_dissipation = (0.5 * law.k_wheel * (old_w * old_w - m.u_wheel * m.u_wheel) +
                            0.5 * k_s * (old_s * old_s - m.u_soil * m.u_soil)) /
                           dt;
  } else {
    m.u_soil = std::clamp(motion.u_tot - m.u_wheel, 0.0, old_s);
    f.normal_dissipation = 0.5 * law.k_wheel * (old_w * old_w - m.u_wheel * m.u_wheel) / dt;
  }
  if (m.u_wheel < kSeparatedTolerance) m.u_wheel = 0.0;
  if (m.u_soil < kSeparatedTolerance) m.u_soil = 0.0;
  if (law.hard())
    f.tangential_dissipation = 0.5 * law.k_tangential * (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y) / dt;
  m.zeta_x = m.zeta_y = 0.0;
  m.past_count = 0.0;
  remember(std::max(motion.u_tot, 0.0) + motion.rut_depth, dt, law.stencil_points, m);
  m.force_past = 0.0;
  f.stored_energy = stored_energy(law, m);
}

double hard_compression(const Advance& c) {
  const ContactLaw& law = c.law;
  const Damping& beta = c.beta;
  const Stencil& s = c.stencil;
  const double k_s = law.soil.hard_stiffness * law.width_fraction, u_tot = c.motion.u_tot;
  const double u_tot_rate = s.w0 * below_untouched(c.motion) + s.past_tot;
  return (k_s * u_tot + beta.soil * u_tot_rate - (beta.wheel + beta.soil) * s.past_wheel) /
         (law.k_wheel + k_s + (beta.wheel + beta.soil) * s.w0);
}

double guess_compression(const Advance& c) {
  const ContactMemory& m = c.m;
  const double guess = m.past_count > 1.0 ? 2.0 * m.u_wheel - m.u_wheel_past[1] : m.u_wheel;
  return std::clamp(guess, c.motion.u_tot - c.law.wheel.radius, c.motion.u_tot);
}

// The wheel's force less the soil's grows with u_wheel: Newton first, then secants (the stiffness of the law
// leaves out how the shear changes with depth), kept inside a bracket. The last step is taken along the
// tangent: the remaining error is of second order.
double soft_compression(Advance& c) {
  const ContactLaw& law = c.law;
  const Stencil& s = c.stencil;
  const double u_tot = c.motion.u_tot, u_tot_rate = s.w0 * below_untouched(c.motion) + s.past_tot;
  const double scale = kLeastForce + law.k_wheel * u_tot;
  double low = u_tot - law.wheel.radius, high = u_tot;
  double u_w = c.guess, last_u = 0.0, last_g = 0.0;
  for (int i = 0; i < kMaxIterations; ++i) {
    if (i > 0) c.soil = c.footing->at(u_tot - u_w);
    const double u_w_rate = s.w0 * u_w + s.past_wheel;
    const double g =
        law.k_wheel * u_w + c.beta.wheel * u_w_rate - c.soil.force - c.beta.soil * (u_tot_rate - u_w_rate);
    if (std::fabs(g) < kForceTolerance * scale) break;
    (g > 0.0 ? high : low) = u_w;
    double slope = law.k_wheel + (c.beta.wheel + c.beta.soil) * s.w0 + c.soil.stiffness;
    if (i > 0 && (g - last_g) * (u_w - last_u) > 0.0) slope = (g - last_g) / (u_w - last_u);
    last_u = u_w;
    last_g = g;
    double next = u_w - g / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double du = next - u_w;
    u_w = next;
    if (std::fabs(g) < kTangentTolerance * scale && follow_tangent(-du, c.soil)) break;
  }
  return u_w;
}

void load_wheel(double dt, Advance& c) {
  const auto& [law, motion, m, f, before, slide, beta, length, stencil, footing, guess, soil] = c;
  const double u_w_rate = stencil.w0 * m.u_wheel + stencil.past_wheel;
  const double u_s_rate = stencil.w0 * below_untouched(motion) + stencil.past_tot - u_w_rate;
  const double force = law.k_wheel * m.u_wheel + beta.wheel * u_w_rate;
  if (force <= 0.0) {
    m = before;
    return relax_apart(law, motion, dt, m, f);
  }
  m.u_soil = motion.u_tot - m.u_wheel;
  remember_deepest(motion.rut_depth + m.u_soil, m);

  f.normal = force;
  const double k_soil = law.hard() ? law.soil.hard_stiffness * law.width_fraction : soil.stiffness;
  const double k_w = law.k_wheel + beta.wheel * stencil.w0, k_s = k_soil + beta.soil * stencil.w0;
  f.normal_stiffness = k_s > 0.0 ? k_w * k_s / (k_w + k_s) : 0.0;
  f.sinkage = m.u_soil;
  f.slip_x = m.zeta_x / length;
  f.slip_y = m.zeta_y / length;
  f.normal_dissipation = beta.wheel * u_w_rate * u_w_rate + beta.soil * u_s_rate * u_s_rate;
  if (law.hard()) {
    set_hard_tangential(law, motion, slide, dt, before, m, f);
  } else {
    const double bristle = motion.share * law.beta_tangential;
    add_soft_tangential(motion, soil, bristle * ((m.zeta_x - before.zeta_x) / dt),
                        bristle * ((m.zeta_y - before.zeta_y) / dt), law.wheel.radius, f);
    f.normal_dissipation += soil.force * u_s_rate;
    f.normal_dissipation -= force * motion.rut_rate;  // push of a rut's wall
    const double damped =
        bristle / dt * std::max(std::fabs(m.zeta_x - before.zeta_x), std::fabs(m.zeta_y - before.zeta_y));
    if (damped < kBristleShare * force) f.bristle_damping = bristle;
  }
  f.stored_energy = stored_energy(law, m);
  f.numerical_loss = numerical_loss(law, motion, before, m, force);
  m.force_past = force;
  remember(below_untouched(motion), dt, law.stencil_points, m);
}

}  // namespace grouser::contact
