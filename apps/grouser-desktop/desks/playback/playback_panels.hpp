// SPDX-License-Identifier: BSD-3-Clause
// The time line, and the panels of driving by hand.
#pragma once
#include <string>

#include "desks/playback/time_axis.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

void timeline_panel(const Ui& ui, const RunView& run, TimeAxis& axis, Requests& requests);
/// The run's events in the order of time; a click goes to one. `filter`: words that they must have.
void events_panel(const Ui& ui, const RunView& run, std::string& filter, Requests& requests);
/// The commands that the drives get by hand, and their keys, within the view from `low` to `high`.
void hand_panel(const Ui& ui, const RunView& run, ImVec2 low, ImVec2 high);
/// A stick that the mouse drags to drive by hand, with its lower right corner here.
void hand_stick(const Ui& ui, const RunView& run, ImVec2 corner, Requests& requests);

}  // namespace grouser::desktop
