// SPDX-License-Identifier: BSD-3-Clause
// Beeman's predictor-corrector (Beeman 1976; equation (3) of DynRPAT) for steps of changing length. With
// rho = h/h_prev, the line through (a_prev, a), extrapolated over the step, gives position and predicted
// velocity; the parabola through (a_prev, a, a_new) gives the corrector:
//   dq     = h v + h^2 (a/2 + rho/6 (a - a_prev))
//   v_pred = v + h (a + rho/2 (a - a_prev))
//   v_new  = v + h (w1 a_new + w0 a + w_1 a_prev)
//   w1 = (2 rho + 3)/(6 (1 + rho)),   w_1 = -rho^2/(6 (1 + rho))
// At rho = 1 the weights w1, w0, w_1 are 5/12, 8/12, -1/12. Constant weights with changing steps are of order
// 1 (docs/theory_multibody.md).
#include "integrator_workspace.hpp"

namespace grouser {

StepStatus step_beeman(System& system, double dt, const MotionState& state, IntegratorWorkspace::Impl& ws) {
  const Model& model = system.model();
  MotionState& next = ws.next;
  // Weights of the corrector for this ratio of steps.
  const double rho = dt / state.dt_prev, h2 = dt * dt;
  const double w_new = (2.0 * rho + 3.0) / (6.0 * (1.0 + rho)), w_prev = -rho * rho / (6.0 * (1.0 + rho));
  const double w_now = 1.0 - w_new - w_prev, gamma = dt * w_new;

  // Position. A rotation vector grows by w + phi x w / 2 + ..., which adds h^3/12 (w x a) in body axes.
  ws.delta = dt * state.v + h2 * (0.5 * state.a + (rho / 6.0) * (state.a - state.a_prev));
  for_each_rotation(model, [&](int k) {
    ws.delta.segment<3>(k) +=
        (h2 * dt / 12.0) * Vec3(state.v.segment<3>(k)).cross(Vec3(state.a.segment<3>(k)));
  });
  if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
  next.time = state.time + dt;
  model.integrate(state.q, ws.delta, next.q);

  // Predicted velocity, and the corrector without the new acceleration; for prescribed motion, the prescribed
  // values.
  ws.v_predicted = state.v + dt * (state.a + (0.5 * rho) * (state.a - state.a_prev));
  ws.v_base = state.v + dt * (w_now * state.a + w_prev * state.a_prev);
  next.a = state.a;
  prescribe(system, next.time, next.q, ws.v_predicted, next.a);
  if (const StepStatus status = close_positions(ws, next.q); status != StepStatus::ok) return status;
  // Prescribed coordinates: the base is chosen so that the corrector gives the prescribed velocity.
  for (std::size_t i = 0; i < model.modes().size(); ++i) {
    if (model.modes()[i] != CoordinateMode::prescribed) continue;
    const auto k = static_cast<Eigen::Index>(i);
    ws.v_base[k] = ws.v_predicted[k] - gamma * next.a[k];
  }

  const StepStatus status =
      system.calc_step(next.time, dt, next.q, ws.v_predicted, ws.v_base, gamma, next.aux, next.a);
  if (status != StepStatus::ok) return status;
  next.v = ws.v_base + gamma * next.a;
  // The same as prescribe() would give, which has already been called for this time.
  for (std::size_t i = 0; i < model.modes().size(); ++i)
    if (const auto k = static_cast<Eigen::Index>(i); model.modes()[i] == CoordinateMode::prescribed)
      next.v[k] = ws.v_predicted[k];
  next.a_prev = state.a;
  next.dt_prev = dt;
  next.history = 2;
  return close_velocities(ws, next.q, next.v);
}

}  // namespace grouser
