// SPDX-License-Identifier: BSD-3-Clause
// Constraint rows: Jacobians and velocity products against finite differences, accelerations against the dense
// system of Karush, Kuhn and Tucker and against the projection with G, and what is refused.

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/multibody/constraints/tangent_space.hpp"
#include "multibody/linkages.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

// Forests with one or two loop joints; nothing where they cannot be closed near zero angles.
std::optional<Model> looped_forest(unsigned seed) {
  try {
    return random_forest(seed, 2);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("rows: Jacobian and second derivative are those of the gap", "[multibody]") {
  int rows = 0, kinds[4] = {0, 0, 0, 0};
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const std::optional<Model> found = looped_forest(seed);
    if (!found) continue;
    const Model& model = *found;
    RandomState s(model, seed);
    Kinematics k(model), moved(model);
    calc_kinematics(model, s.q, s.v, k);
    calc_accelerations(model, s.q, s.v, s.a, k);
    const double h = 1e-5;
    // the state at a time t along the motion with these velocities and accelerations
    const auto rate_at = [&](const Row& row, double t) {
      VecX q = s.q;
      const VecX v = s.v + t * s.a;
      model.integrate(s.q, t * s.v + 0.5 * t * t * s.a, q);
      calc_kinematics(model, q, v, moved);
      return calc_gap_rate(row, v, moved);
    };
    const auto gap_at = [&](const Row& row, const VecX& delta) {
      VecX q = s.q;
      model.integrate(s.q, delta, q);
      calc_kinematics(model, q, s.v, moved);
      return calc_gap(row, q, moved);
    };
    for (const Row& row : model.rows()) {
      VecX jacobian = s.v;
      calc_jacobian(model, row, k, jacobian);
      const double size = 1.0 + jacobian.norm() * (1.0 + s.v.norm());
      CAPTURE(seed, static_cast<int>(row.kind));
      CHECK(calc_gap_rate(row, s.v, k) == Approx(jacobian.dot(s.v)).margin(1e-12 * size));
      for (Eigen::Index c = 0; c < model.nv(); ++c) {
        VecX delta = VecX::Zero(model.nv());
        delta[c] = h;
        const double slope = (gap_at(row, delta) - gap_at(row, -delta)) / (2.0 * h);
        CHECK(jacobian[c] == Approx(slope).margin(1e-8));  // h^2 and rounding / h
      }
      const double second = (rate_at(row, h) - rate_at(row, -h)) / (2.0 * h);
      CHECK(calc_gap_acceleration(row, s.a, k) == Approx(second).margin(1e-6 * size * (1.0 + s.v.norm())));
      ++rows;
      ++kinds[static_cast<int>(row.kind)];
    }
  }
  CHECK(rows > 100);
  for (const int count : kinds) CHECK(count > 10);
}

TEST_CASE("loops: the recursion agrees with the dense KKT system", "[multibody]") {
  int loops = 0, prescribed = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const std::optional<Model> found = looped_forest(seed);
    if (!found) continue;
    const Model& model = *found;
    RandomState s(model, seed);
    // near the neutral position, where the builder found the rows independent
    model.integrate(model.neutral_q(), Random(seed).numbers(model.nv(), 0.02), s.q);
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    DynamicsWorkspace workspace(model);
    const VecX v_base = 0.9 * s.v;
    for (const ImplicitDamping& damping : {ImplicitDamping{}, ImplicitDamping{0.01, &v_base}}) {
      VecX a = s.a, effort = s.a, a_ref = s.a, effort_ref = s.a;
      const RowFailure failure = forward_dynamics(model, s.q, s.v, k, s.loads, damping, workspace, a, effort);
      if (failure) continue;
      forward_dynamics_reference(model, s.q, s.v, k, s.loads, damping, a_ref, effort_ref);
      const auto largest = [](const VecX& x) { return x.lpNorm<Eigen::Infinity>(); };
      CAPTURE(seed, damping.gamma);
      // relative to the largest entry; some of these random linkages are near a dead point
      CHECK(largest(a - a_ref) < 1e-7 * (1.0 + largest(a_ref)));
      CHECK(largest(effort - effort_ref) < 1e-7 * (1.0 + largest(effort_ref)));
      calc_accelerations(model, s.q, s.v, a, k);
      for (const Row& row : model.rows())
        CHECK(std::fabs(calc_gap_acceleration(row, a, k)) < 1e-9 * (1.0 + largest(a)));
      ++loops;
      for (const CoordinateMode mode : model.modes()) prescribed += mode == CoordinateMode::prescribed;
    }
  }
  CHECK(loops > 60);
  CHECK(prescribed > 100);
}

TEST_CASE("couplings as rows: the projection with G^T H G", "[multibody]") {
  int coupled = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const Model model = random_forest(seed);
    if (model.rows().empty()) continue;
    RandomState s(model, seed);
    s.a.setZero();  // of the prescribed coordinates
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    TreeWorkspace tree(model);
    DynamicsWorkspace workspace(model);
    VecX free = s.a, effort = s.a, a = s.a;
    tree_dynamics(model, s.q, s.v, k, s.loads, {}, tree, free, effort);
    forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, a, effort);
    // by hand: v = G v_independent, and G^T H a = G^T f with f = H a of the uncoupled forest
    MatX G = MatX::Zero(model.nv(), model.nv());
    for (int c = 0; c < model.nv(); ++c)
      G(c, c) = model.modes()[static_cast<std::size_t>(c)] == CoordinateMode::dynamic;
    for (const Row& row : model.rows()) {
      G(row.dependent_v, row.dependent_v) = 0.0;
      G(row.dependent_v, row.independent_v) = row.ratio;
    }
    const MatX H = calc_mass_matrix(model, s.q, k);
    const MatX projected = G.transpose() * H * G;
    const VecX right = G.transpose() * (H * free);
    const VecX expected = G * projected.completeOrthogonalDecomposition().solve(right);
    CAPTURE(seed);
    CHECK((a - expected).norm() < 1e-9 * (1.0 + expected.norm()));
    MatX columns(model.nv(), 0);
    for (int c = 0; c < model.nv(); ++c)
      if (!G.col(c).isZero(0.0)) {
        columns.conservativeResize(model.nv(), columns.cols() + 1);
        columns.col(columns.cols() - 1) = G.col(c);
      }
    CHECK(calc_tangent_basis(model, k) == columns);
    coupled += static_cast<int>(model.rows().size());
  }
  CHECK(coupled > 20);
}

TEST_CASE("the tangent space of a loop: no row sees it, and it has as many directions as the loop",
          "[multibody]") {
  const Model model = rssr_model({}, Rod::body);
  Kinematics k(model);
  calc_kinematics(model, model.neutral_q(), VecX::Zero(model.nv()), k);
  const MatX G = calc_tangent_basis(model, k);
  CHECK(G.cols() == 2);  // crank, and the rod's idle spin
  for (const Row& row : model.rows()) {
    VecX jacobian = VecX::Zero(model.nv());
    calc_jacobian(model, row, k, jacobian);
    CHECK((jacobian.transpose() * G).norm() < 1e-14);
  }
}

TEST_CASE("a redundant, singular or open loop is refused by its joint's name", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  // a planar linkage closed by a revolute joint: three of the five rows hold by themselves
  CHECK_THROWS_WITH(four_bar_builder(bars, 1.0, LoopJointType::revolute).build("bars"),
                    ContainsSubstring("loop joint 'pin'") && ContainsSubstring("redundant"));
  CHECK_THROWS_WITH(four_bar_builder(bars, 1.0, LoopJointType::spherical).build("bars"),
                    ContainsSubstring("loop joint 'pin'") && ContainsSubstring("redundant"));
  // a parallelogram stretched on one line is at its change point
  analytic::FourBar parallelogram = bars;
  parallelogram.a = parallelogram.c = 0.3;
  parallelogram.b = parallelogram.d = 0.8;
  ModelBuilder flat = four_bar_builder(parallelogram, 0.5, LoopJointType::inline_pin);
  CHECK(flat.build("bars").independent_coordinates().size() == 1);
  CHECK_THROWS_WITH(four_bar_builder(parallelogram, 1e-6, LoopJointType::inline_pin).build("bars"),
                    ContainsSubstring("loop joint 'pin'") && ContainsSubstring("dead point"));
  // a rod that is too short
  ModelBuilder builder;
  builder.add_body({"bar", 1.0, Vec3(0, 0, -0.5), Mat3::Identity()});
  builder.add_joint({.name = "hinge", .type = JointType::revolute, .parent = "world", .child = "bar"});
  LoopJointSpec rod{.name = "rod", .type = LoopJointType::distance, .body_a = "world", .body_b = "bar"};
  rod.X_AJ.p = Vec3(2, 0, 0), rod.X_BJ.p = Vec3(1, 0, 0), rod.length = 0.5;
  CHECK_THROWS_WITH(builder.add_loop_joint(rod).build("rod"), ContainsSubstring("loop joint 'rod'"));
}

TEST_CASE("bad loop joints are refused", "[multibody]") {
  const auto refused = [](LoopJointSpec joint, const std::string& text) {
    ModelBuilder builder;
    builder.add_body({"bar", 1.0, Vec3::Zero(), Mat3::Identity()});
    builder.add_joint({.name = "ball", .type = JointType::spherical, .parent = "world", .child = "bar"});
    CHECK_THROWS_WITH(builder.add_loop_joint(std::move(joint)).build("bar"),
                      ContainsSubstring(text) && ContainsSubstring("'j'"));
  };
  const LoopJointSpec good{.name = "j", .type = LoopJointType::distance, .body_a = "world", .body_b = "bar"};
  LoopJointSpec bad = good;
  refused(bad, "length 0");
  bad.length = 1.0, bad.body_b = "x", refused(bad, "body 'x'");
  bad.body_b = "world", refused(bad, "both ends on 'world'");
  bad = good, bad.length = 1.0, bad.axis = Vec3(0, 0, 2), refused(bad, "axis of length 2");
  bad = good, bad.length = 1.0, bad.X_BJ.R = 2.0 * Mat3::Identity(), refused(bad, "not a rotation");
}

TEST_CASE("a step to where a loop cannot be closed names its joint and keeps the state", "[multibody]") {
  // The rocker is led beyond its reach: there the crank is at its dead point.
  const analytic::FourBar bars = crank_rocker();
  const Model model = four_bar_builder(bars, 1.0, LoopJointType::inline_pin, CoordinateMode::dynamic,
                                       CoordinateMode::prescribed)
                          .build("bars");
  for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman, IntegratorKind::rk4}) {
    ForestSystem system(model, Vec3(0, 0, -bars.g));
    system.motions = {{2, 2, [](double t) { return std::array<double, 3>{0.5 * t * t, t, 1.0}; }}};
    MotionState state = MotionState::at_rest(model, 0), before = state;
    IntegratorWorkspace workspace(model, 0);
    StepStatus status = StepStatus::ok;
    for (int n = 0; n < 5000 && status == StepStatus::ok; ++n) {
      before = state;
      status = advance(kind, system, 0.001, state, workspace);
    }
    REQUIRE(status == StepStatus::not_closed);
    CHECK(state.q == before.q);
    const RowFailure failure = workspace.row_failure() ? workspace.row_failure() : system.failure;
    CHECK_THAT(describe(model, failure), ContainsSubstring("loop joint 'pin'"));
    // the rocker turns furthest where crank and coupler are on one line
    const auto reach = [&](double both) {
      return std::acos((bars.d * bars.d + bars.c * bars.c - both * both) / (2.0 * bars.d * bars.c));
    };
    const double psi = bars.angles(1.0).psi + state.q[2];
    const double limit = std::min(
        std::fabs(std::fabs(std::remainder(psi, 2 * EIGEN_PI)) - (EIGEN_PI - reach(bars.a + bars.b))),
        std::fabs(std::fabs(std::remainder(psi, 2 * EIGEN_PI)) - (EIGEN_PI - reach(bars.b - bars.a))));
    CHECK(limit < 0.01);
  }
}
