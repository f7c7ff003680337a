// SPDX-License-Identifier: BSD-3-Clause
// Which moments of a run are shown while it goes on: to viewers of the live link, and to a script that looks
// on. 5,000 to the run, or as many as a run file has where that is more.
#pragma once
#include <algorithm>

#include "grouser/simulation/step/world.hpp"

namespace grouser {

class LiveFrames {
 public:
  explicit LiveFrames(const RunSettings& settings)
      : apart_(settings.duration / std::max(kLeast, settings.duration / settings.record_interval)) {}
  /// Whether the state at this time, s, is to be shown.
  bool due(double time) const {
    constexpr double kRounding = 1e-6;  // of the distance: times are sums of steps
    return time >= last_ + (1.0 - kRounding) * apart_;
  }
  void shown(double time) { last_ = time; }

 private:
  static constexpr double kLeast = 5000.0;  // of a whole run
  double apart_, last_ = -1e300;            // s
};

}  // namespace grouser
