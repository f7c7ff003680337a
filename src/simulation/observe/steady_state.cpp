// SPDX-License-Identifier: BSD-3-Clause
// Splits a series into windows of equal length and compares their means and slopes. Values between samples
// are linear, so the integrals over a window are exact for any step.
#include "grouser/simulation/observe/steady_state.hpp"

#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"

namespace grouser {

const char* to_string(SteadyVerdict verdict) {
  switch (verdict) {
    case SteadyVerdict::settled:
      return "settled";
    case SteadyVerdict::too_short:
      return "too_short";
    case SteadyVerdict::growing:
      return "growing";
    case SteadyVerdict::oscillating:
      return "oscillating";
  }
  return "";
}

SteadyState::SteadyState(const SteadyTolerance& tolerance)
    : tolerance_(tolerance), settled_since_(std::numeric_limits<double>::quiet_NaN()) {
  GROUSER_ASSERT(tolerance.window > 0.0);
}

void SteadyState::start_window(double value) {
  area_ = moment_ = 0.0;
  lowest_ = highest_ = value;
}

// Adds the integrals of a straight piece of the value over [t0, t1], s; exact, the moment by Simpson's rule.
void SteadyState::add_piece(double t0, double v0, double t1, double v1) {
  const double middle = origin_ + (static_cast<double>(windows_) + 0.5) * tolerance_.window;
  const double vm = 0.5 * (v0 + v1), tm = 0.5 * (t0 + t1), length = t1 - t0;
  area_ += vm * length;
  moment_ += length / 6.0 * (v0 * (t0 - middle) + 4.0 * vm * (tm - middle) + v1 * (t1 - middle));
  lowest_ = std::fmin(lowest_, v1);
  highest_ = std::fmax(highest_, v1);
}

// A sample may close several windows; the value at each border is interpolated.
void SteadyState::add(double time, double value) {
  if (!started_) {
    started_ = true;
    origin_ = window_end_ = time;
    start_window(value);
  } else {
    GROUSER_ASSERT(time > time_);
    double t = time_, v = value_;
    for (double end = origin_ + static_cast<double>(windows_ + 1) * tolerance_.window; end <= time;
         end = origin_ + static_cast<double>(windows_ + 1) * tolerance_.window) {
      const double at_end = v + (value - v) * (end - t) / (time - t);
      add_piece(t, v, end, at_end);
      t = end;
      v = at_end;
      close_window();
      start_window(v);
    }
    if (t < time) add_piece(t, v, time, value);
  }
  time_ = time;
  value_ = value;
}

// Least-squares line of a continuous value over a window W: its slope is 12 / W^3 times the moment about the
// middle, and the trend is that slope over the whole window, in the value's unit.
void SteadyState::close_window() {
  const double w = tolerance_.window, mean = area_ / w, previous_drift = drift_;
  drift_ = windows_ > 0 ? mean - mean_ : 0.0;
  mean_ = mean;
  trend_ = 12.0 * moment_ / (w * w);
  amplitude_ = 0.5 * (highest_ - lowest_);
  ++windows_;
  window_end_ = origin_ + static_cast<double>(windows_) * w;
  const bool was_settled = settled();
  // The first window has no mean before it.
  verdict_ = windows_ < 2 ? SteadyVerdict::too_short : judge(previous_drift);
  if (!settled())
    settled_since_ = std::numeric_limits<double>::quiet_NaN();
  else if (!was_settled)
    settled_since_ = window_end_;
}

SteadyVerdict SteadyState::judge(double previous_drift) const {
  const bool drifts = std::fabs(drift_) > tolerance_.drift, leans = std::fabs(trend_) > tolerance_.trend;
  if (!drifts && !leans) return SteadyVerdict::settled;
  // One direction: the mean moves as it did before and as the window slopes.
  const bool one_way = drift_ * trend_ > 0.0 && drift_ * previous_drift >= 0.0;
  return one_way ? SteadyVerdict::growing : SteadyVerdict::oscillating;
}

}  // namespace grouser
