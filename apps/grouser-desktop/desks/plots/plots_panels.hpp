// SPDX-License-Identifier: BSD-3-Clause
// The panels of the desk of plots: channels to choose from, plots over time, headline numbers of two runs.
#pragma once
#include <string>
#include <vector>

#include "desks/plots/channel_tree.hpp"
#include "desks/plots/plot_cards.hpp"
#include "grouser/chart/rose.hpp"
#include "session/request.hpp"
#include "session/session.hpp"
#include "widgets/plot_view.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The list of channels: in groups, or those that have the words that are searched for.
struct ChannelList {
  std::string filter;
  std::vector<ChannelKind> kinds;  ///< of the open scene
  PlotCards cleared;               ///< plots that were cleared last, to be shown again
};
/// Type name of the data dragged from the list: an array of indices (int) of scene channels.
inline constexpr const char* kDraggedChannels = "channels";

void channels_panel(const Ui& ui, const RunView& run, const PlotCards& plotted, ChannelList& list,
                    Requests& requests);
void plots_panel(const Ui& ui, const RunView& run, const PlotCards& plotted, PlotView& view,
                 Requests& requests);
/// Directions in which the wheels slipped, by the time spent, up to the newest frame.
struct SlipRose {
  RoseChart chart;
  std::size_t frames = 0;  ///< that it is of
};
/// Whether the run records angles of slip.
bool has_slip_angles(const Scene& scene);
void rose_panel(const Ui& ui, RunData& run, SlipRose& rose);
/// Headline numbers of two runs side by side.
void compare_panel(const Ui& ui, const RunView& run, Requests& requests);

}  // namespace grouser::desktop
