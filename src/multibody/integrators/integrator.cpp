// SPDX-License-Identifier: BSD-3-Clause
// The step of any method: copies the state where the method changes it, makes the step into a scratch
// state, and swaps that in only if it succeeded, so a failed step leaves the state as it was.
#include "grouser/multibody/integrators/integrator.hpp"

#include <cmath>
#include <utility>

#include "grouser/base/error.hpp"
#include "integrator_workspace.hpp"

namespace grouser {

const char* to_string(StepStatus status) {
  switch (status) {
    case StepStatus::ok:
      return "ok";
    case StepStatus::not_finite:
      return "not finite";
    case StepStatus::outside_terrain:
      return "outside the terrain";
    case StepStatus::too_large:
      return "too large";
    case StepStatus::stopped:
      return "stopped";
    case StepStatus::not_closed:
      return "not closed";
    case StepStatus::gains_energy:
      return "gains energy";
  }
  return "unknown";
}

const char* to_string(IntegratorKind kind) {
  switch (kind) {
    case IntegratorKind::euler:
      return "euler";
    case IntegratorKind::beeman:
      return "beeman";
    case IntegratorKind::rk4:
      return "rk4";
    case IntegratorKind::rkf45:
      return "rkf45";
  }
  return "unknown";
}

MotionState MotionState::at_rest(const Model& model, int aux_size) {
  MotionState state;
  state.q = model.neutral_q();
  state.v = state.a = state.a_prev = VecX::Zero(model.nv());
  state.aux = VecX::Zero(aux_size);
  return state;
}

void MotionState::take_motion(const MotionState& from) {
  time = from.time;
  q = from.q;
  v = from.v;
  a = from.a;
  a_prev = from.a_prev;
  dt_prev = from.dt_prev;
  history = from.history;
}

IntegratorWorkspace::IntegratorWorkspace(const Model& model, int aux_size,
                                         const RowStabilisation& stabilisation)
    : impl(std::make_unique<Impl>(model, stabilisation.projects())) {
  impl->next = MotionState::at_rest(model, aux_size);
  impl->q = impl->next.q;
  impl->v = impl->a = impl->delta = impl->v_predicted = impl->v_base = impl->a_start = impl->next.v;
  impl->aux = impl->aux_rate = impl->next.aux;
  for (int k = 0; k < kMostStages; ++k) {
    impl->k_q[k] = impl->k_v[k] = impl->next.v;
    impl->k_aux[k] = impl->next.aux;
  }
}
IntegratorWorkspace::~IntegratorWorkspace() = default;
IntegratorWorkspace::IntegratorWorkspace(IntegratorWorkspace&&) noexcept = default;
const RowFailure& IntegratorWorkspace::row_failure() const { return impl->row_failure; }
double IntegratorWorkspace::error() const { return impl->error; }

namespace {

// NaN and infinity times 0 are NaN, and stay so in the sum.
bool all_finite(const VecX& x) { return (0.0 * x).sum() == 0.0; }

StepStatus check_coordinates(const VecX& x) {
  bool within = true;
  for (const double number : x) within &= std::fabs(number) < kLargestCoordinate;
  if (within) return StepStatus::ok;
  return all_finite(x) ? StepStatus::too_large : StepStatus::not_finite;
}

}  // namespace

StepStatus check_increment(const VecX& delta) { return check_coordinates(delta); }

// Explicit Euler, equation (2) of DynRPAT: q <- q + h v, v <- v + h a, with a at the start of the step. The
// single call of calc_step at the end point gives a for the next step; a fresh state first calls it for its
// own.
StepStatus step_euler(System& system, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws) {
  MotionState& next = ws.next;
  ws.a_start = state.a;
  // A fresh state has no acceleration yet.
  if (state.history == 0) {
    prescribe(system, state.time, next.q, next.v, ws.a_start);
    const StepStatus status =
        system.calc_rates(state.time, next.q, next.v, state.aux, ws.a_start, ws.aux_rate);
    if (status != StepStatus::ok) return status;
  }
  ws.delta = dt * next.v;
  if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
  next.time = state.time + dt;
  system.model().integrate(next.q, ws.delta, next.q);
  next.v += dt * ws.a_start;
  next.a = ws.a_start;
  prescribe(system, next.time, next.q, next.v, next.a);
  StepStatus status = close_positions(ws, next.q);
  if (status == StepStatus::ok) status = close_velocities(ws, next.q, next.v);
  if (status != StepStatus::ok) return status;
  ws.v_base = next.v;
  status = system.calc_step(next.time, dt, next.q, next.v, ws.v_base, 0.0, next.aux, next.a);
  next.a_prev = ws.a_start;
  next.dt_prev = dt;
  next.history = 2;
  return status;
}

namespace {

/// Checks that all of the state but aux is finite.
StepStatus check_finite(const MotionState& state) {
  if (!all_finite(state.v) || !all_finite(state.a)) return StepStatus::not_finite;
  return check_coordinates(state.q);
}

/// True for the step form, with one evaluation at the step's end; Beeman's method needs the history of two
/// steps for it.
bool takes_step_form(IntegratorKind kind, const MotionState& state) {
  if (kind == IntegratorKind::euler) return true;
  return kind == IntegratorKind::beeman && state.history == 2 && state.dt_prev > 0.0;
}

StepStatus dispatch(IntegratorKind kind, System& system, double dt, const MotionState& state,
                    const ErrorTolerance& tolerance, IntegratorWorkspace::Impl& ws, int start_substeps) {
  switch (kind) {
    case IntegratorKind::euler:
      return step_euler(system, dt, state, ws);
    case IntegratorKind::beeman:
      if (takes_step_form(kind, state)) return step_beeman(system, dt, state, ws);
      return step_runge_kutta(system, dt, start_substeps, state, ws);
    case IntegratorKind::rk4:
      return step_runge_kutta(system, dt, 1, state, ws);
    case IntegratorKind::rkf45:
      return step_fehlberg(system, dt, state, tolerance, ws);
  }
  return StepStatus::stopped;
}

}  // namespace

StepStatus advance(IntegratorKind kind, System& system, double dt, MotionState& state,
                   IntegratorWorkspace& workspace, int start_substeps) {
  GROUSER_ASSERT(dt > 0.0 && start_substeps > 0);
  IntegratorWorkspace::Impl& ws = *workspace.impl;
  // The memory is not copied where the step form leaves it alone.
  const bool aux_stays = takes_step_form(kind, state) && !system.steps_advance_aux();
  if (aux_stays)
    ws.next.take_motion(state);
  else
    ws.next = state;
  ws.row_failure = {};
  StepStatus status = dispatch(kind, system, dt, state, workspace.tolerance, ws, start_substeps);
  if (status == StepStatus::ok && !aux_stays && !all_finite(ws.next.aux)) status = StepStatus::not_finite;
  if (status == StepStatus::ok) status = check_finite(ws.next);
  if (status != StepStatus::ok) return status;
  if (aux_stays) std::swap(state.aux, ws.next.aux);
  std::swap(state, ws.next);
  return status;
}

}  // namespace grouser
