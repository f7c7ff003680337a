// SPDX-License-Identifier: BSD-3-Clause
// A channel: one named number with a unit, recorded in every frame.
#pragma once
#include <string>
#include <vector>

namespace grouser {

struct ChannelSpec {
  std::string name;         ///< snake_case path, e.g. "wheel/front_left/sinkage"
  std::string unit;         ///< "m", "N", "rad", "m/s", "-" for a pure number
  std::string description;  ///< one line of meaning, sign and frame included
};

inline std::vector<std::string> channel_names(const std::vector<ChannelSpec>& channels) {
  std::vector<std::string> names;
  for (const ChannelSpec& channel : channels) names.push_back(channel.name);
  return names;
}

}  // namespace grouser
