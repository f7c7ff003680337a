// SPDX-License-Identifier: BSD-3-Clause
// The shown span stays within the run and keeps its length when it is moved.
#include "desks/playback/time_axis.hpp"

#include <algorithm>

namespace grouser::desktop {

void TimeAxis::show(double duration, double time) {
  if (whole_.high != duration) {
    whole_ = {0.0, duration};
    shown_ = whole_;
  }
  // A play head that leaves the span is followed; after panning, a resting play head may be out of sight.
  const bool moved = time != last_time_;
  last_time_ = time;
  if (moved && is_zoomed() && (time < shown_.low || time > shown_.high)) {
    const double size = shown_.size();
    constexpr double kBefore = 0.1;  // part of the bar that is shown before the play head
    shown_ = {time - kBefore * size, time + (1.0 - kBefore) * size};
    keep_within();
  }
}

double TimeAxis::place(double time) const {
  return shown_.size() > 0.0 ? (time - shown_.low) / shown_.size() : 0.0;
}

void TimeAxis::zoom(double factor, double at) {
  constexpr double kLeast = 1e-3;  // of the whole run
  const double size = std::clamp(factor * shown_.size(), kLeast * whole_.size(), whole_.size());
  // The time `at` keeps its place on the bar.
  const double part = place(at);
  shown_ = {at - part * size, at + (1.0 - part) * size};
  keep_within();
}

void TimeAxis::pan(double part) {
  const double by = part * shown_.size();
  shown_ = {shown_.low + by, shown_.high + by};
  keep_within();
}

void TimeAxis::keep_within() {
  const double size = std::min(shown_.size(), whole_.size());
  const double low = std::clamp(shown_.low, whole_.low, whole_.high - size);
  shown_ = {low, low + size};
}

}  // namespace grouser::desktop
