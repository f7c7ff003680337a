// SPDX-License-Identifier: BSD-3-Clause
// The time line, and the panels of driving by hand.
#pragma once
#include <string>

#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

void timeline_panel(const Ui& ui, const RunView& run, Requests& requests);
/// What the drives are commanded by hand and by which keys, within the view from `low` to `high`.
void hand_panel(const Ui& ui, const RunView& run, ImVec2 low, ImVec2 high);
/// A stick that the mouse drags to drive by hand, with its lower right corner here.
void hand_stick(const Ui& ui, const RunView& run, ImVec2 corner, Requests& requests);

}  // namespace grouser::desktop
