// SPDX-License-Identifier: BSD-3-Clause
// A forest in constrained coordinates as a System for the integrators, and its start.
#pragma once
#include "grouser/multibody/constrained/constrained_dynamics.hpp"
#include "grouser/multibody/constrained/free_bodies.hpp"
#include "grouser/multibody/integrators/integrator.hpp"

namespace grouser::test {

/// Under constant gravity; prescribed coordinates stay where they are told to be.
class FreeSystem : public System {
 public:
  FreeSystem(const Model& forest, const Vec3& gravity, double step, const RowChoice& choice = {})
      : bodies(forest),
        loads(forest),
        joints(forest),
        workspace(forest, choice),
        control(drift_control_for(step)),
        forest_(forest),
        free_(make_free_bodies(forest)),
        base_(forest),
        joint_a(VecX::Zero(forest.nv())),
        effort(joint_a) {
    loads.gravity = gravity;
  }
  const Model& model() const override { return free_; }
  void prescribe(double, VecX&, VecX&, VecX&) override {}
  StepStatus calc_rates(double, const VecX& q, const VecX& v, const VecX&, VecX& a, VecX&) override {
    calc_free_kinematics(forest_, q, v, bodies);
    read_joints(forest_, bodies, workspace, joints);
    return solve(0.0, a);
  }
  StepStatus calc_step(double, double, const VecX& q, const VecX& v_predicted, const VecX& v_base,
                       double gamma, VecX&, VecX& a) override {
    calc_free_kinematics(forest_, q, v_predicted, bodies);
    read_joints(forest_, bodies, workspace, joints);
    base_ = bodies;
    calc_free_velocities(forest_, v_base, base_);
    read_joint_rates(forest_, base_, workspace, joints.v_base);
    return solve(gamma, a);
  }
  /// A state of the free bodies at a motion of the forest.
  MotionState start(const VecX& q, const VecX& v) {
    Kinematics motion(forest_);
    calc_kinematics(forest_, q, v, motion);
    MotionState state = MotionState::at_rest(free_, 0);
    take_apart(forest_, motion, state.q, state.v);
    joints.q = joints.q_told = q;
    return state;
  }

  Kinematics bodies;
  Loads loads;
  JointReadings joints;
  ConstrainedWorkspace workspace;
  DriftControl control;

 private:
  StepStatus solve(double gamma, VecX& a) {
    joint_a.setZero();
    if (constrained_dynamics(forest_, joints, bodies, loads, gamma, control, workspace, joint_a, effort))
      return StepStatus::not_closed;
    read_free_accelerations(forest_, bodies, a);
    return StepStatus::ok;
  }
  const Model& forest_;
  Model free_;
  Kinematics base_;

 public:
  VecX joint_a, effort;
};

}  // namespace grouser::test
