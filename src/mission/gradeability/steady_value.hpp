// SPDX-License-Identifier: BSD-3-Clause
// Whether a wheel's value has settled: over time (steady_state.hpp), or on ground of the law scm over the
// nodes that the vehicle has passed (pitch_mean.hpp). There the berms that wheels push, and the changing
// positions of six wheels on the nodes, keep their values from ever repeating: means over one node scatter,
// and so do means of many, by their standard error. Two windows in a row then count as equal if their means
// differ by less than the tolerance, or by less than kErrors of their standard errors, which are reported
// with the result.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "grouser/simulation/observe/steady_state.hpp"

namespace grouser {

/// Means over windows of one value of one wheel, and the verdict on them.
class SteadyValue {
 public:
  /// pitches: of a window; 0: windows are of time.
  SteadyValue(const SteadyTolerance& tolerance, std::size_t pitches)
      : tolerance_(tolerance.drift), pitches_(pitches), over_time_(tolerance) {}

  /// value: now, or the mean over the last pitch, which ended at that time.
  void add(double time, double value) {
    if (pitches_ == 0) return over_time_.add(time, value);
    window_.push_back(value);
    if (window_.size() == pitches_) close_window();
  }
  SteadyVerdict verdict() const {
    if (pitches_ == 0) return over_time_.verdict();
    if (windows_ < 2) return SteadyVerdict::too_short;
    if (std::fabs(drift_) <= std::max(tolerance_, kErrors * both_)) return SteadyVerdict::settled;
    return drift_ * previous_drift_ > 0.0 ? SteadyVerdict::growing : SteadyVerdict::oscillating;
  }
  bool settled() const { return verdict() == SteadyVerdict::settled; }
  /// Mean of the last full window.
  double mean() const { return pitches_ == 0 ? over_time_.mean() : mean_; }
  /// Its difference from the mean of the window before.
  double drift() const { return pitches_ == 0 ? over_time_.drift() : drift_; }
  /// Standard error of the mean; 0 over time.
  double error() const { return error_; }

 private:
  // 99.7 % of what does not drift is within; all values of all wheels must be at once.
  static constexpr double kErrors = 3.0;

  /// Mean, standard error and drift of a full window, which is then emptied.
  void close_window() {
    const double count = static_cast<double>(window_.size());
    double mean = 0.0, square = 0.0;
    for (const double value : window_) mean += value / count;
    for (const double value : window_) square += (value - mean) * (value - mean) / (count - 1.0);
    const double error = std::sqrt(square / count);
    previous_drift_ = drift_;
    drift_ = windows_ > 0 ? mean - mean_ : 0.0;
    both_ = std::sqrt(error * error + error_ * error_);
    mean_ = mean;
    error_ = error;
    ++windows_;
    window_.clear();
  }

  double tolerance_;
  std::size_t pitches_;
  SteadyState over_time_;
  std::vector<double> window_;  // means over its pitches so far
  int windows_ = 0;
  double mean_ = 0.0, error_ = 0.0, both_ = 0.0, drift_ = 0.0, previous_drift_ = 0.0;
};

}  // namespace grouser
