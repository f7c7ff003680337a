// SPDX-License-Identifier: BSD-3-Clause
// What a descent engine does in a step and between steps.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// Adds its force, if the world has one. `memory`: of the step's start, empty without an engine.
void apply_thrust(const World&, const std::vector<ThrustMemory>& memory, double time, const Kinematics&,
                  Loads&);
/// Power of its force, W.
double thrust_power(const World&, const SimulationState&, const Kinematics&);
/// Call after a step: the first touch is remembered.
void update_thrust(const World&, const StepOutput&, SimulationState&);

}  // namespace grouser
