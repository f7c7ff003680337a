// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/force/contact.hpp"

#include <cmath>
#include <complex>
#include <functional>

#include "catch.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"

using namespace grouser;

namespace {

SoilParams hard_ground(double k, double beta, double mu = 0.6) {
  SoilParams s;
  s.id = "test_hard";
  s.kind = SoilKind::hard;
  s.hard_stiffness = k;
  s.hard_damping = beta;
  s.friction_mu = mu;
  return s;
}

ContactLaw hard_law(double k_w, double beta_w, double k_s, double beta_s, int n = 2) {
  ContactLaw law;
  law.soil = hard_ground(k_s, beta_s);
  law.wheel = {.radius = 0.1425, .width = 0.12};
  law.k_wheel = k_w;
  law.beta_wheel = beta_w;
  law.k_tangential = 0.7 * k_w;
  law.beta_tangential = 200.0;
  law.damping_ramp = 0.0;  // the literal equations (4)
  law.stencil_points = n;
  complete(law);
  return law;
}

/// The exact solution of equation (5) for an input u_tot(t).
struct Exact {
  std::function<double(double)> u_tot, u_wheel;
};

constexpr double kKw = 4e4, kBw = 300.0, kKs = 2e5, kBs = 900.0;
constexpr double kTau = (kBw + kBs) / (kKw + kKs);  // 5 ms

Exact ramp() {
  const double u0 = 0.004, c = 0.05, k = kKw + kKs;
  const double A = kKs * c / k, B = kBs * c / k - kTau * A + kKs * u0 / k;
  return {[=](double t) { return u0 + c * t; },
          [=](double t) { return A * t + B + (0.0005 - B) * std::exp(-t / kTau); }};
}
Exact step() {
  const double u0 = 0.005, end = kKs * u0 / (kKw + kKs), start = kBs / (kBw + kBs) * u0;
  return {[=](double) { return u0; }, [=](double t) { return end + (start - end) * std::exp(-t / kTau); }};
}
Exact sine() {
  // steady state of u' = -u/tau + (k_s U + beta_s U')/beta for U = u0 + a sin(w t)
  const double u0 = 0.006, a = 0.001, w = 150.0, beta = kBw + kBs;
  const std::complex<double> i(0, 1), gain = ((kKs + kBs * w * i) / beta) / (1.0 / kTau + w * i);
  const double mean = kKs * u0 / (kKw + kKs);
  return {[=](double t) { return u0 + a * std::sin(w * t); },
          [=](double t) { return mean + a * std::imag(gain * std::exp(i * w * t)); }};
}

/// Largest error of u_wheel between t = 20 and 30 ms (one instant could hit a zero of it), started from exact
/// history.
double error_of(const Exact& exact, int n, double dt) {
  const ContactLaw law = hard_law(kKw, kBw, kKs, kBs, n);
  const double start = 0.01, end = 0.03;
  ContactMemory m;
  m.u_wheel = exact.u_wheel(start);
  m.u_soil = exact.u_tot(start) - m.u_wheel;
  m.past_count = n - 1;
  m.force_past = 1.0;
  for (int k = 0; k < n - 1; ++k) {
    m.u_wheel_past[k] = exact.u_wheel(start - k * dt);
    m.u_tot_past[k] = exact.u_tot(start - k * dt);
    m.age[k] = (k + 1) * dt;
  }
  const int steps = static_cast<int>(std::lround((end - start) / dt));
  double worst = 0.0;
  for (int k = 1; k <= steps; ++k) {
    ContactMotion motion;
    motion.u_tot = exact.u_tot(start + k * dt);
    ContactForce f;
    step_contact(law, motion, dt, m, f);
    REQUIRE(f.normal > 0.0);
    if (2 * k >= steps) worst = std::max(worst, std::fabs(m.u_wheel - exact.u_wheel(start + k * dt)));
  }
  return worst;
}

}  // namespace

TEST_CASE("double spring-damper against the exact solution of equation (5): order n - 1 for n = 2 to 6") {
  const std::pair<const char*, Exact> inputs[] = {{"ramp", ramp()}, {"step", step()}, {"sine", sine()}};
  for (const auto& [name, exact] : inputs)
    for (int n = 2; n <= 6; ++n) {
      // dt well below tau = 5 ms, coarser for the high orders, whose error would drown in rounding
      const double dt = n <= 4 ? 1e-3 / 8 : 1e-3 / 4;
      const double order = std::log2(error_of(exact, n, dt) / error_of(exact, n, dt / 2));
      INFO(name << ", n = " << n << ": measured order " << order);
      // a third of an order: what two step sizes this far from the limit leave of the leading term
      CHECK(order == Approx(n - 1).margin(0.34));
    }
}

TEST_CASE("backward differences are exact on polynomials of their order, on uneven points too") {
  const double age[] = {0.0, 0.1, 0.25, 0.3, 0.55, 0.6};
  for (int m = 1; m <= 5; ++m) {
    double w[6];
    backward_difference_weights(age, m, w);
    for (int power = 0; power <= m; ++power) {
      double derivative = 0.0;
      for (int i = 0; i <= m; ++i) derivative += w[i] * std::pow(1.0 - age[i], power);
      CHECK(derivative == Approx(power).margin(1e-10));  // d/dx x^p at x = 1
    }
  }
}

TEST_CASE("at rest both springs carry the same load") {
  const ContactLaw law = hard_law(4e4, 0.0, 1e6, 0.0);  // beta = 0 works
  ContactMemory m;
  ContactForce f;
  ContactMotion motion;
  motion.u_tot = 0.005;
  for (int i = 0; i < 5; ++i) step_contact(law, motion, 0.003, m, f);
  const double series = 1.0 / (1.0 / 4e4 + 1.0 / 1e6);
  CHECK(f.normal == Approx(series * 0.005).epsilon(1e-12));
  CHECK(law.k_wheel * m.u_wheel == Approx(1e6 * m.u_soil).epsilon(1e-12));
}

TEST_CASE("the surfaces part when the force would pull, and meet again where they have sprung back to") {
  const ContactLaw law = hard_law(4e4, 700.0, 1e6, 1500.0);
  ContactMemory m;
  ContactForce f;
  ContactMotion motion;
  motion.u_tot = 0.008;
  for (int i = 0; i < 200; ++i) step_contact(law, motion, 0.003, m, f);
  const double pressed = m.u_wheel;
  motion.u_tot = 0.001;  // pulled up far faster than the dampers let the wheel follow
  step_contact(law, motion, 0.001, m, f);
  CHECK(f.normal == 0.0);
  CHECK(m.u_wheel < pressed);
  CHECK(m.u_wheel > motion.u_tot);
  double shape = m.u_wheel;
  int steps = 0;
  while (f.normal == 0.0 && steps < 1000) {
    step_contact(law, motion, 0.001, m, f);
    CHECK(m.u_wheel <= shape);
    shape = m.u_wheel;
    ++steps;
  }
  CHECK(steps > 3);     // it takes its time ...
  CHECK(steps < 1000);  // ... and comes back
  CHECK(f.normal > 0.0);
}

TEST_CASE("hard ground: a wheel sticks below Coulomb's limit and slides at it") {
  const ContactLaw law = hard_law(4e4, 700.0, 1e6, 1500.0);
  ContactMemory m;
  ContactForce f;
  ContactMotion motion;
  motion.u_tot = 0.005;
  for (int i = 0; i < 100; ++i) step_contact(law, motion, 0.003, m, f);
  motion.v_x = 0.01;  // locked wheel dragged forward at 10 mm/s
  double last = 0.0;
  for (int i = 0; i < 2000; ++i) {
    step_contact(law, motion, 0.003, m, f);
    CHECK(f.longitudinal <= 0.0);
    CHECK(std::fabs(f.longitudinal) <= 0.6 * f.normal * (1 + 1e-12));
    last = f.longitudinal;
  }
  CHECK(last == Approx(-0.6 * f.normal).epsilon(1e-9));
  motion.v_x = 0.0;  // it stops and stays deflected: the force holds without motion
  for (int i = 0; i < 2000; ++i) step_contact(law, motion, 0.003, m, f);
  const double held = f.longitudinal;
  for (int i = 0; i < 20000; ++i) step_contact(law, motion, 0.003, m, f);
  CHECK(held < -0.1 * f.normal);
  CHECK(f.longitudinal == held);
}

TEST_CASE("soft soil: rolling steadily, the slip state converges to the steady law at any speed") {
  const SoilParams soil = load_soil("wong_LETE_sand");
  ContactLaw law;
  law.soil = soil;
  law.wheel = {.radius = 0.1425, .width = 0.12};
  law.k_wheel = 4e4;
  law.beta_wheel = 700.0;
  law.k_tangential = 2.8e4;
  law.beta_tangential = 500.0;
  law.arc_points = kFineArcPoints;  // as steady_wheel_reaction()
  complete(law);
  for (double speed : {0.001, 0.011, 0.33}) {
    for (double slip : {0.05, 0.3, -0.2}) {
      ContactMemory m;
      ContactForce f;
      ContactMotion motion;
      motion.u_tot = 0.012;
      const double rim = slip >= 0.0 ? speed : speed * (1.0 + slip);
      motion.spin = rim / law.wheel.radius;
      motion.v_x = slip >= 0.0 ? speed * (1.0 - slip) : speed;
      const double dt = 0.001 / speed;
      const int steps =
          static_cast<int>(3.0 / speed / dt);  // three metres of rolling: over 50 relaxation lengths
      for (int i = 0; i < steps; ++i) step_contact(law, motion, dt, m, f);
      WheelRunning run;
      run.sinkage = m.u_soil;
      run.slip_x = slip;
      const WheelReaction steady = steady_wheel_reaction(soil, law.wheel, run);
      CHECK(f.slip_x == Approx(slip).margin(1e-6));
      CHECK(f.longitudinal == Approx(steady.drawbar_pull).margin(1e-5 * steady.normal_force));
      CHECK(f.torque == Approx(steady.torque).margin(1e-5 * steady.normal_force));
      CHECK(law.k_wheel * m.u_wheel == Approx(steady.normal_force).epsilon(1e-5));
    }
  }
}

TEST_CASE("driving backward mirrors driving forward") {
  ContactLaw law;
  law.soil = load_soil("wong_LETE_sand");
  law.wheel = {.radius = 0.1425, .width = 0.12};
  law.k_wheel = 4e4;
  law.beta_wheel = 700.0;
  law.k_tangential = 2.8e4;
  law.beta_tangential = 500.0;
  complete(law);
  ContactMemory forward, backward;
  ContactForce f, b;
  ContactMotion motion;
  motion.u_tot = 0.012;
  motion.v_x = 0.02;
  motion.spin = 0.03 / law.wheel.radius;
  ContactMotion mirrored = motion;
  mirrored.v_x = -motion.v_x;
  mirrored.spin = -motion.spin;
  for (int i = 0; i < 3000; ++i) {
    step_contact(law, motion, 0.003, forward, f);
    step_contact(law, mirrored, 0.003, backward, b);
  }
  CHECK(f.longitudinal > 0.0);
  CHECK(b.longitudinal == -f.longitudinal);
  CHECK(b.torque == -f.torque);
  CHECK(b.normal == f.normal);
}

TEST_CASE("rate form and step form agree as the step shrinks") {
  for (bool soft : {false, true}) {
    ContactLaw law = hard_law(4e4, 700.0, 3e5, 1500.0);
    if (soft) law.soil = load_soil("wong_LETE_sand");
    complete(law);
    const auto motion_at = [](double t) {
      ContactMotion motion;
      motion.u_tot = 0.008 + 0.002 * std::sin(20.0 * t);
      motion.u_tot_rate = 0.04 * std::cos(20.0 * t);
      motion.v_x = 0.05;
      motion.v_y = 0.01;
      motion.spin = 0.4;
      return motion;
    };
    // both from the same memory at t = 0
    ContactMemory m0;
    ContactForce f;
    for (int i = 0; i < 300; ++i) step_contact(law, motion_at(0.0), 0.001, m0, f);
    const double end = 0.2;
    const auto by_steps = [&](double dt) {
      ContactMemory m = m0;
      for (int i = 1; i <= std::lround(end / dt); ++i) step_contact(law, motion_at(i * dt), dt, m, f);
      return f;
    };
    ContactMemory m = m0;
    ContactForce exact;
    const double h = 2e-6;  // explicit Euler of the rates, an order finer than the step form's finest
    std::array<double, kContactRateSize> rates;
    for (int i = 0; i < std::lround(end / h); ++i) {
      calc_contact_rates(law, motion_at(i * h), m, 0.0, rates, exact);
      m.u_wheel += h * rates[0];
      m.zeta_x += h * rates[1];
      m.zeta_y += h * rates[2];
      m.travel += h * rates[3];
      m.u_peak += h * rates[4];
      m.fresh += h * rates[5];
    }
    calc_contact_rates(law, motion_at(end), m, 0.0, rates, exact);
    const ContactForce coarse = by_steps(4e-4), fine = by_steps(1e-4);
    INFO((soft ? "soft" : "hard") << ": normal " << exact.normal << ", coarse " << coarse.normal << ", fine "
                                  << fine.normal);
    // first order: a quarter of the step, a quarter of the error (a third, to leave room for the next order)
    CHECK(std::fabs(fine.normal - exact.normal) < std::fabs(coarse.normal - exact.normal) / 3.0);
    CHECK(fine.normal == Approx(exact.normal).epsilon(2e-3));
    CHECK(fine.longitudinal == Approx(exact.longitudinal).epsilon(1e-2));
    CHECK(fine.lateral == Approx(exact.lateral).epsilon(1e-2));
  }
}

namespace {

/// One wheel slice by rates, its hub's motion given: Runge-Kutta of the contact's memory alone.
struct RateContact {
  ContactLaw law;
  ContactMemory m{};
  ContactForce f{};
  double lost = 0.0;  // J
  double power = 0.0;

  template <class MotionAt>
  void step(double t, double h, MotionAt&& motion_at) {
    const double node[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    const ContactMemory before = m;
    std::array<double, kContactRateSize> rates{}, sum{};
    for (int k = 0; k < 4; ++k) {
      const ContactMemory stage = moved(before, rates, node[k] * h, motion_at(t + node[k] * h));
      calc_contact_rates(law, motion_at(t + node[k] * h), stage, h, rates, f);
      for (int i = 0; i < kContactRateSize; ++i) sum[i] += weight[k] * rates[i];
    }
    m = moved(before, sum, h, motion_at(t + h));
    calc_contact_rates(law, motion_at(t + h), m, h, rates, f);
    m.force_past = f.normal;
    const RatesEnd end = finish_contact_rates(law, before, m);
    f.stored_energy += end.stored_energy;
    const double now = f.normal_dissipation + f.tangential_dissipation;
    lost += 0.5 * h * (power + now) + end.work;
    power = now;
  }
  static ContactMemory moved(ContactMemory m, const std::array<double, kContactRateSize>& rates, double h,
                             const ContactMotion& motion) {
    double* const x[] = {&m.u_wheel, &m.zeta_x, &m.zeta_y, &m.travel, &m.u_peak, &m.fresh};
    for (int i = 0; i < kContactRateSize; ++i) *x[i] += h * rates[i];
    m.u_soil = motion.u_tot > 0.0 ? std::max(0.0, motion.u_tot - m.u_wheel) : 0.0;
    return m;
  }
};

ContactLaw sand_law() {
  ContactLaw law = hard_law(4e4, 700.0, 1e6, 1500.0);
  law.damping_ramp = 1e-3;
  law.soil = load_soil("wong_LETE_sand");
  complete(law);
  return law;
}

}  // namespace

// Soil unloads with 1.8e6 N/m here: 0.5 ms is its time constant, where explicit steps end at 1.5 ms. Found
// before: growth within that branch held only by the other, loads that drift and a rover that creeps.
TEST_CASE("by rates, a contact comes to rest at steps beyond its own time constant") {
  for (double beta : {700.0, 0.0})
    for (double u : {0.02, 5e-4})  // below 1 mm the damping is still on its ramp
      for (double h : {1e-4, 3e-3, 1e-2}) {
        CAPTURE(beta, u, h);
        RateContact c{sand_law()};
        c.law.beta_wheel = beta;
        if (beta == 0.0) c.law.soil.soil_damping_per_area = 0.0;
        complete(c.law);
        // pressed in, let up by a tenth, held
        const auto motion_at = [&](double t) {
          ContactMotion motion;
          motion.u_tot = t < 0.2 ? u * t / 0.2 : t < 0.4 ? u * (1.0 - 0.1 * (t - 0.2) / 0.2) : 0.9 * u;
          motion.u_tot_rate = t < 0.2 ? u / 0.2 : t < 0.4 ? -0.1 * u / 0.2 : 0.0;
          return motion;
        };
        const int steps = static_cast<int>(0.9 / h);
        double last = 0.0;
        for (int i = 0; i < steps; ++i) {
          last = c.f.normal;
          c.step(i * h, h, motion_at);
        }
        // the step form's rest, from the same history
        ContactMemory m;
        ContactForce f;
        for (int i = 1; i <= 9000; ++i) step_contact(c.law, motion_at(i * 1e-4), 1e-4, m, f);
        CHECK(c.f.normal > 0.0);
        CHECK(c.f.normal == Approx(last).epsilon(1e-9));
        // at 10 ms the raised dampers let a press of 0.1 m/s go on for a millimetre; it is right in its sixth
        // part
        CHECK(c.f.normal == Approx(f.normal).epsilon(h < 5e-3 ? 0.02 : 0.3));
      }
}

TEST_CASE("by rates too, soil that a wheel has rolled onto is what it unloads from") {
  RateContact c{sand_law()};
  const auto motion_at = [](double t) {
    ContactMotion motion;
    // deep, then rolling a metre at half the depth, then let up by a tenth of a millimetre
    motion.u_tot = t < 1.0 ? 0.02 * t : t < 2.0 ? 0.02 - 0.005 * (t - 1.0) : t < 12.0 ? 0.015 : 0.0149;
    motion.u_tot_rate = t < 1.0 ? 0.02 : t < 2.0 ? -0.005 : 0.0;
    if (t > 2.0 && t < 11.0) motion.v_x = 0.1, motion.spin = 0.1 / 0.1425;
    return motion;
  };
  const double h = 1e-3;
  double rolled = 0.0;
  for (int i = 0; i < 13000; ++i) {
    c.step(i * h, h, motion_at);
    if (i == 11900) rolled = c.f.normal;
  }
  // 0.1 mm off wheel and unloading soil in series, some 3.9e4 N/m, not off the virgin curve's 2.5e4
  CHECK(c.m.u_peak < 0.012);
  CHECK(rolled - c.f.normal == Approx(1e-4 * 3.9e4).epsilon(0.05));
}

TEST_CASE("by rates, a wheel dragged over hard ground slides at Coulomb's limit and its book closes") {
  const ContactLaw law = hard_law(4e4, 700.0, 1e6, 1500.0);
  for (double h : {1e-3, 2.5e-4}) {
    RateContact c{law};
    const auto motion_at = [](double t) {
      ContactMotion motion;
      motion.u_tot = 0.005 * std::min(1.0, t / 0.1);
      motion.u_tot_rate = t < 0.1 ? 0.05 : 0.0;
      motion.v_x = 0.2 * std::sin(8.0 * t);  // to and fro: sticks, slides, turns
      return motion;
    };
    double work = 0.0, given = 0.0;
    for (int i = 0; i < static_cast<int>(2.0 / h); ++i) {
      c.step(i * h, h, motion_at);
      const ContactMotion now = motion_at((i + 1) * h);
      const double power = c.f.normal * now.u_tot_rate - c.f.longitudinal * now.v_x;
      work += 0.5 * h * (given + power);
      given = power;
      REQUIRE(law.k_tangential * std::fabs(c.m.zeta_x) <= 0.6 * c.f.normal * (1.0 + 1e-9));
    }
    CAPTURE(h, work, c.lost, c.f.stored_energy);
    // first order at each of the six turns of the sliding
    CHECK(c.lost + c.f.stored_energy == Approx(work).epsilon(10.0 * h));
  }
}
