// SPDX-License-Identifier: BSD-3-Clause
// Groups channels of one quantity and unit for one chart, and labels each by the part that it belongs to.
#include "grouser/chart/channel_groups.hpp"

#include <algorithm>
#include <string_view>

#include "grouser/chart/units.hpp"

namespace grouser {
namespace {

/// Beginning of the last part of a name, and the label for its channels.
struct Place {
  std::string_view begin, label;
};
constexpr Place kPlaces[] = {
    {"com_", "centre of mass"}, {"planned_", "planned"}, {"pressure_", "centre of pressure"}};

/// The place that a name's end such as "com_x" belongs to; null if it is none of these.
const Place* place_of(const std::string& end) {
  for (const Place& place : kPlaces)
    if (end.starts_with(place.begin) && end.size() == place.begin.size() + 1) return &place;
  return nullptr;
}

/// The part of a name behind the last slash.
std::string end_of(const std::string& name) { return name.substr(name.rfind('/') + 1); }

/// A name with spaces for underscores and slashes.
std::string in_words(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '_' || c == '/'; }, ' ');
  return name;
}

/// "wheel/front_left/slip" as "front left", "chassis/pitch" as "chassis".
std::string short_label(const std::string& name) {
  if (const Place* place = place_of(end_of(name))) return std::string(place->label);
  const std::size_t end = std::min(name.rfind('/'), name.size()), begin = name.find('/');
  return in_words(begin < end ? name.substr(begin + 1, end - begin - 1) : name.substr(0, end));
}

}  // namespace

std::vector<ChannelGroup> group_channels(const std::vector<ChartChannel>& channels) {
  std::vector<ChannelGroup> groups;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const std::string end = end_of(channels[k].name);
    // Places group by axis: "place x" holds the centre of mass, its planned place and the centre of
    // pressure.
    const std::string quantity = place_of(end) ? std::string("place ") + end.back() : in_words(end);
    const std::string unit = quantity_unit(end, channels[k].unit);
    auto found = std::find_if(groups.begin(), groups.end(), [&](const ChannelGroup& g) {
      return g.quantity == quantity && g.unit == unit;
    });
    if (found == groups.end()) found = groups.insert(groups.end(), {quantity, unit, {}, {}});
    found->channels.push_back(k);
    found->labels.push_back(short_label(channels[k].name));
  }
  // Two channels of one name (a wheel and a pad at the same corner) are labelled by all before the quantity.
  for (ChannelGroup& group : groups) {
    const std::vector<std::string> labels = group.labels;
    for (std::size_t k = 0; k < labels.size(); ++k) {
      const std::string& name = channels[group.channels[k]].name;
      if (std::count(labels.begin(), labels.end(), labels[k]) > 1 && name.find('/') != std::string::npos)
        group.labels[k] = in_words(name.substr(0, name.rfind('/')));
    }
  }
  return groups;
}

}  // namespace grouser
