// SPDX-License-Identifier: BSD-3-Clause
// Loops that accelerations keep closed (Baumgarte 1972) in the place of projection.

#include "catch.hpp"
#include "multibody/linkages.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const Vec3 kDownward(0, 0, -9.81);

/// RowGaps of all rows, and their rates.
struct RowGaps {
  VecX size, rate;
};
RowGaps row_gaps(const Model& model, const MotionState& state) {
  Kinematics kinematics(model);
  calc_kinematics(model, state.q, state.v, kinematics);
  RowGaps gaps{VecX(model.rows().size()), VecX(model.rows().size())};
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    gaps.size[static_cast<Eigen::Index>(r)] = calc_gap(model.rows()[r], state.q, kinematics);
    gaps.rate[static_cast<Eigen::Index>(r)] = calc_gap_rate(model.rows()[r], state.v, kinematics);
  }
  return gaps;
}

MotionState run_by(IntegratorKind kind, const Model& model, MotionState state, double duration, int steps,
                   const RowStabilisation& by, double* widest = nullptr) {
  ForestSystem system(model, kDownward, by);
  IntegratorWorkspace workspace(model, 0, by);
  for (int n = 0; n < steps; ++n) {
    REQUIRE(advance(kind, system, duration / steps, state, workspace) == StepStatus::ok);
    if (widest) *widest = std::max(*widest, widest_gap(model, state.q));
  }
  return state;
}

/// Off its loop by about a millimetre, and on the way.
MotionState ajar(const Model& model) {
  MotionState state = MotionState::at_rest(model, 0);
  state.q = model.neutral_q();
  VecX off = VecX::Zero(model.nv());
  for (Eigen::Index k = 0; k < off.size(); ++k)
    off[k] = 1e-3 * std::cos(1.0 + static_cast<double>(k)),
    state.v[k] = 0.3 * std::sin(2.0 + static_cast<double>(k));
  model.integrate(state.q, off, state.q);
  return state;
}

MotionState turning(const Model& model, const analytic::FourBar& bars, double start, double rate) {
  MotionState state = MotionState::at_rest(model, 0);
  const auto [k_phi, k_psi] = bars.ratios(start);
  state.v << rate, (k_phi - 1.0) * rate, k_psi * rate;
  return state;
}

}  // namespace

// g'' = -2 r g' - r^2 g has g = (g_0 + (g'_0 + r g_0) t) exp(-r t), whatever else the mechanism does.
TEST_CASE("a gap left open closes as a critically damped one, in any mechanism", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const std::vector<Model> models = {
      four_bar_builder(bars, 1.0, LoopJointType::inline_pin).build("rows on the way of the recursion"),
      rssr_model({}, Rod::row), rssr_model({}, Rod::body)};  // the last one's rows are solved for together
  const double rate = 25.0, duration = 0.1;
  for (const Model& model : models) {
    const MotionState start = ajar(model);
    const RowGaps before = row_gaps(model, start);
    CAPTURE(model.constraints()[0].name, model.nv());
    CHECK(before.size.lpNorm<Eigen::Infinity>() > 1e-4);
    CHECK(before.rate.lpNorm<Eigen::Infinity>() > 1e-2);
    const VecX slope = before.rate + rate * before.size,
               expected = (before.size + duration * slope) * std::exp(-rate * duration);
    const double largest = expected.lpNorm<Eigen::Infinity>();
    // errors of the method alone: they fall with its order
    const auto error = [&](IntegratorKind kind, int steps) {
      const MotionState end = run_by(kind, model, start, duration, steps, {rate});
      return (row_gaps(model, end).size - expected).lpNorm<Eigen::Infinity>() / largest;
    };
    CHECK(error(IntegratorKind::rk4, 200) < 1e-6);
    CHECK(error(IntegratorKind::rk4, 100) > 12.0 * error(IntegratorKind::rk4, 200));
    CHECK(error(IntegratorKind::beeman, 200) < 1e-3);
    CHECK(error(IntegratorKind::beeman, 100) > 6.0 * error(IntegratorKind::beeman, 200));
  }
}

TEST_CASE("loops closed on the way move as projected ones, each method at its order", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const Model model = four_bar_builder(bars, 1.0, LoopJointType::inline_pin).build("four-bar");
  const MotionState start = turning(model, bars, 1.0, 9.0);
  const double duration = 1.0;  // a turn and a half of the crank
  const MotionState expected = run_by(IntegratorKind::rk4, model, start, duration, 20000, {});
  struct Case {
    IntegratorKind kind;
    double error, ratio;  // rad at the end, of 2000 steps; fall between 1000 and 2000
  };
  for (const Case& c : {Case{IntegratorKind::euler, 0.3, 1.6}, Case{IntegratorKind::beeman, 1e-3, 6.5},
                        Case{IntegratorKind::rk4, 1e-6, 12.0}}) {
    const auto error = [&](int steps) {
      return (run_by(c.kind, model, start, duration, steps, {20.0}).q - expected.q).lpNorm<Eigen::Infinity>();
    };
    CAPTURE(to_string(c.kind), error(2000), error(1000));
    CHECK(error(2000) < c.error);
    CHECK(error(1000) > c.ratio * error(2000));
  }
}

TEST_CASE("a loop drifts open that nothing closes, and stays nearly closed on the way", "[multibody]") {
  const SwingingLeg leg("");
  MotionState start = MotionState::at_rest(leg.model, 0);
  start.q[0] = 0.4;
  const auto widest = [&](const RowStabilisation& by) {
    double gap = 0.0;
    run_by(IntegratorKind::beeman, leg.model, start, 20.0, 20000, by, &gap);
    return gap;
  };
  const double left = widest({1e-9}), slow = widest({10.0}), fast = widest({100.0}), closed = widest({});
  CAPTURE(left, slow, fast, closed);
  CHECK(closed < 1e-12);
  CHECK(fast < slow);
  CHECK(slow < 0.1 * left);
  CHECK(closed < 0.1 * fast);
}

TEST_CASE("what a formula gives has no gap without projection either", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const Model model = embedded_four_bar(bars, 1.0, "crank");
  const MotionState start = turning(model, bars, 1.0, 9.0);
  double widest = 0.0;
  const MotionState end = run_by(IntegratorKind::beeman, model, start, 1.0, 1000, {20.0}, &widest);
  CHECK(widest < 1e-12);
  CHECK(end.q == run_by(IntegratorKind::beeman, model, start, 1.0, 1000, {}).q);
}

// With z_n the gap's numbers at step n, a gap of a mechanism at rest follows a linear recurrence, whose radius is below 1 up to r h = 0.26.
TEST_CASE("by Beeman's method a gap goes at the fastest rate that a scenario may ask for", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const Model model = four_bar_builder(bars, 1.0, LoopJointType::inline_pin).build("four-bar");
  MotionState start = ajar(model);
  start.v.setZero();
  const double step = 1e-3;
  const auto left_after = [&](double rate_in_step, int steps) {
    const MotionState end =
        run_by(IntegratorKind::beeman, model, start, steps * step, steps, {rate_in_step / step});
    return row_gaps(model, end).size.lpNorm<Eigen::Infinity>();
  };
  const double open = row_gaps(model, start).size.lpNorm<Eigen::Infinity>();
  CHECK(left_after(0.2, 100) < 1e-3 * open);
  CHECK(left_after(0.3, 100) > open);  // why it is the fastest
}
