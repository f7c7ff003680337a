// SPDX-License-Identifier: BSD-3-Clause
// Channels are found by their names in the list of the scene. Names have parts: "mesh/NAME/load" is there
// for each recorded mesh, "leg/NAME/phase" for each leg.
#include "session/channel_values.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace grouser::desktop {

std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

int find_channel(const Scene& scene, const std::string& name) {
  for (std::size_t k = 0; k < scene.channels.size(); ++k) {
    if (scene.channels[k].name == name) return static_cast<int>(k);
  }
  return -1;
}

std::vector<std::string> mesh_records(const Scene& scene) {
  std::vector<std::string> names;
  const std::string head = "mesh/", tail = "/load";
  for (const ChannelSpec& channel : scene.channels)
    if (channel.name.starts_with(head) && channel.name.ends_with(tail))
      names.push_back(channel.name.substr(head.size(), channel.name.size() - head.size() - tail.size()));
  return names;
}

double channel_value(const RunView& run, const std::string& name) {
  const int k = find_channel(*run.scene, name);
  if (k < 0 || !run.frame || static_cast<std::size_t>(k) >= run.frame->channels.size()) return std::nan("");
  return run.frame->channels[static_cast<std::size_t>(k)];
}

std::vector<std::string> leg_names(const Scene& scene) {
  std::vector<std::string> names;
  constexpr std::string_view kHead = "leg/", kTail = "/phase";
  for (const ChannelSpec& channel : scene.channels)
    if (channel.name.starts_with(kHead) && channel.name.ends_with(kTail))
      names.push_back(channel.name.substr(kHead.size(), channel.name.size() - kHead.size() - kTail.size()));
  return names;
}

}  // namespace grouser::desktop
