// SPDX-License-Identifier: BSD-3-Clause
// Decides whether a value has settled. Time is divided into windows of equal length; the value has settled
// when two windows in a row have nearly the same mean and the later one has nearly no trend (least-squares
// line). Means and trends are integrals over time (trapezoids between samples), so samples may come at
// changing steps. Motions that repeat within a window, such as the passing of grousers, average out; a window
// should hold several periods.
#pragma once
#include <cstdint>

namespace grouser {

struct SteadyTolerance {
  double window = 1.0;  ///< s, > 0
  double drift = 0.0;   ///< largest change of the mean from one window to the next, the value's unit
  double trend = 0.0;   ///< largest rise of the window's line over the window, the value's unit
};

enum class SteadyVerdict {
  settled,
  too_short,   ///< fewer than two windows are full
  growing,     ///< the mean keeps moving in one direction, or drift and trend agree: up or down
  oscillating  ///< it moves up and down
};
const char* to_string(SteadyVerdict);

class SteadyState {
 public:
  explicit SteadyState(const SteadyTolerance&);
  /// Times must increase. A step may be longer than a window.
  void add(double time, double value);

  SteadyVerdict verdict() const { return verdict_; }
  bool settled() const { return verdict_ == SteadyVerdict::settled; }
  /// Values of the last full window; 0 before there is one.
  double mean() const { return mean_; }
  double trend() const { return trend_; }          ///< rise over the window
  double amplitude() const { return amplitude_; }  ///< half of largest less smallest
  double drift() const { return drift_; }  ///< mean less that of the window before; 0 before there is one
  double end_time() const { return window_end_; }  ///< of the last full window, s
  std::int64_t windows() const { return windows_; }
  /// Time since which the verdict has been `settled` without interruption; NaN otherwise.
  double settled_since() const { return settled_since_; }

 private:
  void add_piece(double t0, double v0, double t1, double v1);
  void close_window();
  void start_window(double value);
  SteadyVerdict judge(double previous_drift) const;

  SteadyTolerance tolerance_;
  bool started_ = false;
  double time_ = 0.0, value_ = 0.0;  // last sample
  // running window: start, integrals of v and of (t - middle) v
  double origin_ = 0.0, area_ = 0.0, moment_ = 0.0;
  double lowest_ = 0.0, highest_ = 0.0;
  std::int64_t windows_ = 0;
  double mean_ = 0.0, trend_ = 0.0, amplitude_ = 0.0, drift_ = 0.0, window_end_ = 0.0;
  SteadyVerdict verdict_ = SteadyVerdict::too_short;
  double settled_since_;
};

}  // namespace grouser
