// SPDX-License-Identifier: BSD-3-Clause
// Which channels share a chart, and what their curves are called: loads of several wheels have one pair of
// axes.
#pragma once
#include <string>
#include <vector>

namespace grouser {

struct ChartChannel {
  std::string name, unit;  ///< "wheel/front_left/load", SI
};

struct ChannelGroup {
  std::string quantity;               ///< "longitudinal force"
  std::string unit;                   ///< SI, or "slip"
  std::vector<std::size_t> channels;  ///< places in what was grouped
  std::vector<std::string> labels;    ///< of the channels: "front left"
};

/// In the order of their first channels. Places of the mass, of where it is to be and of what presses are one
/// quantity each axis.
std::vector<ChannelGroup> group_channels(const std::vector<ChartChannel>& channels);

}  // namespace grouser
