// SPDX-License-Identifier: BSD-3-Clause
// The channels of a run in groups: "wheel/front_left/load" and its like are "load" of "wheel". Knows no
// ImGui.
#pragma once
#include <string>
#include <vector>

#include "grouser/simulation/step/frame.hpp"

namespace grouser::desktop {

/// Channels that are the same number of several things, or one channel.
struct QuantityGroup {
  std::string quantity;              ///< "load"
  std::vector<int> channels;         ///< indices of the scene's channels
  std::vector<std::string> members;  ///< "front left", of each; "" where there is one only
};
/// The groups of one kind of thing.
struct ChannelKind {
  std::string name;  ///< "wheel"
  std::vector<QuantityGroup> groups;
};

/// The kinds of channels, in the order of the channels.
std::vector<ChannelKind> channel_tree(const std::vector<ChannelSpec>& channels);

}  // namespace grouser::desktop
