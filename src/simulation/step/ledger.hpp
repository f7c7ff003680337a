// SPDX-License-Identifier: BSD-3-Clause
// The energy book of a run: what came in, what went, what is there.
#pragma once
#include "step_loads.hpp"

namespace grouser {

/// Which form of the contact laws a step used.
enum class ContactForm { step, rate };

/// Work of a power over a step of dt, s, by the trapezoidal rule, J; last: the power at its start, W, which
/// becomes that at its end.
inline double trapezoid(double& last, double now, double dt) {
  const double work = 0.5 * (last + now) * dt;
  last = now;
  return work;
}

/// Adds a step to the energy book and refreshes its present lines.
void update_ledger(const World& world, const StepLoads& loads, const StepMoment& now, ContactForm form,
                   SimulationState& state);
/// Starts the book: present energies, works zero.
void start_ledger(const World& world, const StepLoads& loads, const StepMoment& now, SimulationState& state);

}  // namespace grouser
