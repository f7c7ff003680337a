// SPDX-License-Identifier: BSD-3-Clause
// Choice of the steps of a run that are kept to be looked at.
#pragma once

namespace grouser {

inline constexpr double kMostKeptFrames = 20000.0;

/// Chooses the steps that are kept: all of them in a short run; in a long one those that are at least a share
/// of its duration apart, so that memory stays bounded.
class KeptSteps {
 public:
  explicit KeptSteps(double duration, double most = kMostKeptFrames) : apart_(duration / most) {}
  /// Whether the step that ended at `time` is to be kept.
  bool due(double time) const {
    constexpr double kRounding = 1e-6;  // of the distance: times are sums of steps
    return time >= last_ + (1.0 - kRounding) * apart_;
  }
  void kept(double time) { last_ = time; }

 private:
  double apart_;
  double last_ = -1e300;  // s
};

}  // namespace grouser
