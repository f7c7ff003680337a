// Decides how many steps a live run takes now. Without a clock, a thread or a user interface: every call that
// needs the time is given it, so the same object runs in the worker and in its tests.
#pragma once
#include <cstdint>
#include <deque>

namespace grouser::desktop {

enum class RunState { paused, playing, finished, failed };
const char* to_string(RunState);

class StepControl {
 public:
  explicit StepControl(double step);  ///< simulated seconds a step, > 0

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

  /// Steps to take so that the simulation keeps its speed. Time that could not be kept up with for longer
  /// than kMostBehind is dropped: the run is slower than asked for, instead of ever further behind.
  std::int64_t steps_due(double now);
  /// Reports steps taken.
  void stepped(std::int64_t count, double now);
  /// Simulated seconds a second over the last half second; 0 while nothing moves.
  double measured_speed(double now) const;

  static constexpr double kMostBehind = 0.10;    ///< s of wall time
  static constexpr double kMeasureWindow = 0.5;  ///< s of wall time

 private:
  void restart_count(double now);
  double step_;
  double speed_ = 1.0;
  RunState state_ = RunState::paused;
  bool single_ = false;
  double anchor_ = 0.0;     // wall time from which steps are counted
  std::int64_t taken_ = 0;  // since the anchor
  struct Sample {
    double now;
    std::int64_t total;
  };
  std::int64_t total_ = 0;
  std::deque<Sample> samples_;
};

}  // namespace grouser::desktop
