// SPDX-License-Identifier: BSD-3-Clause
// Scratch memory shared by the integrators. A step is made in `next` and copied to the state only if it
// succeeded.
#pragma once
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/integrators/integrator.hpp"

namespace grouser {

inline constexpr int kMostStages = 6;

struct IntegratorWorkspace::Impl {
  Impl(const Model& model, bool projects_gaps) : closure(model), projects(projects_gaps) {}
  Closure closure;
  bool projects;
  RowFailure row_failure;
  MotionState next;
  VecX q, v, a, aux, aux_rate;  ///< a stage's arguments and results
  VecX delta, v_predicted, v_base;
  VecX k_q[kMostStages], k_v[kMostStages], k_aux[kMostStages];  ///< Runge-Kutta slopes
  double error = 0.0;                                           ///< of rkf45, over its tolerance
  VecX a_start;
};

/// Sets prescribed coordinates, and those that coordinate rows give.
inline void prescribe(System& system, double t, VecX& q, VecX& v, VecX& a) {
  system.prescribe(t, q, v, a);
  set_dependent_positions(system.model(), q);
  set_dependent_velocities(system.model(), v);
}
inline StepStatus close_positions(IntegratorWorkspace::Impl& ws, VecX& q) {
  ws.row_failure = ws.projects ? ws.closure.close_positions(q) : ws.closure.set_given_positions(q);
  return ws.row_failure ? StepStatus::not_closed : StepStatus::ok;
}
inline StepStatus close_velocities(IntegratorWorkspace::Impl& ws, const VecX& q, VecX& v) {
  ws.row_failure = ws.projects ? ws.closure.close_velocities(q, v) : ws.closure.set_given_velocities(q, v);
  return ws.row_failure ? StepStatus::not_closed : StepStatus::ok;
}

/// Each function makes one step from `state` into ws.next; `state` is only read.
StepStatus step_euler(System&, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws);
StepStatus step_beeman(System&, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws);
/// Makes `substeps` equal steps. Leaves next.a (end) and next.a_prev (start) valid: history 2.
StepStatus step_runge_kutta(System&, double dt, int substeps, const MotionState& state,
                            IntegratorWorkspace::Impl& ws);

/// One step, and its error over the tolerance in ws.error.
StepStatus step_fehlberg(System&, double dt, const MotionState& state, const ErrorTolerance& tolerance,
                         IntegratorWorkspace::Impl& ws);
/// Slope k of a Runge-Kutta method at time t, from the state in ws.q, ws.v and ws.aux to which the
/// increment ws.delta led.
StepStatus calc_slope(System& system, double t, IntegratorWorkspace::Impl& ws, int k);
/// Adds what order 5 needs of dexp^-1 beyond calc_slope().
void raise_slope(const Model& model, IntegratorWorkspace::Impl& ws, int k);
/// Accelerations at the end of a step from its last slope's, so that the history is correct and the state
/// complete.
StepStatus complete_end(System& system, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws);

/// Calls visit(v_index of the first) for each joint whose velocity starts with a body-frame angular velocity.
template <typename Visit>
void for_each_rotation(const Model& model, Visit&& visit) {
  for (const Joint& joint : model.joints())
    if (joint.kind.ball) visit(joint.v_index);
}

/// Beyond this (rad or m) a coordinate or its change in one step is refused: our sine is accurate up to 1e6
/// rad.
inline constexpr double kLargestCoordinate = 1e6;
StepStatus check_increment(const VecX& delta);

}  // namespace grouser
