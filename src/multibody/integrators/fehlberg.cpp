// SPDX-License-Identifier: BSD-3-Clause
// Fehlberg's pair of orders 4 and 5 (NASA TR R-315, 1969; Hairer, Norsett & Wanner 1993, section II.4) on
// the group, as runge_kutta.cpp, with one more term of dexp^-1:
//   phi' = w + phi x w / 2 + phi x (phi x w) / 12 - phi x (phi x (phi x (phi x w))) / 720
// The step goes on with order 5; the difference of both is the error of order 4.
#include <algorithm>
#include <cmath>

#include "integrator_workspace.hpp"

namespace grouser {
namespace {

constexpr double kFehlbergNode[6] = {0.0, 1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0};
constexpr double kFehlbergSlope[6][5] = {
    {},
    {1.0 / 4.0},
    {3.0 / 32.0, 9.0 / 32.0},
    {1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0},
    {439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0},
    {-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0},
};
constexpr double kOrder4[6] = {25.0 / 216.0, 0.0, 1408.0 / 2565.0, 2197.0 / 4104.0, -1.0 / 5.0, 0.0};
constexpr double kOrder5[6] = {16.0 / 135.0,      0.0,         6656.0 / 12825.0,
                               28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0};

/// The six slopes of one step of length h, s.
StepStatus calc_slopes(System& system, double h, const MotionState& state, IntegratorWorkspace::Impl& ws) {
  for (int k = 0; k < 6; ++k) {
    ws.delta.setZero();
    ws.v = state.v;
    ws.aux = state.aux;
    for (int j = 0; j < k; ++j) {
      ws.delta += (h * kFehlbergSlope[k][j]) * ws.k_q[j];
      ws.v += (h * kFehlbergSlope[k][j]) * ws.k_v[j];
      ws.aux += (h * kFehlbergSlope[k][j]) * ws.k_aux[j];
    }
    if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
    system.model().integrate(state.q, ws.delta, ws.q);
    if (const StepStatus status = calc_slope(system, state.time + kFehlbergNode[k] * h, ws, k);
        status != StepStatus::ok)
      return status;
    raise_slope(system.model(), ws, k);
  }
  return StepStatus::ok;
}

// Largest error of one block of numbers over what it may be.
template <typename Size>
double worst(const VecX (&slopes)[kMostStages], double h, const ErrorTolerance& tolerance, Size&& size) {
  double most = 0.0;
  for (Eigen::Index i = 0; i < slopes[0].size(); ++i) {
    double difference = 0.0;
    for (int k = 0; k < 6; ++k) difference += (kOrder5[k] - kOrder4[k]) * slopes[k][i];
    most = std::max(most, std::fabs(h * difference) / (tolerance.absolute + tolerance.relative * size(i)));
  }
  return most;
}

}  // namespace

StepStatus step_fehlberg(System& system, double dt, const MotionState& state, const ErrorTolerance& tolerance,
                         IntegratorWorkspace::Impl& ws) {
  ws.a = state.a;
  if (const StepStatus status = calc_slopes(system, dt, state, ws); status != StepStatus::ok) return status;
  MotionState& next = ws.next;
  // The result of order 5.
  ws.a_start = ws.k_v[0];
  ws.delta.setZero();
  for (int k = 0; k < 6; ++k) {
    ws.delta += (dt * kOrder5[k]) * ws.k_q[k];
    next.v += (dt * kOrder5[k]) * ws.k_v[k];
    next.aux += (dt * kOrder5[k]) * ws.k_aux[k];
  }
  if (const StepStatus status = check_increment(ws.delta); status != StepStatus::ok) return status;
  // positions count from wherever the origin is, so that their error is measured against 1 m or 1 rad
  ws.error =
      std::max({worst(ws.k_q, dt, tolerance, [](Eigen::Index) { return 1.0; }),
                worst(ws.k_v, dt, tolerance, [&](Eigen::Index i) { return std::fabs(next.v[i]); }),
                worst(ws.k_aux, dt, tolerance, [&](Eigen::Index i) { return std::fabs(next.aux[i]); })});
  system.model().integrate(state.q, ws.delta, next.q);
  next.time = state.time + dt;
  prescribe(system, next.time, next.q, next.v, ws.a);
  if (const StepStatus status = close_positions(ws, next.q); status != StepStatus::ok) return status;
  if (const StepStatus status = close_velocities(ws, next.q, next.v); status != StepStatus::ok) return status;
  return complete_end(system, dt, state, ws);
}

}  // namespace grouser
