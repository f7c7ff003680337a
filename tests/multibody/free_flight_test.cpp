// SPDX-License-Identifier: BSD-3-Clause
// A body in free flight: invariants over long times, and the tennis-racket tumble against Euler's equations.
#include <cstdio>

#include "analytic/euler_top.hpp"
#include "catch.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct Drift {
  double angular, energy, linear;  // largest relative deviation over the flight
};

Drift fly(double dt, double duration, const Vec3& w0, int evaluations = 1) {
  const Model model = free_body(Vec3(1, 2, 3), 2.0);
  ForestSystem system(model, Vec3::Zero());
  system.evaluations = evaluations;
  MotionState state = MotionState::at_rest(model, 0);
  state.v << w0, 0.4, -0.7, 0.2;
  IntegratorWorkspace workspace(model, 0);
  Kinematics kinematics(model);
  const auto observe = [&](Momentum& p, double& energy) {
    calc_kinematics(model, state.q, state.v, kinematics);
    p = calc_momentum(model, kinematics);
    // Spin only: the body's origin is its centre of mass.
    p.angular -= kinematics.body[0].X_WB.p.cross(p.linear);
    energy = calc_energy(model, state.q, kinematics, Vec3::Zero()).kinetic - 0.25 * p.linear.squaredNorm();
  };
  Momentum start, now;
  double energy_start, energy;
  observe(start, energy_start);
  Drift drift{0, 0, 0};
  const int steps = static_cast<int>(std::lround(duration / dt));
  for (int n = 0; n < steps; ++n) {
    if (advance(IntegratorKind::beeman, system, dt, state, workspace) != StepStatus::ok) return {1, 1, 1};
    observe(now, energy);
    drift.angular = std::max(drift.angular, (now.angular - start.angular).norm() / start.angular.norm());
    drift.energy = std::max(drift.energy, std::fabs(energy / energy_start - 1.0));
    drift.linear = std::max(drift.linear, (now.linear - start.linear).norm() / start.linear.norm());
  }
  return drift;
}

}  // namespace

TEST_CASE("free flight with Beeman keeps momenta and energy, the drift falls as the third power",
          "[multibody]") {
  // A tumble about the middle axis, and a spin in which energy drifts faster. The predictor leaves (5/12)^2
  // h^4 da/dw a'' in each step's velocity, more than the corrector's own h^4 a'''/24: the drift belongs to
  // equation (3).
  struct Case {
    Vec3 direction;
    double bound;
  };
  for (const auto& [direction, bound] : {Case{Vec3(0.05, 1.0, 0.05), 1e-7}, Case{Vec3(1, 1, 1), 2e-7}}) {
    const Vec3 w0 = direction.normalized();  // 1 rad/s
    const Drift coarse = fly(0.003, 100.0, w0), fine = fly(0.0015, 100.0, w0);
    std::printf(
        "free flight w0 (%.2f %.2f %.2f): angular %.2e (ratio %.2f), energy %.2e (ratio %.2f), linear %.1e\n",
        w0.x(), w0.y(), w0.z(), coarse.angular, coarse.angular / fine.angular, coarse.energy,
        coarse.energy / fine.energy, coarse.linear);
    CHECK(coarse.angular < bound);
    CHECK(coarse.energy < bound);
    CHECK(coarse.linear < 1e-12);
    // Order 3: 2^3 = 8, moved by the next order's share, below 5 % at this step.
    CHECK(coarse.angular / fine.angular == Approx(8.0).epsilon(0.05));
    CHECK(coarse.energy / fine.energy == Approx(8.0).epsilon(0.05));
  }
}

TEST_CASE(
    "the drift of free flight comes from the predicted velocity: a second evaluation takes most of it away",
    "[multibody]") {
  const Vec3 w0 = Vec3(1, 1, 1).normalized();
  const Drift once = fly(0.003, 100.0, w0), twice = fly(0.003, 100.0, w0, 2);
  std::printf("free flight w0 (0.58 0.58 0.58), evaluated twice: angular %.2e, energy %.2e\n", twice.angular,
              twice.energy);
  CHECK(twice.energy < 1e-7);
  CHECK(twice.angular < 1e-7);
  CHECK(once.energy > 5.0 * twice.energy);
}

TEST_CASE("the tennis-racket tumble matches Euler's equations, equation (1) as printed does not tumble",
          "[multibody]") {
  // Spin about the middle axis with a small disturbance: the axis flips every few seconds.
  const analytic::TopState start = {0.01, 3.0, 0.01, 1.0, 0.0, 0.0, 0.0};
  const double duration = 6.0;
  const analytic::TopState end = analytic::torque_free_top({1.0, 2.0, 3.0}, start, duration, 60000);
  const Model model = free_body(Vec3(1, 2, 3));
  const auto rate_error = [&](EquationForm form) {
    ForestSystem system(model, Vec3::Zero());
    system.form = form;
    MotionState state = MotionState::at_rest(model, 0);
    state.v.head<3>() = Vec3(start[0], start[1], start[2]);
    REQUIRE(run_steps(IntegratorKind::rk4, system, state, duration, 3000) == StepStatus::ok);
    return (state.v.head<3>() - Vec3(end[0], end[1], end[2])).norm();
  };
  double lowest = 3.0;
  for (int k = 1; k <= 60; ++k)
    lowest = std::min(lowest, analytic::torque_free_top({1.0, 2.0, 3.0}, start, 0.1 * k, 1000 * k)[1]);
  CHECK(lowest < -2.9);                               // it does flip in this time
  CHECK(rate_error(EquationForm::completed) < 1e-9);  // RK4 at 2 ms: error of order (w h)^4 = 1e-9 at most
  CHECK(rate_error(EquationForm::as_printed) > 1.0);  // stays at (0.01, 3, 0.01)
}
