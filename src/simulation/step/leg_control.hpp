// SPDX-License-Identifier: BSD-3-Clause
// What leg controllers do in a step and between steps.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// Adds their torques, at the memory of the step's start. implicit: dampers are left to the step's method.
void apply_leg_control(const World&, const std::vector<LegControlMemory>&, const VecX& q, const VecX& v,
                       bool implicit, Loads&);
/// Power of their torques, W.
double leg_control_power(const World&, const SimulationState&);
/// Call after a step of dt, when the ledger is up to date: what touches decides what is in force in the next one.
void update_leg_control(const World&, const StepOutput&, double dt, SimulationState&);

}  // namespace grouser
