// SPDX-License-Identifier: BSD-3-Clause
// The universal joint against Hooke's closed form between two shafts, against two hinges in a row with a
// light middle, and its energy book; in both kinds of coordinates, at several places, headings and gravities.
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "multibody/free_system.hpp"
#include "multibody/random_forest.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

constexpr double kInput = 0.02, kOutput = 0.05;  // kg m2 about the shafts

/// The place of the whole machine, and the gravity there.
struct Placing {
  RigidTransform X;
  Vec3 gravity;
};
std::vector<Placing> placings() {
  return {{{}, Vec3(0, 0, -9.81)},
          {{rotation_about(Vec3::UnitZ(), 2.1), Vec3(3.0, -2.0, 0.5)}, Vec3(0, 0, -1.62)},
          {{rotation_about(Vec3(1, -2, 0.5).normalized(), 1.3), Vec3(-1.0, 4.0, 2.0)}, Vec3(2.0, 1.0, -3.0)}};
}

/// Two shafts that meet at an angle: the input turns about z; the output's far end is held on its own axis,
/// which is z turned by `angle` towards x.
struct Shafts {
  double angle;
  Placing at;
  Vec3 along() const { return at.X.R * Vec3(std::sin(angle), 0.0, std::cos(angle)); }

  Model model() const {
    ModelBuilder builder;
    const Mat3 turn = rotation_about(Vec3::UnitY(), angle);
    builder.add_body({"input", 1.0, Vec3::Zero(), Vec3(0.03, 0.03, kInput).asDiagonal()});
    builder.add_body({"output", 2.0, Vec3::Zero(), Vec3(0.04, kOutput, 0.04).asDiagonal()});
    builder.add_joint({.name = "bearing",
                       .type = JointType::revolute,
                       .parent = "world",
                       .child = "input",
                       .X_PJ = at.X,
                       .axis = Vec3::UnitZ()});
    // the output's shaft is its own -y, its pin its z
    builder.add_joint({.name = "cross",
                       .type = JointType::universal,
                       .parent = "input",
                       .child = "output",
                       .X_PJ = {rotation_about(Vec3::UnitX(), -0.5 * std::numbers::pi), Vec3::Zero()},
                       .axis = Vec3::UnitX(),
                       .second_axis = Vec3::UnitZ()});
    LoopJointSpec far{.name = "far bearing", .type = LoopJointType::inline_pin};
    far.body_a = "world";
    far.body_b = "output";
    far.X_AJ = {at.X.R * turn, at.X * Vec3(turn * Vec3(0, 0, 0.7))};
    far.X_BJ.p = Vec3(0, -0.7, 0);
    builder.add_loop_joint(far);
    return builder.build("shafts");
  }
};

/// Hooke's ratio of the rates; theta: angle of the input's pin from the plane of the shafts.
double hooke(double angle, double theta) {
  const double s = std::sin(angle) * std::cos(theta);
  return std::cos(angle) / (1.0 - s * s);
}
/// Its derivative by theta.
double hooke_slope(double angle, double theta) {
  const double s = std::sin(angle), ratio = hooke(angle, theta);
  return -ratio * ratio * s * s * std::sin(2.0 * theta) / std::cos(angle);
}

}  // namespace

TEST_CASE("universal joint: rates and accelerations of two shafts are those of Hooke's joint",
          "[multibody]") {
  for (const Placing& at : placings())
    for (const double angle : {0.15, 0.5, 1.0}) {
      const Shafts shafts{angle, at};
      const Model model = shafts.model();
      Kinematics kinematics(model);
      DynamicsWorkspace workspace(model);
      Closure closure(model);
      Loads loads(model);
      loads.gravity = at.gravity;
      VecX q = model.neutral_q(), v(3), a(3), effort = VecX::Zero(3);
      for (int k = 0; k <= 24; ++k) {
        const double theta = k * std::numbers::pi / 12.0, rate = 3.0;
        q[0] = theta;
        REQUIRE(!closure.close_positions(q));
        v << rate, 0.0, 0.0;
        // the first call still has the response of the last but one position
        for (int twice = 0; twice < 2; ++twice) REQUIRE(!closure.close_velocities(q, v));
        v *= rate / v[0];
        calc_kinematics(model, q, v, kinematics);
        const Vec3 d = shafts.along();
        INFO("angle " << angle << ", theta " << q[0]);
        CHECK(kinematics.body[1].w.dot(d) == Approx(rate * hooke(angle, q[0])).epsilon(1e-9));
        CHECK(kinematics.body[1].w.cross(d).norm() < 1e-9);
        loads.generalized << 0.4, 0.0, 0.0;
        REQUIRE(!forward_dynamics(model, q, v, kinematics, loads, {}, workspace, a, effort));
        calc_accelerations(model, q, v, a, kinematics);
        const double ratio = hooke(angle, q[0]), slope = hooke_slope(angle, q[0]);
        CHECK(kinematics.body[1].w_dot.dot(d) ==
              Approx(a[0] * ratio + rate * rate * slope).epsilon(1e-8).margin(1e-8));
        // (J1 + J2 r^2) a1 + J2 r r' w1^2 = torque
        CHECK((kInput + kOutput * ratio * ratio) * a[0] ==
              Approx(0.4 - kOutput * ratio * slope * rate * rate).epsilon(1e-8).margin(1e-8));
      }
    }
}

TEST_CASE("universal joint: free shafts keep their energy as Hooke's ratio says, in both coordinates",
          "[multibody]") {
  for (const Placing& at : placings()) {
    const Shafts shafts{0.6, at};
    const Model model = shafts.model();
    VecX q = model.neutral_q(), v(3);
    v << 4.0, 0.0, 0.0;
    Closure closure(model);
    REQUIRE(!closure.close_positions(q));
    for (int twice = 0; twice < 2; ++twice) REQUIRE(!closure.close_velocities(q, v));
    const double ratio = hooke(0.6, q[0]), energy = (kInput + kOutput * ratio * ratio) * v[0] * v[0];
    const auto expected = [&](double theta) {
      const double now = hooke(0.6, theta);
      return std::sqrt(energy / (kInput + kOutput * now * now));
    };

    ForestSystem tree(model, at.gravity);
    MotionState state = MotionState::at_rest(model, 0);
    state.q = q, state.v = v;
    REQUIRE(run_steps(IntegratorKind::rk4, tree, state, 3.0, 6000) == StepStatus::ok);
    CHECK(std::fabs(state.q[0]) > 2.0 * std::numbers::pi);  // more than a turn
    CHECK(state.v[0] == Approx(expected(state.q[0])).epsilon(1e-7));

    FreeSystem free(model, at.gravity, 5e-4);
    MotionState parts = free.start(q, v);
    REQUIRE(run_steps(IntegratorKind::rk4, free, parts, 3.0, 6000) == StepStatus::ok);
    calc_free_kinematics(model, parts.q, parts.v, free.bodies);
    read_joints(model, free.bodies, free.workspace, free.joints);
    CHECK(free.joints.v[0] == Approx(expected(free.joints.q[0])).epsilon(1e-6));
    CHECK(free.joints.q[0] == Approx(state.q[0]).epsilon(1e-6));
    CHECK(worst_joint(model, free.bodies).angle < 1e-8);
  }
}

namespace {

/// Two arms, each on crossed axes: by universal joints, or by two hinges each with a light body between them.
Model double_pendulum(bool universal, const Placing& at, const JointForces& forces = {}) {
  ModelBuilder builder;
  const Vec3 first = Vec3(1, 2, -1).normalized(), second = first.cross(Vec3(0.3, 1, 1)).normalized();
  std::string parent = "world";
  for (int k = 0; k < 2; ++k) {
    const std::string arm = "arm" + std::to_string(k);
    builder.add_body({arm, 1.5 - 0.5 * k, Vec3(0.05, -0.1, -0.4), Vec3(0.06, 0.05, 0.03).asDiagonal()});
    JointSpec joint{
        .name = "cross" + std::to_string(k), .type = JointType::universal, .parent = parent, .child = arm};
    joint.X_PJ = k == 0 ? at.X : RigidTransform{rotation_about(Vec3::UnitX(), 0.4), Vec3(0.1, 0, -0.8)};
    joint.axis = first;
    joint.second_axis = second;
    joint.forces = forces;
    if (!universal) {
      const std::string middle = "middle" + std::to_string(k);
      builder.add_body({middle, 1e-9, Vec3::Zero(), 1e-11 * Mat3::Identity()});
      JointSpec inner = joint;
      inner.type = joint.type = JointType::revolute;
      inner.name += " first";
      inner.child = joint.parent = middle;
      joint.X_PJ = {};
      joint.axis = second;
      builder.add_joint(inner);
    }
    builder.add_joint(joint);
    parent = arm;
  }
  return builder.build("double pendulum");
}

MotionState swing(const Model& model, const Vec3& gravity, int steps, double& gain, double& lost) {
  ForestSystem system(model, gravity);
  MotionState state = MotionState::at_rest(model, 0);
  state.q << 0.7, -0.4, 0.3, 0.9;
  state.v << 1.0, -2.0, 0.5, 1.5;
  IntegratorWorkspace workspace(model, 0);
  Kinematics at(model);
  const auto energy = [&] {
    calc_kinematics(model, state.q, state.v, at);
    const MechanicalEnergy e = calc_energy(model, state.q, at, gravity);
    return e.kinetic + e.gravity + e.springs;
  };
  const double start = energy(), h = 1.5 / steps;
  lost = 0.0;
  for (int n = 0; n <= steps; ++n) {
    energy();
    const double weight = n == 0 || n == steps ? 1.0 : n % 2 ? 4.0 : 2.0;
    lost += weight * h / 3.0 * calc_joint_dissipation(model, state.q, state.v, at);
    if (n < steps) REQUIRE(advance(IntegratorKind::rk4, system, h, state, workspace) == StepStatus::ok);
  }
  gain = energy() - start;
  return state;
}

}  // namespace

TEST_CASE("universal joint: a double pendulum moves as on two hinges each, wherever it hangs",
          "[multibody]") {
  const JointForces none, soft{.stiffness = 3.0, .rest = 0.2, .damping = 0.3};
  for (const JointForces& forces : {none, soft})
    for (const Placing& at : placings()) {
      double gain = 0.0, lost = 0.0, gain_hinged = 0.0, lost_hinged = 0.0;
      const MotionState state = swing(double_pendulum(true, at, forces), at.gravity, 3000, gain, lost);
      const MotionState hinged =
          swing(double_pendulum(false, at, forces), at.gravity, 3000, gain_hinged, lost_hinged);
      // the middles weigh 1e-9 of the arms; RK4 at 0.5 ms and 5 rad/s: 1e-11
      CHECK((state.q - hinged.q).lpNorm<Eigen::Infinity>() < 1e-7);
      CHECK((state.v - hinged.v).lpNorm<Eigen::Infinity>() < 1e-6);
      CHECK(gain == Approx(-lost).margin(1e-8));
      CHECK((forces.damping > 0.0 ? lost > 0.1 : lost == 0.0));
    }
}

TEST_CASE("universal joint: turned with its gravity, a pendulum moves alike", "[multibody]") {
  const Placing plain{{}, Vec3(0.5, -1.0, -3.7)};
  double gain = 0.0, lost = 0.0;
  const MotionState expected = swing(double_pendulum(true, plain), plain.gravity, 3000, gain, lost);
  for (const Placing& at : placings()) {
    const Placing turned{at.X, at.X.R * plain.gravity};
    const MotionState found = swing(double_pendulum(true, turned), turned.gravity, 3000, gain, lost);
    CHECK((found.q - expected.q).lpNorm<Eigen::Infinity>() < 1e-9);
    CHECK((found.v - expected.v).lpNorm<Eigen::Infinity>() < 1e-9);
  }
}

TEST_CASE("universal joint: constrained coordinates follow the double pendulum", "[multibody]") {
  for (const Placing& at : placings()) {
    const Model model = double_pendulum(true, at);
    double gain = 0.0, lost = 0.0;
    const MotionState expected = swing(model, at.gravity, 3000, gain, lost);
    FreeSystem free(model, at.gravity, 5e-4);
    VecX q(4), v(4);
    q << 0.7, -0.4, 0.3, 0.9;
    v << 1.0, -2.0, 0.5, 1.5;
    MotionState parts = free.start(q, v);
    REQUIRE(run_steps(IntegratorKind::rk4, free, parts, 1.5, 3000) == StepStatus::ok);
    calc_free_kinematics(model, parts.q, parts.v, free.bodies);
    read_joints(model, free.bodies, free.workspace, free.joints);
    CHECK((free.joints.q - expected.q).lpNorm<Eigen::Infinity>() < 1e-7);
    CHECK((free.joints.v - expected.v).lpNorm<Eigen::Infinity>() < 1e-6);
  }
}

TEST_CASE("universal joint: each axis meets its own limit", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"plate", 1.0, Vec3::Zero(), Mat3::Identity()});
  JointSpec joint{.name = "gimbal", .type = JointType::universal, .parent = "world", .child = "plate"};
  joint.forces = {.lower = -0.5, .upper = 0.5, .limit_stiffness = 100.0};
  const Model model = builder.add_joint(joint).build("gimbal");
  ForestSystem system(model, Vec3::Zero());
  const auto acceleration = [&](double first, double second) {
    VecX q(2), a = VecX::Zero(2), none;
    q << first, second;
    system.calc_rates(0.0, q, VecX::Zero(2), none, a, none);
    return a;
  };
  // a ball of inertia 1: crossed axes do not feel each other
  CHECK(acceleration(0.6, 0.1)[0] == Approx(-10.0).epsilon(1e-12));
  CHECK(std::fabs(acceleration(0.6, 0.1)[1]) < 1e-12);
  CHECK(acceleration(0.1, -0.7)[1] == Approx(20.0).epsilon(1e-12));
  CHECK(std::fabs(acceleration(0.1, -0.7)[0]) < 1e-12);
}

TEST_CASE("universal joint: its axes are square to each other", "[multibody]") {
  ModelBuilder builder;
  builder.add_body({"plate", 1.0, Vec3::Zero(), Mat3::Identity()});
  JointSpec joint{.name = "gimbal", .type = JointType::universal, .parent = "world", .child = "plate"};
  joint.second_axis = Vec3(1, 0, 1).normalized();
  builder.add_joint(joint);
  CHECK_THROWS_WITH(builder.build("oblique"), Catch::Matchers::ContainsSubstring("second_axis at 45 deg"));
}
