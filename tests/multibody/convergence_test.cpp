// SPDX-License-Identifier: BSD-3-Clause
// Measured orders of the integrators on a pendulum (exact), a double pendulum and a tumbling body
// (independent tight references), with constant steps and with steps that change by up to 3 from one to the
// next. Prints the table of docs/validation_integrators.md: test_multibody "[orders]".
#include <cstdio>

#include "analytic/double_pendulum.hpp"
#include "analytic/euler_top.hpp"
#include "analytic/pendulum.hpp"
#include "catch.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kPull = 9.81;

struct Problem {
  const char* name;
  Model model;
  double duration;
  std::function<void(MotionState&)> start;
  std::function<double(const MotionState&)> error;  // against the reference at `duration`
};

Problem pendulum_problem() {
  // J = i + m l^2 = 0.75 + 1.25, w0^2 = m g l / J
  const double w0 = std::sqrt(5.0 * kPull * 0.5 / (0.75 + 5.0 * 0.25)), duration = 2.0;
  const auto exact = analytic::pendulum(duration, w0, 2.0);
  return {"pendulum", pendulum_chain({5.0}, {0.5}, {0.75}), duration, [](MotionState& s) { s.q[0] = 2.0; },
          [=](const MotionState& s) {
            return std::max(std::fabs(s.q[0] - exact.angle), std::fabs(s.v[0] - exact.rate));
          }};
}

Problem double_pendulum_problem() {
  const analytic::DoublePendulum dp{2.0, 1.0, 0.8, 0.5, 0.1, 0.05, kPull};
  const double duration = 2.0;
  const auto end =
      analytic::tight_rk4<4>({1.2, -0.5, 0.0, 1.0}, duration, 40000,
                             [&](double, const std::array<double, 4>& y) { return dp.rates(y); });
  return {"double pendulum", pendulum_chain({2.0, 1.0}, {0.8, 0.5}, {0.1, 0.05}), duration,
          [](MotionState& s) {
            s.q << 1.2, -1.7;  // second angle relative to the first
            s.v << 0.0, 1.0;
          },
          [=](const MotionState& s) {
            return std::max({std::fabs(s.q[0] - end[0]), std::fabs(s.q[0] + s.q[1] - end[1]),
                             std::fabs(s.v[0] - end[2]), std::fabs(s.v[0] + s.v[1] - end[3])});
          }};
}

const std::array<double, 3> kMoments = {1.0, 2.0, 3.0};
const analytic::TopState kTopStart = {0.1, 2.0, 0.3, 1.0, 0.0, 0.0, 0.0};

Problem tumbling_problem() {
  const double duration = 5.0;
  const auto end = analytic::torque_free_top(kMoments, kTopStart, duration, 50000);
  return {"tumbling body", free_body(Vec3(1.0, 2.0, 3.0)), duration,
          [](MotionState& s) { s.v.head<3>() = Vec3(kTopStart[0], kTopStart[1], kTopStart[2]); },
          [=](const MotionState& s) {
            double error = 0.0;
            for (int k = 0; k < 3; ++k)
              error = std::max(error, std::fabs(s.v[k] - end[static_cast<std::size_t>(k)]));
            for (int k = 0; k < 4; ++k)
              error = std::max(error, std::fabs(s.q[k] - end[static_cast<std::size_t>(k + 3)]));
            return error;
          }};
}

double error_of(const Problem& problem, IntegratorKind kind, int n, const std::vector<double>& pattern) {
  ForestSystem system(problem.model, Vec3(0, 0, -kPull));
  if (problem.model.nv() == 6) system.loads.gravity.setZero();
  MotionState state = MotionState::at_rest(problem.model, 0);
  problem.start(state);
  REQUIRE(run_steps(kind, system, state, problem.duration, n, pattern) == StepStatus::ok);
  return problem.error(state);
}

struct Expectation {
  IntegratorKind kind;
  double order;
  int steps;  // coarsest, chosen so that the finest error is far above rounding
};

}  // namespace

TEST_CASE("measured orders: Euler 1, Beeman 3, RK4 4, RKF45 5, constant and changing steps",
          "[multibody][orders]") {
  const std::vector<double> constant = {1.0}, changing = {1.0, 0.5, 1.5, 0.7, 1.3};  // mean 1
  std::printf("| problem | integrator | steps | error at N | 2N | 4N | order N-2N | order 2N-4N |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  const Problem problems[] = {pendulum_problem(), double_pendulum_problem(), tumbling_problem()};
  for (const Problem& problem : problems) {
    for (const Expectation& e :
         {Expectation{IntegratorKind::euler, 1.0, 16000}, Expectation{IntegratorKind::beeman, 3.0, 800},
          Expectation{IntegratorKind::rk4, 4.0, 400}, Expectation{IntegratorKind::rkf45, 5.0, 200}}) {
      for (const auto* pattern : {&constant, &changing}) {
        double error[3], order[2];
        for (int level = 0; level < 3; ++level)
          error[level] = error_of(problem, e.kind, e.steps << level, *pattern);
        for (int level = 0; level < 2; ++level) order[level] = std::log2(error[level] / error[level + 1]);
        const char* steps = pattern == &constant ? "constant" : "changing";
        std::printf("| %s | %s | %s, N = %d | %.2e | %.2e | %.2e | %.2f | %.2f |\n", problem.name,
                    to_string(e.kind), steps, e.steps, error[0], error[1], error[2], order[0], order[1]);
        INFO(problem.name << ", " << to_string(e.kind) << ", " << steps);
        // The next term of the error moves the measured order by about the step times the problem's rate:
        // 0.15 here.
        CHECK(std::fabs(order[1] - e.order) < 0.15);
      }
    }
  }
}
