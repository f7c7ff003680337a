// SPDX-License-Identifier: BSD-3-Clause
// Classical Runge-Kutta of order 4 on the group (Munthe-Kaas 1998; Hairer, Lubich & Wanner 2006, IV.8):
// rotations are R exp(phi), with w in body axes and
//   phi' = w + phi x w / 2 + phi x (phi x w) / 12
// (dexp^-1, truncated after the terms that order 4 needs). Stages leave the rows' gaps open by their own
// error; a step is closed at its end, which keeps the order (Hairer & Wanner 1996, section VII.2).
#include "integrator_workspace.hpp"

namespace grouser {

/// Slope k at the stage (ws.q, ws.v, ws.aux): rates of memory, accelerations, and dexp^-1 of the turn so
/// far.
StepStatus calc_slope(System& system, double t, IntegratorWorkspace::Impl& ws, int k) {
  prescribe(system, t, ws.q, ws.v, ws.a);
  const StepStatus status = system.calc_rates(t, ws.q, ws.v, ws.aux, ws.a, ws.k_aux[k]);
  if (status != StepStatus::ok) return status;
  ws.k_v[k] = ws.a;
  ws.k_q[k] = ws.v;
  for_each_rotation(system.model(), [&](int j) {
    const Vec3 phi = ws.delta.segment<3>(j), w = ws.v.segment<3>(j), phi_w = phi.cross(w);
    ws.k_q[k].segment<3>(j) += 0.5 * phi_w + (1.0 / 12.0) * phi.cross(phi_w);
  });
  return ws.k_v[k].allFinite() && ws.k_aux[k].allFinite() ? StepStatus::ok : StepStatus::not_finite;
}

/// Adds the term of dexp^-1 that order 5 needs: - phi x (phi x (phi x (phi x w)))/720.
void raise_slope(const Model& model, IntegratorWorkspace::Impl& ws, int k) {
  for_each_rotation(model, [&](int j) {
    const Vec3 phi = ws.delta.segment<3>(j);
    Vec3 term = ws.v.segment<3>(j);
    for (int n = 0; n < 4; ++n) term = phi.cross(term);
    ws.k_q[k].segment<3>(j) -= term / 720.0;
  });
}

/// Accelerations at the step's end, which the next step and the records use, and the history.
StepStatus complete_end(System& system, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws) {
  MotionState& next = ws.next;
  next.time = state.time + dt;
  next.a = ws.a;
  prescribe(system, next.time, next.q, next.v, next.a);
  const StepStatus status = system.calc_rates(next.time, next.q, next.v, next.aux, next.a, ws.aux_rate);
  next.a_prev = ws.a_start;
  next.dt_prev = dt;
  next.history = 2;
  return status;
}

namespace {

constexpr double kNode[4] = {0.0, 0.5, 0.5, 1.0};
constexpr double kWeight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

// One step of length h: four slopes, each from the state moved along the previous slope, then their weighted
// sum.
StepStatus one_step(System& system, double h, MotionState& s, IntegratorWorkspace::Impl& ws) {
  for (int k = 0; k < 4; ++k) {
    const double reach = kNode[k] * h;
    ws.delta.setZero();
    ws.v = s.v;
    ws.aux = s.aux;
    // The classical method's stages each use the slope before them alone.
    if (k > 0) {
      ws.delta = reach * ws.k_q[k - 1];
      ws.v += reach * ws.k_v[k - 1];
      ws.aux += reach * ws.k_aux[k - 1];
    }
    if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
    system.model().integrate(s.q, ws.delta, ws.q);
    if (const StepStatus status = calc_slope(system, s.time + reach, ws, k); status != StepStatus::ok)
      return status;
  }
  ws.delta.setZero();
  for (int k = 0; k < 4; ++k) {
    ws.delta += (h * kWeight[k]) * ws.k_q[k];
    s.v += (h * kWeight[k]) * ws.k_v[k];
    s.aux += (h * kWeight[k]) * ws.k_aux[k];
  }
  if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
  system.model().integrate(s.q, ws.delta, s.q);
  s.time += h;
  prescribe(system, s.time, s.q, s.v, ws.a);
  if (const StepStatus status = close_positions(ws, s.q); status != StepStatus::ok) return status;
  return close_velocities(ws, s.q, s.v);
}

}  // namespace

StepStatus step_runge_kutta(System& system, double dt, int substeps, const MotionState& state,
                            IntegratorWorkspace::Impl& ws) {
  MotionState& next = ws.next;
  ws.a = state.a;
  for (int n = 0; n < substeps; ++n) {
    const StepStatus status = one_step(system, dt / substeps, next, ws);
    if (status != StepStatus::ok) return status;
    if (n == 0) ws.a_start = ws.k_v[0];
  }
  return complete_end(system, dt, state, ws);
}

}  // namespace grouser
