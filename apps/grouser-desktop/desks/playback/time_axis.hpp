// SPDX-License-Identifier: BSD-3-Clause
// The part of a run that the time line shows: all of it, or what was zoomed to. Knows no ImGui.
#pragma once
#include "widgets/plot_view.hpp"

namespace grouser::desktop {

class TimeAxis {
 public:
  /// Must be called once per picture. `duration`: length of the run, s; if it is another run, all of it is
  /// shown. While the run plays, `time` stays in sight.
  void show(double duration, double time);
  const Range& shown() const { return shown_; }
  bool is_zoomed() const { return shown_.size() < whole_.size(); }
  /// Place of a time on a bar that is 1 long, within it or beyond.
  double place(double time) const;
  double time_at(double place) const { return shown_.low + place * shown_.size(); }

  /// `factor` < 1: a shorter part, in which `at` (s) keeps its place; no shorter than a thousandth of the
  /// run.
  void zoom(double factor, double at);
  /// Moves the axis by this share of the shown span.
  void pan(double part);
  void show_all() { shown_ = whole_; }

 private:
  void keep_within();
  Range whole_, shown_;
  double last_time_ = 0.0;  // s
};

}  // namespace grouser::desktop
