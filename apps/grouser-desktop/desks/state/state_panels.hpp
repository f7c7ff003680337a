// SPDX-License-Identifier: BSD-3-Clause
// The panels of a run's present state: wheels, legs, motors, pose, gait.
#pragma once
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Load, sinkage and slip of each wheel, and the sum of the loads. Nothing where there are no wheels.
void wheels_panel(const Ui& ui, const RunView& run, Requests& requests);
/// Pose and speed of the followed body, the lander's pads, the energy residual and contacts of meshes.
void state_panel(const Ui& ui, const RunView& run);
/// Loads and phases of a walker's legs; and which stood when, up to the time shown. Nothing where there are
/// none.
void legs_panel(const Ui& ui, const RunView& run);
void gait_panel(const Ui& ui, const RunView& run);
/// Torques of legs and of a balancing robot beside their joints' limits. Nothing if there are none.
void motors_panel(const Ui& ui, const RunView& run);

}  // namespace grouser::desktop
