// SPDX-License-Identifier: BSD-3-Clause
// Systems and models that several tests share.
#pragma once
#include <array>
#include <functional>

#include "grouser/multibody/build/model_builder.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "grouser/multibody/dense/reference.hpp"
#include "grouser/multibody/integrators/integrator.hpp"

namespace grouser::test {

/// A forest under constant gravity; prescribed coordinates follow given functions of time.
class ForestSystem : public System {
 public:
  ForestSystem(const Model& model, const Vec3& gravity, const RowStabilisation& stabilisation = {})
      : kinematics(model),
        loads(model),
        workspace(model, stabilisation),
        effort(VecX::Zero(model.nv())),
        model_(model) {
    loads.gravity = gravity;
  }
  const Model& model() const override { return model_; }
  void prescribe(double t, VecX& q, VecX& v, VecX& a) override {
    for (const Motion& m : motions) {
      const auto [angle, rate, acceleration] = m.of_time(t);
      q[m.q_index] = angle, v[m.v_index] = rate, a[m.v_index] = acceleration;
    }
  }
  StepStatus calc_rates(double, const VecX& q, const VecX& v, const VecX&, VecX& a, VecX&) override {
    return solve(q, v, {}, a);
  }
  StepStatus calc_step(double, double, const VecX& q, const VecX& v_predicted, const VecX& v_base,
                       double gamma, VecX&, VecX& a) override {
    StepStatus status = solve(q, v_predicted, {gamma, &v_base}, a);
    for (int n = 1; n < evaluations; ++n) status = solve(q, v_base + gamma * a, {gamma, &v_base}, a);
    return status;
  }
  int evaluations = 1;  ///< a step; more than one re-evaluate at the corrected velocity

  struct Motion {
    int q_index, v_index;
    std::function<std::array<double, 3>(double)> of_time;
  };
  std::vector<Motion> motions;
  EquationForm form = EquationForm::completed;
  Kinematics kinematics;
  Loads loads;
  DynamicsWorkspace workspace;
  VecX effort;
  RowFailure failure;  ///< of the last evaluation

 private:
  StepStatus solve(const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a) {
    calc_kinematics(model_, q, v, kinematics);
    if (form == EquationForm::as_printed)
      forward_dynamics_dense(model_, q, v, kinematics, loads, damping, form, a, effort);
    else
      failure = forward_dynamics(model_, q, v, kinematics, loads, damping, workspace, a, effort);
    return failure ? StepStatus::not_closed : StepStatus::ok;
  }
  const Model& model_;
};

inline Model free_body(const Vec3& moments, double mass = 1.0, const Vec3& com = Vec3::Zero()) {
  ModelBuilder builder;
  builder.add_body({"body", mass, com, moments.asDiagonal()});
  JointSpec joint{.name = "float", .type = JointType::free, .parent = "world", .child = "body"};
  return builder.add_joint(joint).build("free body");
}

/// A chain of bars about +y, hanging down at q = 0: bar k has its centre of mass `l[k]` below its joint, and
/// the next joint is there too.
inline Model pendulum_chain(const std::vector<double>& masses, const std::vector<double>& lengths,
                            const std::vector<double>& moments, bool first_prescribed = false) {
  ModelBuilder builder;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    const std::string name = "bar" + std::to_string(k);
    builder.add_body({name, masses[k], Vec3(0, 0, -lengths[k]), moments[k] * Mat3::Identity()});
    JointSpec joint{.name = "hinge" + std::to_string(k), .type = JointType::revolute, .child = name};
    joint.parent = k == 0 ? "world" : "bar" + std::to_string(k - 1);
    joint.axis = -Vec3::UnitY();  // positive angles swing towards +x
    if (k > 0) joint.X_PJ.p = Vec3(0, 0, -lengths[k - 1]);
    if (k == 0 && first_prescribed) joint.mode = CoordinateMode::prescribed;
    builder.add_joint(joint);
  }
  return builder.build("pendulum chain");
}

/// One coordinate along or about z, unit inertia, with the given passive forces: its acceleration is the
/// effort.
inline Model one_slider(const JointForces& forces, double mass = 1.0) {
  ModelBuilder builder;
  builder.add_body({"slider", mass, Vec3::Zero(), Mat3::Identity()});
  JointSpec joint{.name = "slide", .type = JointType::prismatic, .parent = "world", .child = "slider"};
  joint.forces = forces;
  return builder.add_joint(joint).build("slider");
}

/// Advances to `duration` with n steps on average; `pattern` scales them in turn (its mean is 1).
inline StepStatus run_steps(IntegratorKind kind, System& system, MotionState& state, double duration, int n,
                            const std::vector<double>& pattern = {1.0}) {
  IntegratorWorkspace workspace(system.model(), system.aux_size());
  const double h = duration / n;
  for (int k = 0; k < n; ++k) {
    const StepStatus status =
        advance(kind, system, h * pattern[static_cast<std::size_t>(k) % pattern.size()], state, workspace);
    if (status != StepStatus::ok) return status;
  }
  return StepStatus::ok;
}

}  // namespace grouser::test
