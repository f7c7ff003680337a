// SPDX-License-Identifier: BSD-3-Clause
// Cutting of ties: bridles, tie-downs, ramp latches.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// Call after a step: cuts the ties of the releases that are due, books the energy they still stored as
/// dissipated, and restarts the integrator, since accelerations jump. True if something was cut.
bool cut_due_ties(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                  SimulationState& state);

}  // namespace grouser
