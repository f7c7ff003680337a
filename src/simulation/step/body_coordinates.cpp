// SPDX-License-Identifier: BSD-3-Clause
// Couples the integrated free bodies with the joints of the forest: readings of joints from body poses,
// solution of all joint rows together (docs/theory_constrained.md), and the motion of joints which the state
// shows.
#include "body_coordinates.hpp"

#include <fmt/format.h>

#include <numbers>

namespace grouser {

BodyCoordinates::BodyCoordinates(const World& world)
    : forest_(*world.model),
      bodies_(make_free_bodies(*world.model)),
      joints_(*world.model),
      joint_a_(VecX::Zero(world.model->nv())),
      base_(*world.model),
      workspace_(*world.model, world.settings.rows) {}

void BodyCoordinates::begin(const SimulationState& state, double dt) {
  joints_.q = state.motion.q;
  control_ = drift_control_for(dt);
}

void BodyCoordinates::read_joints(double time, const Kinematics& kinematics, const StepElements& elements) {
  grouser::read_joints(forest_, kinematics, workspace_, joints_);
  joints_.q_told = joints_.q;
  joints_.v_told = joints_.v;
  // Elements overwrite the readings of the coordinates that they lead; all other accelerations are zero.
  joint_a_.setZero();
  for (const auto& element : elements) element->prescribe(time, joints_.q_told, joints_.v_told, joint_a_);
}

const VecX& BodyCoordinates::joint_base(const Kinematics& kinematics, const VecX& v_base) {
  calc_velocities_at_poses_of(kinematics, v_base, base_);
  read_joint_rates(forest_, base_, workspace_, joints_.v_base);
  return joints_.v_base;
}

RowFailure BodyCoordinates::solve(const VecX&, const VecX&, Kinematics& kinematics, const Loads& loads,
                                  const ImplicitDamping& damping, VecX& a, VecX& effort) {
  const RowFailure failure = constrained_dynamics(forest_, joints_, kinematics, loads, damping.gamma,
                                                  control_, workspace_, joint_a_, effort);
  if (!failure) read_free_accelerations(forest_, kinematics, a);
  return failure;
}

bool BodyCoordinates::read_joint_loads(const Kinematics& kinematics, std::vector<Wrench>& loads) const {
  grouser::read_joint_loads(forest_, kinematics, workspace_, loads);
  return true;
}

void BodyCoordinates::show(Kinematics& kinematics, SimulationState& state) {
  const MotionState& bodies = state.bodies;
  MotionState& motion = state.motion;
  // Joint angles count turns, so that the reading continues from the last one.
  set_free_accelerations(forest_, bodies.a, kinematics);
  joints_.q = motion.q;
  grouser::read_joints(forest_, kinematics, workspace_, joints_);
  motion.q = joints_.q;
  motion.v = joints_.v;
  // Joint accelerations shift here, because the integrator shifts only those of the bodies.
  motion.a_prev = motion.a;
  read_joint_accelerations(forest_, kinematics, workspace_, motion.a);
  motion.time = bodies.time;
  motion.dt_prev = bodies.dt_prev;
  motion.history = bodies.history;
  motion.aux = bodies.aux;
}

std::string BodyCoordinates::broken_joint(const Kinematics& kinematics) const {
  const JointError worst = worst_joint(forest_, kinematics);
  if (worst.joint < 0 || worst.angle < kWorstJoint) return {};
  return fmt::format("joint {}: its axes are {:.1f} deg apart, over the limit of {:.1f} deg",
                     forest_.joints()[static_cast<std::size_t>(worst.joint)].name,
                     worst.angle * 180.0 / std::numbers::pi, kWorstJoint * 180.0 / std::numbers::pi);
}

void take_bodies_apart(const World& world, SimulationState& state) {
  // Motion of all bodies by the joints, which is consistent by construction.
  const Model& forest = *world.model;
  Kinematics motion(forest);
  calc_kinematics(forest, state.motion.q, state.motion.v, motion);
  calc_accelerations(forest, state.motion.q, state.motion.v, state.motion.a, motion);
  // A first step has no acceleration before it: both are the present one.
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
