// SPDX-License-Identifier: BSD-3-Clause
// group_channels() says which channels are one quantity and names its lines; a plot is grouped anew for
// each question, so nothing is kept besides the indices.
#include "desks/plots/plot_cards.hpp"

#include <algorithm>

namespace grouser::desktop {

namespace {

/// Groups of equal quantity among these channels.
std::vector<ChannelGroup> groups_of(const std::vector<int>& channels, const Channels& all) {
  std::vector<ChartChannel> named;
  for (const int k : channels)
    named.push_back({all[static_cast<std::size_t>(k)].name, all[static_cast<std::size_t>(k)].unit});
  return group_channels(named);
}

std::string unit_of(int channel, const Channels& all) { return groups_of({channel}, all).front().unit; }

bool is_channel(int channel, const Channels& all) {
  return channel >= 0 && static_cast<std::size_t>(channel) < all.size();
}

/// Names of a plot and its lines; with more than one quantity, each line's quantity follows its name.
PlotNames names_of(const PlotCard& card, const Channels& all) {
  PlotNames names;
  names.labels.resize(card.channels.size());
  const std::vector<ChannelGroup> groups = groups_of(card.channels, all);
  for (const ChannelGroup& group : groups) {
    names.title += (names.title.empty() ? "" : ", ") + group.quantity;
    names.unit = group.unit;
    for (std::size_t k = 0; k < group.channels.size(); ++k)
      names.labels[group.channels[k]] =
          groups.size() > 1 ? group.labels[k] + " " + group.quantity : group.labels[k];
  }
  return names;
}

}  // namespace

void PlotCards::add(int channel, const Channels& all) {
  if (!is_channel(channel, all) || holds(channel)) return;
  // The first plot that has a channel of the same quantity takes it.
  const auto found = std::find_if(cards_.begin(), cards_.end(), [&](const PlotCard& card) {
    return std::any_of(card.channels.begin(), card.channels.end(), [&](int k) {
      return groups_of({k, channel}, all).size() == 1;
    });
  });
  if (found != cards_.end())
    found->channels.push_back(channel);
  else
    cards_.push_back({{channel}});
}

void PlotCards::remove(int channel) {
  for (PlotCard& card : cards_) std::erase(card.channels, channel);
  std::erase_if(cards_, [](const PlotCard& card) { return card.channels.empty(); });
}

std::string PlotCards::drop(const std::vector<int>& channels, int card, const Channels& all) {
  const bool fresh = card < 0 || static_cast<std::size_t>(card) >= cards_.size();
  std::vector<int> known;
  std::copy_if(channels.begin(), channels.end(), std::back_inserter(known),
               [&](int k) { return is_channel(k, all); });
  if (known.empty()) return "";
  // The unit of the plot, or of the first channel for a new one, must be that of all.
  const std::string unit =
      unit_of(fresh ? known.front() : cards_[static_cast<std::size_t>(card)].channels.front(), all);
  for (const int k : known)
    if (unit_of(k, all) != unit)
      return all[static_cast<std::size_t>(k)].name + " has the unit " + unit_of(k, all) + ", the plot has " +
             unit + ": drop it beside the plots for axes of its own.";
  // The channels leave all plots before the filled one replaces its place, so an empty plot can be removed
  // last.
  PlotCard filled = fresh ? PlotCard{} : cards_[static_cast<std::size_t>(card)];
  for (const int k : known) std::erase(filled.channels, k);
  filled.channels.insert(filled.channels.end(), known.begin(), known.end());
  if (fresh) cards_.push_back({});
  const std::size_t at = fresh ? cards_.size() - 1 : static_cast<std::size_t>(card);
  for (PlotCard& other : cards_)
    for (const int k : known) std::erase(other.channels, k);
  cards_[at] = std::move(filled);
  std::erase_if(cards_, [](const PlotCard& c) { return c.channels.empty(); });
  return "";
}

void PlotCards::remove_card(int card) {
  if (card >= 0 && static_cast<std::size_t>(card) < cards_.size()) cards_.erase(cards_.begin() + card);
}

bool PlotCards::holds(int channel) const {
  return std::any_of(cards_.begin(), cards_.end(), [&](const PlotCard& card) {
    return std::find(card.channels.begin(), card.channels.end(), channel) != card.channels.end();
  });
}

std::vector<int> PlotCards::channels() const {
  std::vector<int> all;
  for (const PlotCard& card : cards_) all.insert(all.end(), card.channels.begin(), card.channels.end());
  return all;
}

std::vector<PlotNames> plot_names(const PlotCards& cards, const Channels& all) {
  std::vector<PlotNames> names;
  for (const PlotCard& card : cards.cards()) {
    names.push_back(names_of(card, all));
    const std::string title = names.back().title;
    const auto is_taken = [&] {
      return std::count_if(names.begin(), names.end(),
                           [&](const PlotNames& n) { return n.title == names.back().title; }) > 1;
    };
    // Equal titles get numbers, because the view keeps zooms by title.
    for (int k = 2; is_taken(); ++k) names.back().title = title + " " + std::to_string(k);
  }
  return names;
}

}  // namespace grouser::desktop
