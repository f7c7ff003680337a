// SPDX-License-Identifier: BSD-3-Clause
// Watches what a scenario itself counts as success or failure (grouser/simulation/step/goal.hpp).
#pragma once
#include <optional>

#include "contact_system.hpp"

namespace grouser {

/// Call once, at the start of a run; does nothing unless the scenario has goals.
void start_goals(const World&, const Kinematics&, SimulationState&);
/// Call after a step.
void watch_goals(const World&, const StepOutput&, const Kinematics&, SimulationState&);
std::optional<Verdict> goal_verdict(const World&, const SimulationState&);
/// Whether the run may end by its goals.
bool goals_are_over(const World&, const SimulationState&);

}  // namespace grouser
