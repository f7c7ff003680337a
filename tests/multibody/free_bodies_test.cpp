// SPDX-License-Identifier: BSD-3-Clause
// Motions in constrained coordinates: against joint coordinates, against conservation laws, and what the coupling that
// Wachlin 2018 prints does to them.

#include "catch.hpp"
#include "multibody/free_system.hpp"
#include "multibody/peer_chain.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

MotionState run(IntegratorKind kind, System& system, MotionState state, double step, int steps) {
  IntegratorWorkspace workspace(system.model(), 0);
  for (int n = 0; n < steps; ++n) REQUIRE(advance(kind, system, step, state, workspace) == StepStatus::ok);
  return state;
}

/// Two bodies in space, the second on a joint of this type; the first spins.
Model pair_of_bodies(JointType type) {
  ModelBuilder builder;
  builder.add_body({"hub", 2.0, Vec3(0.1, -0.05, 0.2), Vec3(0.3, 0.4, 0.5).asDiagonal()});
  builder.add_body({"arm", 1.0, Vec3(0.2, 0.1, -0.1), Vec3(0.05, 0.08, 0.1).asDiagonal()});
  builder.add_joint({.name = "hub", .type = JointType::free, .parent = "world", .child = "hub"});
  JointSpec joint{.name = "arm", .type = type, .parent = "hub", .child = "arm"};
  joint.X_PJ = {rotation_about(Vec3(1, 2, 3).normalized(), 0.7), Vec3(0.3, 0.1, 0.2)};
  joint.axis = Vec3(1, -1, 2).normalized();
  joint.second_axis = Vec3(1, 1, 0).normalized();
  return builder.add_joint(joint).build("pair of bodies");
}

VecX spinning(const Model& model) {
  VecX v = VecX::Zero(model.nv());
  v.head<6>() << 1.0, -2.0, 1.5, 0.3, 0.1, -0.2;
  for (Eigen::Index k = 6; k < v.size(); ++k) v[k] = 0.8 - 0.3 * static_cast<double>(k - 6);
  return v;
}

struct Change {
  double linear, angular, energy;  // relative to what there was
};
Change change_of(const Model& model, const Kinematics& before, const Kinematics& after) {
  const Momentum p = calc_momentum(model, before), q = calc_momentum(model, after);
  const auto energy = [&](const Kinematics& at) {
    return calc_energy(model, model.neutral_q(), at, Vec3::Zero()).kinetic;
  };
  return {(q.linear - p.linear).norm() / p.linear.norm(), (q.angular - p.angular).norm() / p.angular.norm(),
          energy(after) / energy(before) - 1.0};
}

}  // namespace

TEST_CASE("constrained coordinates: a chain of 50 bodies moves as in joint coordinates", "[multibody]") {
  const Model chain = peer_chain(50);
  const Vec3 gravity(0, 0, -9.81);
  ForestSystem tree(chain, gravity);
  FreeSystem free(chain, gravity, 1e-3);
  const VecX q = peer_chain_start(chain);
  MotionState start = MotionState::at_rest(chain, 0);
  start.q = q;
  const MotionState end = run(IntegratorKind::rk4, tree, start, 1e-3, 10000);
  const MotionState free_end =
      run(IntegratorKind::rk4, free, free.start(q, VecX::Zero(chain.nv())), 1e-3, 10000);
  calc_free_kinematics(chain, free_end.q, free_end.v, free.bodies);
  read_joints(chain, free.bodies, free.workspace, free.joints);
  double largest = 0.0, difference = 0.0;
  for (const Joint& joint : chain.joints()) {
    if (!joint.kind.hinge) continue;
    largest = std::max(largest, std::fabs(end.q[joint.q_index]));
    difference = std::max(difference, std::fabs(end.q[joint.q_index] - free.joints.q[joint.q_index]));
  }
  // what other engines found at 3 ms: 0.0548 rad
  CHECK(largest == Approx(0.0548).epsilon(0.02));
  CHECK(difference < 1e-6);
  CAPTURE(difference);
}

TEST_CASE("constrained coordinates: momentum and energy hold with every type of joint", "[multibody]") {
  for (const JointType type : {JointType::fixed, JointType::revolute, JointType::prismatic,
                               JointType::spherical, JointType::free, JointType::universal}) {
    const Model model = pair_of_bodies(type);
    FreeSystem free(model, Vec3::Zero(), 1e-3);
    const MotionState start = free.start(model.neutral_q(), spinning(model));
    Kinematics before(model), after(model);
    calc_free_kinematics(model, start.q, start.v, before);
    const MotionState end = run(IntegratorKind::rk4, free, start, 1e-3, 1000);
    calc_free_kinematics(model, end.q, end.v, after);
    const Change change = change_of(model, before, after);
    INFO(kind_of(type).name);
    CHECK(change.linear < 1e-13);
    CHECK(change.angular < 1e-9);
    CHECK(std::fabs(change.energy) < 1e-9);
    const JointError error = worst_joint(model, after);
    CHECK(error.gap < 1e-9);
    CHECK(error.angle < 1e-9);
  }
}

TEST_CASE("constrained coordinates: gaps of joints stay small for a minute and fall with the order",
          "[multibody]") {
  const Model chain = peer_chain(6, 0.5, 0.0);
  const Vec3 gravity = Vec3::Zero();
  for (const auto& [kind, order] : {std::pair{IntegratorKind::rk4, 4}, {IntegratorKind::beeman, 3}}) {
    double gap[2];
    for (int n = 0; n < 2; ++n) {
      const double step = n == 0 ? 1e-3 : 0.5e-3;
      FreeSystem free(chain, gravity, step);
      free.control = drift_control_for(1e-3);
      VecX v = VecX::Zero(chain.nv());
      v.head<3>() << 0.5, 1.0, 2.0;
      MotionState state = free.start(peer_chain_start(chain), v);
      IntegratorWorkspace workspace(free.model(), 0);
      gap[n] = 0.0;
      const int steps = static_cast<int>(std::lround((n == 0 ? 60.0 : 5.0) / step));
      double early = 0.0;
      for (int k = 0; k < steps; ++k) {
        REQUIRE(advance(kind, free, step, state, workspace) == StepStatus::ok);
        const JointError error = worst_joint(chain, free.bodies);
        gap[n] = std::max({gap[n], error.gap, error.angle});
        if (n == 0 && (k + 1) * step <= 5.0) early = gap[n];
      }
      if (n == 0) {
        INFO(to_string(kind));
        CHECK(gap[0] < 1e-7);
        gap[0] = early;
      }
    }
    INFO(to_string(kind) << ": " << gap[0] << " to " << gap[1]);
    CHECK(gap[0] / gap[1] > 0.8 * std::pow(2.0, order));
  }
}
