// SPDX-License-Identifier: BSD-3-Clause
// Every channel as a field of a message: those of one folder together.
#include <algorithm>
#include <map>

#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "mcap/frame_topics.hpp"

namespace grouser {
namespace {

/// A folder's channels in their order.
class FolderTopic : public FrameTopic {
 public:
  explicit FolderTopic(std::vector<std::size_t> places) : places_(std::move(places)) {
    // Channels that follow each other in a frame are copied in one piece.
    for (std::size_t k = 1; k < places_.size(); ++k) together_ &= places_[k] == places_[0] + k;
  }
  void encode(double time, std::span<const double> channels, CdrWriter& out) const override {
    out.header(log_nanoseconds(time), kWorldFrame);
    if (together_) return out.numbers(channels.subspan(places_[0], places_.size()));
    for (const std::size_t place : places_) out.number(channels[place]);
  }

 private:
  std::vector<std::size_t> places_;
  bool together_ = true;
};

/// "WheelState" of "wheel/front_left".
std::string state_type(const std::string& folder) {
  std::string name;
  bool capital = true;
  for (const char c : folder.substr(0, folder.find('/'))) {
    if (c != '_') name += capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    capital = c == '_';
  }
  return name + "State";
}

/// The fields of a folder's message. The comment has the unit in brackets, then the meaning.
std::string state_fields(const std::vector<ChannelSpec>& channels, const std::vector<std::size_t>& places) {
  std::string fields = "std_msgs/Header header\n";
  for (const std::size_t place : places) {
    const ChannelSpec& channel = channels[place];
    fields += "float64 " + channel.name.substr(channel.name.rfind('/') + 1) + "  # [" + channel.unit + "]";
    if (!channel.description.empty()) fields += " " + channel.description;
    fields += '\n';
  }
  return fields;
}

}  // namespace

void add_channel_topics(const std::vector<ChannelSpec>& channels, MadeFrameTopics& to) {
  std::vector<std::string> folders;
  std::map<std::string, std::vector<std::size_t>> places;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const auto slash = channels[k].name.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : channels[k].name.substr(0, slash);
    if (places[folder].empty()) folders.push_back(folder);
    places[folder].push_back(k);
  }
  std::map<std::string, std::string> definitions;  // by type: folders with the same fields share one
  for (const std::string& folder : folders) {
    const std::string fields = state_fields(channels, places[folder]);
    const std::string first = state_type(folder);
    // Folders of one kind with different fields get numbered types.
    std::string type = first;
    for (int number = 2; definitions.contains(type) && definitions[type] != fields; ++number)
      type = first + std::to_string(number);
    definitions[type] = fields;
    RunTopic topic{(folder.empty() ? "" : "/" + folder) + "/state", "grouser_msgs/" + type,
                   ros_definition_of(fields)};
    to.push_back({std::move(topic), std::make_unique<FolderTopic>(std::move(places[folder]))});
  }
}

}  // namespace grouser
