// SPDX-License-Identifier: BSD-3-Clause
// The card that shows the result of a run.
#pragma once
#include "desks/result/result_work.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Draws the card in the upper left of the view from `low` to `high`, never beyond it; the rest can be
/// scrolled to.
void result_panel(const Ui& ui, const ResultView& result, ImVec2 low, ImVec2 high, Requests& requests);

}  // namespace grouser::desktop
