// SPDX-License-Identifier: BSD-3-Clause
// The panels of the desk of plots: channels to choose from, plots over time, headline numbers of two runs.
#pragma once
#include <string>
#include <vector>

#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// `plotted`: indices of scene channels. `filter`: words that are searched for.
void channels_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, std::string& filter,
                    Requests& requests);
void plots_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, PlotView& view,
                 Requests& requests);
/// Headline numbers of two runs side by side.
void compare_panel(const Ui& ui, const RunView& run, Requests& requests);

}  // namespace grouser::desktop
