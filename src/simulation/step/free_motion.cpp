// SPDX-License-Identifier: BSD-3-Clause
#include "free_motion.hpp"

#include <fmt/format.h>

#include <numbers>

namespace grouser {

FreeMotion::FreeMotion(const World& world)
    : joints(*world.model),
      joint_a(VecX::Zero(world.model->nv())),
      workspace(*world.model, world.settings.rows),
      forest_(*world.model),
      bodies_(make_free_bodies(*world.model)) {}

void FreeMotion::begin(const SimulationState& state, double dt) {
  joints.q = state.motion.q;
  control_ = drift_control_for(dt);
}

RowFailure FreeMotion::solve(Kinematics& kinematics, const Loads& loads, double gamma, VecX& a,
                             VecX& effort) {
  const RowFailure failure =
      constrained_dynamics(forest_, joints, kinematics, loads, gamma, control_, workspace, joint_a, effort);
  if (!failure) read_free_accelerations(forest_, kinematics, a);
  return failure;
}

void FreeMotion::show(Kinematics& kinematics, SimulationState& state) {
  const MotionState& bodies = state.bodies;
  MotionState& motion = state.motion;
  set_free_accelerations(forest_, bodies.a, kinematics);
  joints.q = motion.q;
  read_joints(forest_, kinematics, workspace, joints);
  motion.q = joints.q;
  motion.v = joints.v;
  motion.a_prev = motion.a;
  read_joint_accelerations(forest_, kinematics, workspace, motion.a);
  motion.time = bodies.time;
  motion.dt_prev = bodies.dt_prev;
  motion.history = bodies.history;
  motion.aux = bodies.aux;
}

std::string FreeMotion::broken_joint(const Kinematics& kinematics) const {
  const JointError worst = worst_joint(forest_, kinematics);
  if (worst.joint < 0 || worst.angle < kWorstJoint) return {};
  return fmt::format("joint {}: its axes are {:.1f} deg apart, over the limit of {:.1f} deg",
                     forest_.joints()[static_cast<std::size_t>(worst.joint)].name,
                     worst.angle * 180.0 / std::numbers::pi, kWorstJoint * 180.0 / std::numbers::pi);
}

void take_bodies_apart(const World& world, SimulationState& state) {
  const Model& forest = *world.model;
  Kinematics motion(forest);
  calc_kinematics(forest, state.motion.q, state.motion.v, motion);
  calc_accelerations(forest, state.motion.q, state.motion.v, state.motion.a, motion);
  MotionState& bodies = state.bodies;
  take_apart(forest, motion, bodies.q, bodies.v);
  bodies.a = VecX::Zero(bodies.v.size());
  read_free_accelerations(forest, motion, bodies.a);
  bodies.a_prev = bodies.a;
  bodies.time = state.motion.time;
  bodies.dt_prev = state.motion.dt_prev;
  bodies.history = state.motion.history;
  bodies.aux = state.motion.aux;
}

}  // namespace grouser
