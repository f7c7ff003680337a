// SPDX-License-Identifier: BSD-3-Clause
// Poses, velocities and accelerations against each other by central differences, and Jacobians against
// velocities.

#include "catch.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE("velocities and accelerations are the derivatives of poses and velocities", "[multibody]") {
  const double e =
      1e-5;  // central difference: truncation e^2 |third derivative| ~ 1e-10 * 1e3, rounding 1e-16/e = 1e-11
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Model model = random_forest(seed);
    const RandomState s(model, seed);
    Kinematics now(model), before(model), after(model);
    calc_kinematics(model, s.q, s.v, now);
    calc_accelerations(model, s.q, s.v, s.a, now);
    VecX q = s.q;
    const auto at = [&](double t, Kinematics& out) {  // along q' = v, v' = a, to second order
      model.integrate(s.q, t * s.v + 0.5 * t * t * s.a, q);
      calc_kinematics(model, q, s.v + t * s.a, out);
    };
    at(-e, before);
    at(e, after);
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
      const BodyMotion &b = before.body[i], &n = now.body[i], &f = after.body[i];
      const Mat3 spin = (f.X_WB.R - b.X_WB.R) / (2 * e) * n.X_WB.R.transpose();
      INFO("seed " << seed << ", body " << i);
      const double scale = 1.0 + n.w.squaredNorm() * n.w.norm() + n.v_dot.norm();
      CHECK((spin - skew(n.w)).norm() < 1e-7 * scale);
      CHECK(((f.X_WB.p - b.X_WB.p) / (2 * e) - n.v).norm() < 1e-7 * scale);
      CHECK(((f.w - b.w) / (2 * e) - n.w_dot).norm() < 1e-7 * scale * (1 + n.w.norm()));
      CHECK(((f.v - b.v) / (2 * e) - n.v_dot).norm() < 1e-7 * scale * (1 + n.w.norm()));
    }
  }
}

TEST_CASE("point Jacobian times v is the point's velocity, the mass matrix gives the kinetic energy",
          "[multibody]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const Model model = random_forest(seed);
    const RandomState s(model, seed);
    Kinematics kinematics(model);
    calc_kinematics(model, s.q, s.v, kinematics);
    const Vec3 point(0.3, -0.2, 0.9);
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
      const MatX J = calc_point_jacobian(model, s.q, kinematics, {static_cast<int>(i)}, point);
      CHECK((J * s.v - kinematics.body[i].velocity_at(point)).norm() <
            1e-12 * (1 + s.v.norm()) * 10);  // sums of 20
    }
    const double kinetic = calc_energy(model, s.q, kinematics, Vec3::Zero()).kinetic;
    const MatX H = calc_mass_matrix(model, s.q, kinematics);
    CHECK(0.5 * s.v.dot(H * s.v) == Approx(kinetic).epsilon(1e-12));
    CHECK((H - H.transpose()).norm() <= 1e-13 * H.norm());
  }
}

TEST_CASE("effective mass of a point", "[multibody]") {
  const Model body = free_body(Vec3(1, 2, 3), 4.0);
  Kinematics kinematics(body);
  calc_kinematics(body, body.neutral_q(), VecX::Zero(6), kinematics);
  // Along z at lever x: 1/m_eff = 1/m + x^2 / I_y.
  const double m =
      calc_effective_mass(body, body.neutral_q(), kinematics, {0}, Vec3(0.5, 0, 0), Vec3::UnitZ());
  CHECK(m == Approx(1.0 / (1.0 / 4.0 + 0.25 / 2.0)).epsilon(1e-13));
  CHECK(calc_effective_mass(body, body.neutral_q(), kinematics, {0}, Vec3::Zero(), Vec3::UnitX()) ==
        Approx(4.0).epsilon(1e-13));
  // A bar driven by its hinge cannot be pushed.
  const Model bar = pendulum_chain({1.0}, {0.5}, {0.1}, true);
  Kinematics k(bar);
  calc_kinematics(bar, bar.neutral_q(), VecX::Zero(1), k);
  CHECK(calc_effective_mass(bar, bar.neutral_q(), k, {0}, Vec3(0, 0, -1), Vec3::UnitX()) == HUGE_VAL);
}
