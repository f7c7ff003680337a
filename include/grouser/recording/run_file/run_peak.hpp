// SPDX-License-Identifier: BSD-3-Clause
// A run file knows a channel between its frames by its least and its greatest value, where these lie
// outside of those at both frames.
#pragma once
#include <cstddef>
#include <vector>

namespace grouser {

struct RunPeak {
  double time = 0.0;        ///< s, of the step that had it or of one up to seven before it
  std::size_t channel = 0;  ///< its number
  double value = 0.0;       ///< in the channel's unit
};

/// A channel over time: its value at each frame and its peaks between them.
struct ChannelCurve {
  std::vector<double> times;  ///< rising, s
  std::vector<double> values;
};

}  // namespace grouser
