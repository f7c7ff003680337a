// Cutting of ties: bridles, tie-downs, ramp latches.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// After a step: which releases are due. Cuts their ties, books what the ties still stored as dissipated, and
/// has the integrator start anew, since accelerations jump. True if something was cut.
bool cut_due_ties(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                  SimulationState& state);

}  // namespace grouser
