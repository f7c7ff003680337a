// SPDX-License-Identifier: BSD-3-Clause
// The energy ledger of a run. Every entry is computed on its own from forces and rates; none is obtained as
// the remainder.
//
//   d(kinetic + potential + joint springs + contact springs)
//     = motor work - contact dissipation - joint dissipation - numerical loss + residual
//
// Works are time integrals of powers by the trapezoidal rule over the steps. Numerical loss is what the
// contact's backward difference takes from its springs (k du^2 / 2 per step), in closed form.
#pragma once
#include <algorithm>
#include <cmath>

namespace grouser {

struct EnergyLedger {
  // present values
  double kinetic = 0.0, potential = 0.0, joint_springs = 0.0, contact_springs = 0.0;  ///< J
  // since the start
  double motor_work = 0.0, contact_dissipation = 0.0, joint_dissipation = 0.0, numerical_loss = 0.0;  ///< J
  double absolute_work = 0.0;  ///< sum of the absolute works of gravity, motors, contacts and joints, J
  double initial_energy = 0.0;
  // powers at the end of the last step, for the trapezoidal rule, W
  double motor_power = 0.0, normal_power = 0.0, tangential_power = 0.0, joint_power = 0.0;

  double stored() const { return kinetic + potential + joint_springs + contact_springs; }
  /// Energy that the ledger does not explain, J.
  double residual() const {
    return stored() - initial_energy - motor_work + contact_dissipation + joint_dissipation + numerical_loss;
  }
  /// Reference for the residual, J: the works, or where hardly any work is done (flight in tiny gravity, a
  /// parked rover) the kinetic and stored energy, since all energy in play is in one or the other. Sums of a
  /// million steps round to 1e-10 of the potential, so shares below 1e-8 of it are not reported.
  double in_play() const {
    constexpr double kRounding = 1e-8;
    return std::max(
        {absolute_work, kinetic + joint_springs + contact_springs, kRounding * std::fabs(potential)});
  }
  /// |residual| over in_play(); 0 where there is no energy at all.
  double relative_error() const { return in_play() > 0.0 ? std::fabs(residual()) / in_play() : 0.0; }
};

}  // namespace grouser
