// SPDX-License-Identifier: BSD-3-Clause
// What struts do in a step and between steps.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// Adds their forces, at the memory of the step's start.
void apply_struts(const World&, const std::vector<StrutMemory>&, const Kinematics&, Loads&);
/// Elastic energy in them, J.
double strut_energy(const World&, const std::vector<StrutMemory>&, const Kinematics&);
/// Call after a step of dt, before the ledger's update: cores crush, and the losses enter the book.
void update_struts(const World&, const Kinematics&, double dt, SimulationState&);

}  // namespace grouser
