// SPDX-License-Identifier: BSD-3-Clause
// Embedded linkages: the closed form against its own closure and differences, and against the same linkage closed by its rows.
#include "grouser/multibody/tree/four_bar.hpp"

#include <tuple>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "multibody/linkages.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Joint angles of driver, coupler and follower.
struct Angles {
  double driver, coupler, follower;
};
FourBarPose pose_at(const FourBar& bars, const Angles& at) {
  return place_bars(bars, math::sincos(at.driver), math::sincos(at.coupler), math::sincos(at.follower));
}

/// A linkage that is closed at these angles.
FourBar random_bars(Random& random, const Angles& at) {
  const auto flat = [&](double size) -> Vec2 {
    return {random.between(-size, size), random.between(-size, size)};
  };
  FourBar bars{.arm = flat(0.5), .link = flat(1.0), .lever = flat(1.0)};
  bars.coupler_sign = random.chance(0.5) ? 1.0 : -1.0;
  bars.follower_sign = random.chance(0.5) ? 1.0 : -1.0;
  bars.coupler_on_driver = random.chance(0.5);
  const FourBarPose pose = pose_at(bars, at);
  bars.base = pose.arm + pose.link - pose.lever;
  bars.side = side_of(bars, pose);
  return bars;
}

/// Closed, the driver turned to this angle.
Angles closed_at(const FourBar& bars, Angles at, double driver) {
  at.driver = driver;
  FourBarPose pose = pose_at(bars, at);
  const FourBarMove move = close_bars(bars, pose);
  REQUIRE(move.missing <= 0.0);
  return {driver, at.coupler + move.coupler, at.follower + move.follower};
}

}  // namespace

TEST_CASE("a four-bar's closed form closes, and its derivatives are those of its angles", "[multibody]") {
  Random random(7);
  int seen = 0;
  while (seen < 1000) {
    const Angles start{random.between(-3.0, 3.0), random.between(-3.0, 3.0), random.between(-3.0, 3.0)};
    const FourBar bars = random_bars(random, start);
    const FourBarRates rates = calc_bar_rates(bars, pose_at(bars, start));
    // within 0.03 rad of the driver no dead point may be near: rates grow there without bound
    if (rates.leverage < 0.05 || std::fabs(rates.coupler) > 5.0 || std::fabs(rates.follower) > 5.0) continue;
    ++seen;
    CHECK(open_by(bars, pose_at(bars, start)) < 1e-15);
    constexpr double h =
        1e-4;  // differences of second order, of angles rounded to 1e-16: 1e-7 and 1e-8/h^2 of second derivatives
    const Angles before = closed_at(bars, start, start.driver - h),
                 after = closed_at(bars, start, start.driver + h);
    CHECK(open_by(bars, pose_at(bars, after)) < 5e-15);  // angles of 6 rad, bars of 1.4 m
    const auto derivative = [&](double Angles::*of) { return (after.*of - before.*of) / (2 * h); };
    const auto curve = [&](double Angles::*of) { return (after.*of - 2 * start.*of + before.*of) / (h * h); };
    CAPTURE(seen, rates.leverage, rates.coupler_curve, rates.follower_curve);
    const double scale = 1.0 + std::pow(std::fabs(rates.coupler_curve) + std::fabs(rates.follower_curve), 2);
    CHECK(std::fabs(rates.coupler - derivative(&Angles::coupler)) < 1e-6 * scale);
    CHECK(std::fabs(rates.follower - derivative(&Angles::follower)) < 1e-6 * scale);
    CHECK(std::fabs(rates.coupler_curve - curve(&Angles::coupler)) < 1e-5 * scale);
    CHECK(std::fabs(rates.follower_curve - curve(&Angles::follower)) < 1e-5 * scale);
  }
}

TEST_CASE("a crank turns round and round: coupler and follower stay on their branch", "[multibody]") {
  const Model model = embedded_four_bar(crank_rocker(), 1.0, "crank");
  Closure closure(model);
  VecX q = model.neutral_q();
  const VecX start = q;
  for (int n = 1; n <= 3600; ++n) {
    q[0] = n * EIGEN_PI / 180.0;
    REQUIRE_FALSE(closure.close_positions(q));
    if (n % 360 != 0) continue;
    // the rocker is back where it was; the coupler's angle is measured from the crank, which has gone round
    CHECK(std::fabs(q[2] - start[2]) < 1e-11);
    CHECK(std::fabs(q[1] + q[0] - start[1]) < 1e-11);
  }
}

TEST_CASE("wherever the driver is put at once, the linkage is on its branch", "[multibody]") {
  const Model model = embedded_four_bar(crank_rocker(), 1.0, "crank");
  Closure closure(model);
  VecX by_steps = model.neutral_q();
  for (int n = 1; n < 360; ++n) {
    by_steps[0] = n * EIGEN_PI / 180.0;
    VecX at_once = model.neutral_q();
    at_once[0] = by_steps[0];
    REQUIRE_FALSE(closure.close_positions(by_steps));
    REQUIRE_FALSE(closure.close_positions(at_once));
    CHECK(at_once[2] == Approx(by_steps[2]).margin(1e-12));
    CHECK(std::fabs(std::remainder(at_once[1] - by_steps[1], 2.0 * EIGEN_PI)) < 1e-12);
  }
}

TEST_CASE("a stretched four-bar closes or is told that it does not", "[multibody]") {
  Random random(11);
  int closes = 0, open = 0;
  for (int n = 0; n < 20000; ++n) {
    FourBar bars = random_bars(random, {0.0, 0.0, 0.0});
    const Vec2 way = Vec2(random.between(-1.0, 1.0), random.between(-1.0, 1.0)).normalized();
    const double link = bars.link.norm(), lever = bars.lever.norm();
    // its hinges as far apart as link and lever together, or as one is longer than the other, to rounding
    bars.base = bars.arm + (n % 2 ? link + lever : std::fabs(link - lever)) *
                               (1.0 + random.between(-3e-16, 3e-16)) * way;
    FourBarPose pose = pose_at(bars, {0.0, 0.0, 0.0});
    const double before = open_by(bars, pose);
    const FourBarMove move = close_bars(bars, pose);
    closes += move.missing == 0.0, open += move.missing > 0.0;
    if (move.missing == 0.0)
      CHECK(open_by(bars, pose) < 1e-13);
    else
      CHECK(open_by(bars, pose) == before);
  }
  CHECK(closes > 19000);
  CHECK(closes + open == 20000);
  // where the hinges coincide nothing says which way link and lever point
  FourBar kite = random_bars(random, {0.0, 0.0, 0.0});
  kite.base = kite.arm;
  kite.lever = kite.link.norm() * Vec2(0.6, 0.8);
  FourBarPose pose = pose_at(kite, {0.0, 0.0, 0.0});
  CHECK(close_bars(kite, pose).missing > 0.0);
}

TEST_CASE("a four-bar out of reach or at a dead point is told", "[multibody]") {
  const analytic::FourBar rocker_drives = crank_rocker();
  const Model model = embedded_four_bar(rocker_drives, 1.0, "rocker");
  Closure closure(model);
  VecX q = model.neutral_q();
  q[2] += 1.5;  // the rocker of a crank-rocker turns by less
  const RowFailure open = closure.close_positions(q);
  CHECK(open.kind == RowFailure::Kind::open);
  CHECK(open.size > 0.01);
  // crank and coupler in one line: the rocker's angle there by the triangle a + b, c, d
  const auto& [a, b, c, d] = std::tie(rocker_drives.a, rocker_drives.b, rocker_drives.c, rocker_drives.d);
  const double reach = a + b, at = EIGEN_PI - std::acos((c * c + d * d - reach * reach) / (2 * c * d));
  q = model.neutral_q();
  const double psi = rocker_drives.angles(1.0).psi;
  q[2] = (psi > 0.0 ? at : -at) - psi;
  q[2] -= q[2] > 0.0 ? 1e-13 : -1e-13;
  VecX v = VecX::Constant(3, 1.0);
  REQUIRE_FALSE(closure.close_positions(q));
  CHECK(closure.close_velocities(q, v).kind == RowFailure::Kind::singular);
}

TEST_CASE("an embedded four-bar moves for 10 s as the one that its rows close", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const Model by_rows = embedded_four_bar(bars, 1.0, ""), embedded = embedded_four_bar(bars, 1.0, "crank");
  REQUIRE(embedded.embedded_loops().size() == 1);
  ForestSystem first(by_rows, Vec3(0, 0, -bars.g)), second(embedded, Vec3(0, 0, -bars.g));
  MotionState one = MotionState::at_rest(by_rows, 0), two = MotionState::at_rest(embedded, 0);
  two.v[0] = 9.0;
  REQUIRE_FALSE(Closure(embedded).close_velocities(two.q, two.v));
  one.v = two.v;
  IntegratorWorkspace of_first(by_rows, 0), of_second(embedded, 0);
  double apart = 0.0;
  for (int n = 0; n < 50000; ++n) {  // RK4 with 0.2 ms: an error of 1e-10 in each
    REQUIRE(advance(IntegratorKind::rk4, first, 2e-4, one, of_first) == StepStatus::ok);
    REQUIRE(advance(IntegratorKind::rk4, second, 2e-4, two, of_second) == StepStatus::ok);
    apart = std::max(apart, (one.q - two.q).lpNorm<Eigen::Infinity>());
  }
  CHECK(one.q[0] > 60.0);  // ten turns
  CHECK(apart < 1e-8);
}

// Two floating bodies with a linkage each, and a rod between their followers: the rod's row acts through the whole forest, and
// the responses to it must know the linkages.
TEST_CASE("a rod between two embedded linkages equals the dense system", "[multibody]") {
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    ModelBuilder builder;
    for (const std::string side : {"left ", "right "}) {
      const auto add = [&](const std::string& name, const std::string& parent, const Vec3& at) {
        builder.add_body(random_body(random, side + name));
        builder.add_joint({.name = side + name,
                           .type = parent == "world" ? JointType::free : JointType::revolute,
                           .parent = parent == "world" ? parent : side + parent,
                           .child = side + name,
                           .X_PJ = {Mat3::Identity(), at},
                           .axis = Vec3::UnitY()});
      };
      add("base", "world", Vec3::Zero());
      add("crank", "base", {0.1, 0.0, 0.2});
      add("coupler", "crank", {0.1, 0.1, 0.3});
      add("rocker", "base", {0.9, 0.0, 0.1});
      add("wheel", "rocker", {0.2, 0.1, 0.3});
      LoopJointSpec pin{.name = side + "pin", .type = LoopJointType::inline_pin};
      pin.body_a = side + "coupler", pin.body_b = side + "rocker";
      pin.X_AJ.p = {0.9, 0.0, 0.2}, pin.X_BJ.p = {0.22, 0.05, 0.6};
      pin.axis = Vec3::UnitY();
      pin.driver = side + (n % 2 ? "crank" : "rocker");
      builder.add_loop_joint(pin);
    }
    LoopJointSpec rod{.name = "rod", .type = LoopJointType::distance};
    rod.body_a = "left rocker", rod.body_b = "right rocker";
    rod.X_BJ.p = {0.0, 1.0, 0.5};
    rod.length = std::hypot(1.0, 0.5);
    const Model model = builder.add_loop_joint(rod).build("pair");
    REQUIRE(model.embedded_loops().size() == 2);
    RandomState s(model, static_cast<unsigned>(n));
    model.integrate(model.neutral_q(), random.numbers(model.nv(), 0.05), s.q);
    Closure closure(model);
    const RowFailure open = closure.close_positions(s.q);
    INFO((open ? describe(model, open) : ""));
    REQUIRE_FALSE(open);
    // velocities that fit nowhere: with responses of its own, not those of the last change but one to the positions
    REQUIRE_FALSE(Closure(model).close_velocities(s.q, s.v));
    Kinematics k(model);
    calc_kinematics(model, s.q, s.v, k);
    for (const Row& row : model.rows()) {
      CHECK(std::fabs(calc_gap(row, s.q, k)) < 1e-12);
      CHECK(std::fabs(calc_gap_rate(row, s.v, k)) < 1e-10 * (1.0 + s.v.norm()));
    }
    DynamicsWorkspace workspace(model);
    VecX a = VecX::Zero(model.nv()), effort = a, a_ref = a, effort_ref = a;
    REQUIRE_FALSE(forward_dynamics(model, s.q, s.v, k, s.loads, {}, workspace, a, effort));
    forward_dynamics_reference(model, s.q, s.v, k, s.loads, {}, a_ref, effort_ref);
    const double size = 1.0 + a_ref.lpNorm<Eigen::Infinity>();
    CHECK((a - a_ref).lpNorm<Eigen::Infinity>() < 1e-10 * size);
    // all multipliers, the linkages' too: what they exert on the joints makes free accelerations the true ones
    VecX column(model.nv());
    MatX J(model.nv(), static_cast<Eigen::Index>(model.rows().size()));
    for (std::size_t r = 0; r < model.rows().size(); ++r) {
      calc_jacobian(model, model.rows()[r], k, column);
      J.col(static_cast<Eigen::Index>(r)) = column;
    }
    TreeWorkspace tree(model);
    VecX free = VecX::Zero(model.nv());
    tree_dynamics(model, s.q, s.v, k, s.loads, {}, tree, free, effort);
    const VecX lacking = calc_mass_matrix(model, s.q, k) * (a - free) - J * workspace.multipliers();
    CHECK(lacking.lpNorm<Eigen::Infinity>() < 1e-9 * size);
  }
}

TEST_CASE("what is no four-bar has no driver", "[multibody]") {
  const analytic::FourBar bars = crank_rocker();
  const auto refused = [&](const std::string& driver, const std::string& text, auto change) {
    ModelBuilder builder = four_bar_builder(bars, 1.0, LoopJointType::inline_pin, CoordinateMode::dynamic,
                                            CoordinateMode::dynamic, driver);
    change(builder);
    CHECK_THROWS_WITH(builder.build("four-bar", RedundantRows::leave_out),
                      ContainsSubstring("loop joint 'pin'") && ContainsSubstring(text));
  };
  const auto nothing = [](ModelBuilder&) {};
  refused("knob", "driver 'knob'", nothing);
  refused("coupler", "not one of the two", nothing);
  refused("crank", "coupling", [](ModelBuilder& builder) {
    builder.add_body({"dial", 1.0, Vec3::Zero(), Mat3::Identity()})
        .add_joint({.name = "dial", .type = JointType::revolute, .parent = "world", .child = "dial"})
        .add_coupling({.name = "gear", .dependent = "dial", .independent = "rocker"});
  });
  for (const bool coupled : {false, true})
    refused("crank", "another loop", [&](ModelBuilder& builder) {
      if (coupled)
        builder.add_body({"dial", 1.0, Vec3::Zero(), Mat3::Identity()})
            .add_joint({.name = "dial", .type = JointType::revolute, .parent = "world", .child = "dial"})
            .add_coupling({.name = "gear", .dependent = "dial", .independent = "crank"});

      builder.add_body({"lamp", 1.0, Vec3::Zero(), Mat3::Identity()})
          .add_joint({.name = "lamp", .type = JointType::revolute, .parent = "coupler", .child = "lamp"})
          .add_loop_joint({.name = "wire",
                           .type = LoopJointType::distance,
                           .body_a = "lamp",
                           .body_b = "world",
                           .X_AJ = {Mat3::Identity(), Vec3(0.1, 0.2, 0.3)},
                           .length = 0.5});
    });
  // its crank prescribed: closed by its rows, as ever
  CHECK(four_bar_builder(bars, 1.0, LoopJointType::inline_pin, CoordinateMode::prescribed,
                         CoordinateMode::dynamic, "crank")
            .build("four-bar")
            .embedded_loops()
            .empty());
  // a pin in space, and one on a single joint
  ModelBuilder askew;
  askew.add_body({"a", 1.0, Vec3::Zero(), Mat3::Identity()})
      .add_body({"b", 1.0, Vec3::Zero(), Mat3::Identity()})
      .add_body({"c", 1.0, Vec3::Zero(), Mat3::Identity()});
  askew.add_joint({.name = "a", .type = JointType::revolute, .parent = "world", .child = "a"})
      .add_joint({.name = "b",
                  .type = JointType::revolute,
                  .parent = "a",
                  .child = "b",
                  .X_PJ = {Mat3::Identity(), Vec3(1, 0, 0)},
                  .axis = Vec3::UnitX()})
      .add_joint({.name = "c",
                  .type = JointType::revolute,
                  .parent = "world",
                  .child = "c",
                  .X_PJ = {Mat3::Identity(), Vec3(0, 1, 0)}});
  LoopJointSpec pin{.name = "pin", .type = LoopJointType::inline_pin, .body_a = "b", .body_b = "c"};
  pin.X_AJ.p = {0, 1, 0}, pin.X_BJ.p = {1, 0, 0};
  pin.driver = "a";
  CHECK_THROWS_WITH(askew.add_loop_joint(pin).build("askew"), ContainsSubstring("90 deg apart"));
}
