// SPDX-License-Identifier: BSD-3-Clause
// Watches a landing (grouser/simulation/step/landing.hpp).
#pragma once
#include <optional>

#include "contact_system.hpp"

namespace grouser {

/// Call after a step; does nothing unless the scenario asks for it.
void watch_landing(const World&, const StepOutput&, const Kinematics&, SimulationState&);
std::optional<Verdict> landing_verdict(const World&, const SimulationState&);

}  // namespace grouser
