// SPDX-License-Identifier: BSD-3-Clause
// Prescribed and coupled coordinates in motion, against Lagrange's equations written by hand.

#include "analytic/double_pendulum.hpp"
#include "analytic/tight_rk4.hpp"
#include "catch.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {
constexpr double kGravity = 9.81;

// Two bars side by side on the same axis, the second geared to the first.
Model geared_pair(double ratio) {
  ModelBuilder builder;
  for (int k = 0; k < 2; ++k) {
    const std::string name = "bar" + std::to_string(k);
    builder.add_body({name, 1.0 + k, Vec3(0, 0, -0.5 - 0.2 * k), 0.1 * Mat3::Identity()});
    JointSpec joint{
        .name = "hinge" + std::to_string(k), .type = JointType::revolute, .parent = "world", .child = name};
    joint.axis = -Vec3::UnitY();
    joint.X_PJ.p = Vec3(0, k, 0);
    builder.add_joint(joint);
  }
  builder.add_coupling({"gear", "hinge1", "hinge0", ratio, 0.25});
  return builder.build("geared pair");
}
}  // namespace

TEST_CASE("the effort of a driven hinge is that of the rheonomic double pendulum", "[multibody]") {
  const analytic::DoublePendulum dp{2.0, 1.0, 0.8, 0.5, 0.1, 0.05, kGravity};
  const double amplitude = 0.7, omega = 3.0, duration = 2.0;
  const auto drive = [=](double t) {
    return std::array<double, 3>{amplitude * std::sin(omega * t), amplitude * omega * std::cos(omega * t),
                                 -amplitude * omega * omega * std::sin(omega * t)};
  };
  // Lower arm alone, absolute angle, driven from above.
  const auto rates = [&](double t, const std::array<double, 2>& y) {
    const auto [t1, w1, a1] = drive(t);
    return std::array<double, 2>{y[1], dp.driven(t1, y[0], w1, y[1], a1).a2};
  };
  const auto end = analytic::tight_rk4<2>({0.4, 0.0}, duration, 40000, rates);
  const auto [t1, w1, a1] = drive(duration);
  const auto expected = dp.driven(t1, end[0], w1, end[1], a1);

  const Model model = pendulum_chain({2.0, 1.0}, {0.8, 0.5}, {0.1, 0.05}, true);
  for (const auto& [kind, tolerance] :
       {std::pair{IntegratorKind::beeman, 1e-6}, {IntegratorKind::rk4, 1e-9}}) {
    ForestSystem system(model, Vec3(0, 0, -kGravity));
    system.motions = {{0, 0, drive}};
    MotionState state = MotionState::at_rest(model, 0);
    state.q << 0.0, 0.4;
    state.v << amplitude * omega, -amplitude * omega;
    REQUIRE(run_steps(kind, system, state, duration, 4000) == StepStatus::ok);
    // Errors of order h^3 and h^4 at h = 0.5 ms with rates of 5 rad/s: a few 1e-8 and 1e-11.
    CHECK(state.q[0] + state.q[1] == Approx(end[0]).margin(tolerance));
    CHECK(state.v[0] + state.v[1] == Approx(end[1]).margin(tolerance));
    CHECK(state.a[0] == Approx(drive(state.time)[2]).epsilon(1e-14));
    CHECK(system.effort[0] == Approx(expected.tau1).margin(20 * tolerance));
    CHECK(system.effort[1] == 0.0);
  }
}

TEST_CASE("a coupling keeps q_dep = ratio q_ind + offset and moves as one coordinate", "[multibody]") {
  const double ratio = -1.5;
  const Model model = geared_pair(ratio);
  // By hand: bar k has J_k = 0.1 + m l^2 and weight torque -m g l sin q.
  const double J0 = 0.1 + 1.0 * 0.25, J1 = 0.1 + 2.0 * 0.49, G0 = 1.0 * kGravity * 0.5,
               G1 = 2.0 * kGravity * 0.7;
  const auto acceleration = [&](double q) {
    return (-G0 * std::sin(q) - ratio * G1 * std::sin(ratio * q + 0.25)) / (J0 + ratio * ratio * J1);
  };
  const double duration = 3.0;
  const auto end =
      analytic::tight_rk4<2>({0.9, 0.0}, duration, 40000, [&](double, const std::array<double, 2>& y) {
        return std::array<double, 2>{y[1], acceleration(y[0])};
      });
  ForestSystem system(model, Vec3(0, 0, -kGravity));
  MotionState state = MotionState::at_rest(model, 0);
  state.q << 0.9, ratio * 0.9 + 0.25;
  REQUIRE(run_steps(IntegratorKind::beeman, system, state, duration, 6000) == StepStatus::ok);
  CHECK(state.q[0] == Approx(end[0]).margin(1e-7));  // order 3 at 0.5 ms and 5 rad/s
  CHECK(state.v[0] == Approx(end[1]).margin(1e-7));
  CHECK(state.q[1] == Approx(ratio * state.q[0] + 0.25).epsilon(1e-14));
  CHECK(state.a[1] == Approx(ratio * state.a[0]).epsilon(1e-12));
  // Effort at the dependent hinge: what its own balance lacks.
  CHECK(system.effort[1] == Approx(J1 * state.a[1] + G1 * std::sin(state.q[1])).epsilon(1e-10));
}

TEST_CASE("a coupling's motion does not drift without its projection", "[multibody]") {
  // The accelerations alone must keep the relation: Euler's steps by hand, and only rounding may remain.
  const Model model = geared_pair(-1.0);
  ForestSystem system(model, Vec3(0, 0, -kGravity));
  VecX q(2), v = VecX::Zero(2), a = v, none(0);
  q << 0.9, -0.9 + 0.25;
  for (int n = 0; n < 3000; ++n) {
    REQUIRE(system.calc_rates(0.0, q, v, none, a, none) == StepStatus::ok);
    q += 0.001 * v;
    v += 0.001 * a;
  }
  CHECK(std::fabs(q[1] + q[0] - 0.25) < 1e-11);  // 3000 steps of 1e-16, summed twice
}

TEST_CASE("a limit stops a falling bar where its spring carries the weight", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"bar", 2.0, Vec3(0.5, 0, 0), 0.1 * Mat3::Identity()});
  JointSpec joint{.name = "hinge", .type = JointType::revolute, .parent = "world", .child = "bar"};
  joint.axis = Vec3::UnitY();  // positive turns the tip down
  joint.forces = {.lower = -1.0, .upper = 0.3, .limit_stiffness = 2000.0, .limit_damping = 30.0};
  const Model model = builder.add_joint(joint).build("bar");
  ForestSystem system(model, Vec3(0, 0, -kGravity));
  MotionState state = MotionState::at_rest(model, 0);
  IntegratorWorkspace workspace(model, 0);
  double deepest = 0.0;
  for (int n = 0; n < 5000; ++n) {
    REQUIRE(advance(IntegratorKind::beeman, system, 0.001, state, workspace) == StepStatus::ok);
    deepest = std::max(deepest, state.q[0]);
  }
  // Without damping the depth x would satisfy k x^2/2 = m g l sin(0.3 + x): x = 0.0546.
  CHECK(deepest > 0.3);
  CHECK(deepest < 0.3 + 0.0546);
  CHECK(std::fabs(state.v[0]) < 1e-9);
  CHECK(2000.0 * (state.q[0] - 0.3) == Approx(2.0 * kGravity * 0.5 * std::cos(state.q[0])).epsilon(1e-9));
}
