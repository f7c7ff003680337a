// SPDX-License-Identifier: BSD-3-Clause
// What a step promises besides its order: Euler's equations literally, start and restart, untouched states on
// failure.

#include "analytic/pendulum.hpp"
#include "catch.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

// A pendulum whose accelerations turn into NaN from a given time on.
class FailingSystem : public ForestSystem {
 public:
  using ForestSystem::ForestSystem;
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& rate) override {
    const StepStatus status = ForestSystem::calc_rates(t, q, v, aux, a, rate);
    if (t > fail_after) a[0] = std::numeric_limits<double>::quiet_NaN();
    return status;
  }
  StepStatus calc_step(double t, double dt, const VecX& q, const VecX& vp, const VecX& vb, double gamma,
                       VecX& aux, VecX& a) override {
    const StepStatus status = ForestSystem::calc_step(t, dt, q, vp, vb, gamma, aux, a);
    if (t > fail_after) a[0] = std::numeric_limits<double>::quiet_NaN();
    return t > stop_after ? StepStatus::outside_terrain : status;
  }
  double fail_after = 1e9, stop_after = 1e9;
};

Model pendulum_model() { return pendulum_chain({5.0}, {0.5}, {0.75}); }
const double kRate = std::sqrt(5.0 * 9.81 * 0.5 / 2.0);

// A memory that relaxes, x' = -x + sin t: rate form for RK4, implicit Euler for the step form.
class AuxSystem : public ForestSystem {
 public:
  using ForestSystem::ForestSystem;
  int aux_size() const override { return 1; }
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& rate) override {
    rate[0] = std::sin(t) - aux[0];
    return ForestSystem::calc_rates(t, q, v, aux, a, rate);
  }
  StepStatus calc_step(double t, double dt, const VecX& q, const VecX& vp, const VecX& vb, double gamma,
                       VecX& aux, VecX& a) override {
    aux[0] = (aux[0] + dt * std::sin(t)) / (1.0 + dt);
    return ForestSystem::calc_step(t, dt, q, vp, vb, gamma, aux, a);
  }
};

// A memory with a rate of its own that the step form leaves alone.
class RestingAux : public FailingSystem {
 public:
  using FailingSystem::FailingSystem;
  int aux_size() const override { return 2; }
  bool steps_advance_aux() const override { return false; }
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& rate) override {
    rate = -aux;
    return FailingSystem::calc_rates(t, q, v, aux, a, rate);
  }
};

bool same_bits(const MotionState& x, const MotionState& y) {
  return x.time == y.time && x.q == y.q && x.v == y.v && x.a == y.a && x.a_prev == y.a_prev &&
         x.dt_prev == y.dt_prev && x.history == y.history && x.aux == y.aux;
}

}  // namespace

TEST_CASE("Euler is equation (2): q + h v and v + h a, from the step's start", "[multibody]") {
  const Model model = pendulum_model();
  ForestSystem system(model, Vec3(0, 0, -9.81));
  MotionState state = MotionState::at_rest(model, 0);
  state.q[0] = 0.8, state.v[0] = 0.5;
  IntegratorWorkspace workspace(model, 0);
  double q = 0.8, v = 0.5;
  for (int n = 0; n < 10; ++n) {
    REQUIRE(advance(IntegratorKind::euler, system, 0.01, state, workspace) == StepStatus::ok);
    const double a = -kRate * kRate * std::sin(q);
    q += 0.01 * v;
    v += 0.01 * a;
    CHECK(state.q[0] == Approx(q).epsilon(1e-13));
    CHECK(state.v[0] == Approx(v).epsilon(1e-13));
    CHECK(state.a[0] == Approx(-kRate * kRate * std::sin(q)).epsilon(1e-13));
  }
}

TEST_CASE("a Beeman step is equation (3)", "[multibody]") {
  // No velocity in the force, so predicted velocities do not matter; rho = 1 gives the printed weights.
  const Model model = pendulum_model();
  ForestSystem system(model, Vec3(0, 0, -9.81));
  MotionState state = MotionState::at_rest(model, 0);
  const double h = 0.01, q = 0.8, v = 0.5, a0 = 1.1, a1 = 0.9;
  state.q[0] = q, state.v[0] = v, state.a[0] = a1, state.a_prev[0] = a0, state.dt_prev = h, state.history = 2;
  IntegratorWorkspace workspace(model, 0);
  REQUIRE(advance(IntegratorKind::beeman, system, h, state, workspace) == StepStatus::ok);
  const double q_new = q + h * v + 2.0 / 3.0 * h * h * a1 - h * h / 6.0 * a0;
  const double a_new = -kRate * kRate * std::sin(q_new);
  CHECK(state.q[0] == Approx(q_new).epsilon(1e-15));
  CHECK(state.v[0] == Approx(v + h * (5.0 / 12.0 * a_new + 2.0 / 3.0 * a1 - a0 / 12.0)).epsilon(1e-14));
  CHECK(state.a_prev[0] == a1);
}

TEST_CASE("a restart costs no order", "[multibody]") {
  const Model model = pendulum_model();
  const auto exact = analytic::pendulum(2.0, kRate, 1.5);
  const auto error = [&](int n) {
    ForestSystem system(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 0);
    state.q[0] = 1.5;
    IntegratorWorkspace workspace(model, 0);
    for (int k = 0; k < n; ++k) {
      if (k % 7 == 3) state.restart();
      REQUIRE(advance(IntegratorKind::beeman, system, 2.0 / n, state, workspace, 2) == StepStatus::ok);
      CHECK(state.history == 2);
    }
    return std::fabs(state.q[0] - exact.angle) + std::fabs(state.v[0] - exact.rate);
  };
  CHECK(std::log2(error(700) / error(1400)) == Approx(3.0).margin(0.1));
}

TEST_CASE("a wrong start costs Beeman its order: why the first step is Runge-Kutta", "[multibody]") {
  const Model model = pendulum_model();
  const auto exact = analytic::pendulum(2.0, kRate, 1.5);
  const auto error = [&](int n) {
    ForestSystem system(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 0);
    state.q[0] = exact.angle, state.v[0] = exact.rate;  // mid-swing: the jerk is not zero
    VecX a = VecX::Zero(1), none;
    system.calc_rates(0, state.q, state.v, none, a, none);
    state.a = state.a_prev = a, state.dt_prev = 2.0 / n, state.history = 2;  // a_(-1) = a_0
    REQUIRE(run_steps(IntegratorKind::beeman, system, state, 2.0, n) == StepStatus::ok);
    const auto end = analytic::pendulum(4.0, kRate, 1.5);
    return std::fabs(state.q[0] - end.angle) + std::fabs(state.v[0] - end.rate);
  };
  CHECK(std::log2(error(800) / error(1600)) < 2.2);
}

TEST_CASE("what the step form leaves alone is each state's own, whatever the workspace held before",
          "[multibody]") {
  const Model model = pendulum_model();
  for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman}) {
    RestingAux system(model, Vec3(0, 0, -9.81));
    ForestSystem plain(model, Vec3(0, 0, -9.81));
    IntegratorWorkspace workspace(model, 2), plain_workspace(model, 0);
    MotionState one = MotionState::at_rest(model, 2), reference = MotionState::at_rest(model, 0);
    one.q[0] = reference.q[0] = 1.0;
    one.aux << 3.0, -7.0;
    // Beeman's first step is by the rates, which make the memory fade
    REQUIRE(advance(kind, system, 0.01, one, workspace) == StepStatus::ok);
    REQUIRE(advance(kind, plain, 0.01, reference, plain_workspace) == StepStatus::ok);
    CHECK((one.aux[0] == 3.0) == (kind == IntegratorKind::euler));
    MotionState other = one;
    other.aux << 11.0, 13.0;
    const VecX held = one.aux;
    for (int k = 0; k < 5; ++k) {
      REQUIRE(advance(kind, system, 0.01, one, workspace) == StepStatus::ok);
      REQUIRE(advance(kind, system, 0.01, other, workspace) == StepStatus::ok);
      REQUIRE(advance(kind, plain, 0.01, reference, plain_workspace) == StepStatus::ok);
      CHECK(one.aux == held);
      CHECK(other.aux == Vec2(11.0, 13.0));
      CHECK(one.q == reference.q);
      CHECK(one.v == reference.v);
    }
    const MotionState before = one;
    system.fail_after = 0.0;
    CHECK(advance(kind, system, 0.01, one, workspace) == StepStatus::not_finite);
    CHECK(same_bits(one, before));
  }
}

TEST_CASE("a failed step leaves the state as it was", "[multibody]") {
  const Model model = pendulum_model();
  for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman, IntegratorKind::rk4}) {
    FailingSystem system(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 0);
    state.q[0] = 1.0;
    REQUIRE(run_steps(kind, system, state, 0.1, 10) == StepStatus::ok);
    const MotionState before = state;
    IntegratorWorkspace workspace(model, 0);
    system.fail_after = 0.1;
    CHECK(advance(kind, system, 0.01, state, workspace) == StepStatus::not_finite);
    CHECK(same_bits(state, before));
    system.fail_after = 1e9;
    state.v[0] = 1e12;  // q would leave the domain of our sine
    const MotionState fast = state;
    CHECK(advance(kind, system, 0.01, state, workspace) == StepStatus::too_large);
    CHECK(same_bits(state, fast));
  }
  FailingSystem system(model, Vec3(0, 0, -9.81));
  MotionState state = MotionState::at_rest(model, 0);
  REQUIRE(run_steps(IntegratorKind::beeman, system, state, 0.1, 10) == StepStatus::ok);
  const MotionState before = state;
  IntegratorWorkspace workspace(model, 0);
  system.stop_after = 0.0;
  CHECK(advance(IntegratorKind::beeman, system, 0.01, state, workspace) == StepStatus::outside_terrain);
  CHECK(same_bits(state, before));
}

TEST_CASE("a copied state continues with the same bits", "[multibody]") {
  const Model model = pendulum_chain({2.0, 1.0}, {0.8, 0.5}, {0.1, 0.05});
  for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman, IntegratorKind::rk4}) {
    ForestSystem system(model, Vec3(0, 0, -9.81)), other(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 0);
    state.q << 1.0, 0.4;
    REQUIRE(run_steps(kind, system, state, 0.3, 100, {1.0, 0.5, 1.5, 0.7, 1.3}) == StepStatus::ok);
    MotionState copy = state;
    REQUIRE(run_steps(kind, system, state, 0.3, 100) == StepStatus::ok);
    REQUIRE(run_steps(kind, other, copy, 0.3, 100) == StepStatus::ok);
    CHECK(same_bits(state, copy));
  }
}

TEST_CASE("memory is advanced by Runge-Kutta in its rate form and by the system in its step form",
          "[multibody]") {
  const Model model = pendulum_model();
  // x' = -x + sin t, x(0) = 0: x = (sin t - cos t + e^-t)/2
  const double exact = 0.5 * (std::sin(1.0) - std::cos(1.0) + std::exp(-1.0));
  const auto error = [&](IntegratorKind kind, int n) {
    AuxSystem system(model, Vec3(0, 0, -9.81));
    MotionState state = MotionState::at_rest(model, 1);
    REQUIRE(run_steps(kind, system, state, 1.0, n) == StepStatus::ok);
    return std::fabs(state.aux[0] - exact);
  };
  CHECK(std::log2(error(IntegratorKind::rk4, 20) / error(IntegratorKind::rk4, 40)) ==
        Approx(4.0).margin(0.15));
  CHECK(std::log2(error(IntegratorKind::beeman, 200) / error(IntegratorKind::beeman, 400)) ==
        Approx(1.0).margin(0.1));
}
