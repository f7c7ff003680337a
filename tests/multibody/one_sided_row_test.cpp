// SPDX-License-Identifier: BSD-3-Clause
// Ropes: rows that pull only. A mass on one against closed forms, and several against the conditions of
// complementarity, which have one solution.

#include "catch.hpp"
#include "multibody/linkages.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kLength = 1.2, kMass = 2.0, kWeight = 9.81;

// A floating body whose middle hangs on a rope from the origin; neutral at the origin itself.
Model tethered() {
  ModelBuilder builder;
  builder.add_body({"mass", kMass, Vec3::Zero(), 0.1 * Mat3::Identity()});
  builder.add_joint({.name = "float", .type = JointType::free, .parent = "world", .child = "mass"});
  LoopJointSpec rope{.name = "rope", .type = LoopJointType::rope, .body_a = "world", .body_b = "mass"};
  rope.X_AJ.p = Vec3(0.3, 0, 0), rope.length = kLength;
  return builder.add_loop_joint(rope).build("tethered");
}

Vec3 from_post(const MotionState& state) { return state.q.tail<3>() - Vec3(0.3, 0, 0); }

}  // namespace

TEST_CASE("a slack rope lets a mass fall, then takes its speed along the rope and swings it", "[multibody]") {
  const Model model = tethered();
  // dropped from beside the post: straight down until the rope is taut at depth sqrt(L^2 - x^2)
  const double x = 0.5, depth = std::sqrt(kLength * kLength - x * x), fall = std::sqrt(2.0 * depth / kWeight);
  for (const IntegratorKind kind : {IntegratorKind::euler, IntegratorKind::beeman, IntegratorKind::rk4}) {
    ForestSystem system(model, Vec3(0, 0, -kWeight));
    MotionState state = MotionState::at_rest(model, 0);
    state.q.tail<3>() = Vec3(0.3 + x, 0, 0);
    IntegratorWorkspace workspace(model, 0);
    const double h = 1e-5;
    double farthest = 0.0;
    while (state.time < fall - 2.0 * h) {
      REQUIRE(advance(kind, system, h, state, workspace) == StepStatus::ok);
      CHECK(system.workspace.multipliers()[0] == 0.0);
    }
    CHECK(from_post(state).x() == Approx(x).epsilon(1e-12));
    while (state.time < fall + 0.1) {
      REQUIRE(advance(kind, system, h, state, workspace) == StepStatus::ok);
      farthest = std::max(farthest, from_post(state).norm());
    }
    CHECK(farthest < kLength + 1e-12);
    // what is left of the speed lies across the rope: g t sin(angle from the vertical); then energy is kept
    const double kept = kWeight * fall * x / kLength;
    const Vec3 r = from_post(state), v = state.v.tail<3>();
    const double square = kept * kept + 2.0 * kWeight * (-r.z() - depth);
    CAPTURE(to_string(kind));
    // the instant of the impact is known to a step, 1e-5 s
    CHECK(v.squaredNorm() == Approx(square).epsilon(1e-3));
    // Beeman extrapolates accelerations across the impact once: its speed is off by up to h times their jump
    CHECK(r.dot(v) == Approx(0.0).margin(kind == IntegratorKind::beeman ? h * 30.0 : 1e-10));
    // tension m (v^2 / L + g cos)
    const double tension = kMass * (v.squaredNorm() / kLength + kWeight * -r.z() / kLength);
    CHECK(-system.workspace.multipliers()[0] == Approx(tension).epsilon(1e-3));
  }
}

TEST_CASE("a mass thrown round on a rope leaves its circle where the tension ends", "[multibody]") {
  // From the lowest point with v0^2 = 3.5 g L it leaves at sin(angle above horizontal) = (v0^2 / (g L) - 2) / 3
  const Model model = tethered();
  ForestSystem system(model, Vec3(0, 0, -kWeight));
  MotionState state = MotionState::at_rest(model, 0);
  state.q.tail<3>() = Vec3(0.3, 0, -kLength);
  state.v[3] = std::sqrt(3.5 * kWeight * kLength);
  IntegratorWorkspace workspace(model, 0);
  const double h = 1e-4;
  double left_at = 0.0, left_z = 0.0;
  while (state.time < 0.8 && from_post(state).norm() > kLength - 1e-4) {
    REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
    if (left_at == 0.0 && system.workspace.multipliers()[0] == 0.0) {
      left_at = state.time;
      left_z = from_post(state).z();
    }
  }
  REQUIRE(left_at > 0.0);
  CHECK(left_z == Approx(0.5 * kLength).margin(2e-3));  // speed up there is 2.4 m/s: a few steps
  const MotionState leaving = state;
  while (state.time < leaving.time + 0.2) {
    REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
    CHECK(system.workspace.multipliers()[0] == 0.0);
  }
  const double t = state.time - leaving.time;
  const Vec3 expected = from_post(leaving) + t * leaving.v.tail<3>() - 0.5 * kWeight * t * t * Vec3::UnitZ();
  CHECK((from_post(state) - expected).norm() < 1e-9);  // a parabola, which RK4 has exactly
}

TEST_CASE("ropes that are taut together pull only, and only as much as each needs", "[multibody]") {
  // A plate on six ropes, pushed about at random: w = second derivative of the gap.
  ModelBuilder builder;
  Random random(3);
  builder.add_body({"plate", 3.0, Vec3(0.05, 0.02, 0), 0.2 * Mat3::Identity()});
  builder.add_joint({.name = "float", .type = JointType::free, .parent = "world", .child = "plate"});
  for (int k = 0; k < 6; ++k) {
    LoopJointSpec rope{.name = "rope" + std::to_string(k),
                       .type = LoopJointType::rope,
                       .body_a = "world",
                       .body_b = "plate"};
    rope.X_BJ.p = random.vector(0.4);
    rope.X_AJ.p = rope.X_BJ.p + random.between(0.5, 1.5) * random.unit();
    rope.length = (rope.X_AJ.p - rope.X_BJ.p).norm();
    builder.add_loop_joint(rope);
  }
  const Model model = builder.build("plate");
  Kinematics k(model);
  calc_kinematics(model, model.neutral_q(), VecX::Zero(6), k);
  DynamicsWorkspace workspace(model);
  Loads loads(model);
  int slack = 0, taut = 0;
  for (int n = 0; n < 200; ++n) {
    loads.on_body[0] = {random.vector(20.0), random.vector(60.0)};
    VecX a = VecX::Zero(6), effort = a;
    REQUIRE(!forward_dynamics(model, model.neutral_q(), VecX::Zero(6), k, loads, {}, workspace, a, effort));
    calc_accelerations(model, model.neutral_q(), VecX::Zero(6), a, k);
    for (std::size_t r = 0; r < model.rows().size(); ++r) {
      const double pull = -workspace.multipliers()[static_cast<Eigen::Index>(r)];
      const double w = calc_gap_acceleration(model.rows()[r], a, k);
      CHECK(pull >= 0.0);
      CHECK(w <= 1e-8);
      CHECK(std::fabs(pull * w) < 1e-7 * (1.0 + pull));
      (pull > 0.0 ? taut : slack)++;
    }
  }
  CHECK(taut > 100);
  CHECK(slack > 100);
}

TEST_CASE("a strut stops a fall at its length and carries the weight", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"mass", kMass, Vec3::Zero(), 0.1 * Mat3::Identity()});
  builder.add_joint({.name = "rail", .type = JointType::prismatic, .parent = "world", .child = "mass"});
  LoopJointSpec strut{.name = "strut", .type = LoopJointType::strut, .body_a = "world", .body_b = "mass"};
  strut.X_AJ.p = Vec3(0, 0, -kLength), strut.length = kLength;
  const Model model = builder.add_loop_joint(strut).build("strut");
  ForestSystem system(model, Vec3(0, 0, -kWeight));
  MotionState state = MotionState::at_rest(model, 0);
  const double height = 0.5, h = 1e-4;
  state.q[0] = height;
  IntegratorWorkspace workspace(model, 0);
  const double fall = std::sqrt(2.0 * height / kWeight);
  while (state.time < fall - 2.0 * h) {
    REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
    CHECK(system.workspace.multipliers()[0] == 0.0);
  }
  CHECK(state.q[0] == Approx(height - 0.5 * kWeight * state.time * state.time).margin(1e-12));
  while (state.time < fall + 0.1)
    REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
  CHECK(std::fabs(state.q[0]) < 1e-12);
  CHECK(std::fabs(state.v[0]) < 1e-12);
  CHECK(system.workspace.multipliers()[0] == Approx(kMass * kWeight).epsilon(1e-10));
}

TEST_CASE("slack ropes do not disturb the closing of a loop, even ropes that say the same", "[multibody]") {
  // A rod and two equal ropes beside it, longer than the rod: the rod alone holds.
  const auto hung = [](bool ropes) {
    ModelBuilder builder;
    builder.add_body({"mass", kMass, Vec3::Zero(), 0.1 * Mat3::Identity()});
    builder.add_joint({.name = "float", .type = JointType::free, .parent = "world", .child = "mass"});
    LoopJointSpec rod{.name = "rod", .type = LoopJointType::distance, .body_a = "world", .body_b = "mass"};
    rod.X_AJ.p = Vec3(kLength, 0, 0), rod.length = kLength;
    builder.add_loop_joint(rod);
    rod.type = LoopJointType::rope, rod.length = 1.1 * kLength;
    for (const char* name : {"left", "right"}) {
      rod.name = name;
      if (ropes) builder.add_loop_joint(rod);
    }
    return builder.build("hung");
  };
  VecX end[2];
  for (const bool ropes : {false, true}) {
    const Model model = hung(ropes);
    ForestSystem system(model, Vec3(0, 0, -kWeight));
    MotionState state = MotionState::at_rest(model, 0);
    IntegratorWorkspace workspace(model, 0);
    for (int k = 0; k < 500; ++k)
      REQUIRE(advance(IntegratorKind::rk4, system, 1e-3, state, workspace) == StepStatus::ok);
    end[ropes] = state.q;
  }
  CHECK((end[0] - end[1]).norm() < 1e-12);
}
