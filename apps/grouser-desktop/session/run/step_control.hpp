// SPDX-License-Identifier: BSD-3-Clause
// Decides whether a live run takes a step now. Without a clock, a thread or a user interface: every call that
// needs the time is given it, so the same object runs in the worker and in its tests. Steps may be of any
// length, each another: what is kept is simulated time against wall time.
#pragma once
#include <deque>

namespace grouser::desktop {

enum class RunState { paused, playing, finished, failed };
const char* to_string(RunState);

class StepControl {
 public:
  void play(double now);
  void pause();
  /// One step, whether paused or playing; afterwards paused.
  void single_step();
  /// Simulated seconds a second, > 0. Does not start or stop anything.
  void set_speed(double speed, double now);
  /// The run is over, or broke.
  void finish();
  void fail();
  /// Back to the start, paused.
  void reset();

  RunState state() const { return state_; }
  double speed() const { return speed_; }

  /// Whether a step of `next_step` seconds is to be taken: once the wall clock has reached its end. Time that
  /// could not be kept up with for longer than kMostBehind is dropped: the run is slower than asked for,
  /// instead of ever further behind.
  bool step_due(double now, double next_step);
  /// Seconds of the wall clock until a step of the length asked for last is due; below 0: it is late. Of a
  /// run that plays.
  double due_in(double now) const { return anchor_ - now + (taken_ + next_step_) / speed_; }
  /// Reports a step taken, of `step` simulated seconds.
  void stepped(double step, double now);
  /// Simulated seconds a second over the last half second, or over the last step if that takes longer; 0
  /// while nothing moves.
  double measured_speed(double now) const;

  static constexpr double kMostBehind = 0.10;    ///< s of wall time
  static constexpr double kMeasureWindow = 0.5;  ///< s of wall time

 private:
  void restart_count(double now);
  /// Simulated time at `now`, counted on into the step that is waited for.
  double position(double now) const;
  double speed_ = 1.0;
  RunState state_ = RunState::paused;
  bool single_ = false;
  double anchor_ = 0.0;     // wall time from which simulated time is counted
  double taken_ = 0.0;      // s simulated since the anchor
  double next_step_ = 0.0;  // s, the last argument of step_due()
  struct Sample {
    double now, position;
  };
  double total_ = 0.0;  // s simulated
  std::deque<Sample> samples_;
};

}  // namespace grouser::desktop
