// SPDX-License-Identifier: BSD-3-Clause
// The panels of the desk of plots: channels to choose from, plots over time, headline numbers of two runs.
#pragma once
#include <string>
#include <vector>

#include "desks/plots/channel_tree.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The list of channels: in groups, or those that have the words that are searched for.
struct ChannelList {
  std::string filter;
  std::vector<ChannelKind> kinds;  ///< of the open scene
  std::vector<int> cleared;        ///< what was cleared last, to be shown again
};
/// `plotted`: indices of scene channels.
void channels_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, ChannelList& list,
                    Requests& requests);
void plots_panel(const Ui& ui, const RunView& run, const std::vector<int>& plotted, PlotView& view,
                 Requests& requests);
/// Headline numbers of two runs side by side.
void compare_panel(const Ui& ui, const RunView& run, Requests& requests);

}  // namespace grouser::desktop
