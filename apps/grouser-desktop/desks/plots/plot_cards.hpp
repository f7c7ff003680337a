// SPDX-License-Identifier: BSD-3-Clause
// The channels that are plotted, and those of them that share a plot. It does not use ImGui.
#pragma once
#include <string>
#include <vector>

#include "grouser/chart/channel_groups.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "widgets/plot.hpp"

namespace grouser::desktop {

/// One plot: indices of scene channels of one unit, in the order in which they came.
struct PlotCard {
  std::vector<int> channels;
  PlotLegend legend = PlotLegend::shown;
};

/// Title, unit and names of the lines of a plot.
struct PlotNames {
  std::string title;                ///< "load", or "load, normal force"
  std::string unit;                 ///< SI, or "slip"
  std::vector<std::string> labels;  ///< of the channels, in their order
};

using Channels = std::vector<ChannelSpec>;

/// Sorts channels into plots: one quantity per plot, unless a person drops others of the same unit onto it.
class PlotCards {
 public:
  /// A channel goes into the plot of its quantity, else into one of its own. One that is plotted stays.
  void add(int channel, const Channels& all);
  void remove(int channel);
  /// Moves channels from their plots into this one, or, if `card` is -1, into a new one. Returns "", or the
  /// reason why they cannot share its axes.
  std::string drop(const std::vector<int>& channels, int card, const Channels& all);
  void remove_card(int card);

  bool holds(int channel) const;
  std::vector<int> channels() const;  ///< of all plots
  std::vector<PlotCard>& cards() { return cards_; }
  const std::vector<PlotCard>& cards() const { return cards_; }
  bool empty() const { return cards_.empty(); }

 private:
  std::vector<PlotCard> cards_;  // none of them empty
};

/// Names of each plot. All titles differ.
std::vector<PlotNames> plot_names(const PlotCards& cards, const Channels& all);

}  // namespace grouser::desktop
