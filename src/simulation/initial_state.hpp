// Where a run starts: the rover placed on the ground and, if asked, at rest on its springs.
#pragma once
#include <functional>

#include "contact_system.hpp"
#include "grouser/multibody/integrator.hpp"

namespace grouser {

/// Throws InputError if the rover cannot stand (outside the terrain, inside the ground) or does not come to
/// rest, and Interrupted if `cancelled` (may be empty) returned true while it settled.
SimulationState make_initial_state(const World& world, ContactSystem& system, IntegratorWorkspace& integrator,
                                   const std::function<bool()>& cancelled);

}  // namespace grouser
