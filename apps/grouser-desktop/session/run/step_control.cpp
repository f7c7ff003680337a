// SPDX-License-Identifier: BSD-3-Clause
// Simulated time is compared with wall time since an anchor, both scaled by the speed, so that errors of
// single waits do not add up. A run that falls behind by more than kMostBehind moves its anchor. The
// measured speed is the slope over the last kMeasureWindow.
#include "session/run/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {

const char* to_string(RunState state) {
  switch (state) {
    case RunState::paused:
      return "paused";
    case RunState::playing:
      return "running";
    case RunState::finished:
      return "finished";
    case RunState::failed:
      return "failed";
  }
  return "";
}

/// Counts simulated time from this moment of the wall clock.
void StepControl::restart_count(double now) {
  anchor_ = now;
  taken_ = 0.0;
}

void StepControl::play(double now) {
  if (state_ != RunState::paused) return;
  state_ = RunState::playing;
  restart_count(now);
  samples_.assign(1, {now, total_});
}

void StepControl::pause() {
  if (state_ == RunState::playing) state_ = RunState::paused;
}

void StepControl::single_step() {
  if (state_ == RunState::finished || state_ == RunState::failed) return;
  state_ = RunState::paused;
  single_ = true;
}

void StepControl::set_speed(double speed, double now) {
  const double waited = position(now) - total_;  // of the next step: not waited for again
  restart_count(now);
  taken_ = -waited;
  speed_ = speed;
}

void StepControl::finish() {
  state_ = RunState::finished;
  single_ = false;
}

void StepControl::fail() {
  state_ = RunState::failed;
  single_ = false;
}

void StepControl::reset() {
  state_ = RunState::paused;
  single_ = false;
  total_ = next_step_ = 0.0;
  samples_.clear();
}

bool StepControl::step_due(double now, double next_step) {
  constexpr double kRounding = 1e-9;  // of a step
  next_step_ = next_step;
  if (single_) return true;
  if (state_ != RunState::playing) return false;
  const double late = now - anchor_ - (taken_ + next_step) / speed_;  // since the step was due
  if (late > kMostBehind) anchor_ += late - kMostBehind;
  return (now - anchor_) * speed_ >= taken_ + (1.0 - kRounding) * next_step;
}

void StepControl::stepped(double step, double now) {
  taken_ += step;
  total_ += step;
  single_ = false;
  // One sample per hundredth of the window is enough: a run as fast as it can takes hundreds of steps in
  // that time.
  const auto slot = [](double time) { return std::floor(time / (0.01 * kMeasureWindow)); };
  const Sample sample{now, position(now)};
  if (samples_.size() > 1 && slot(samples_.back().now) == slot(now))
    samples_.back() = sample;
  else
    samples_.push_back(sample);
  while (samples_.size() > 2 && samples_[1].now <= now - kMeasureWindow) samples_.pop_front();
}

double StepControl::position(double now) const {
  if (state_ != RunState::playing) return total_;
  return total_ + std::clamp((now - anchor_) * speed_ - taken_, 0.0, next_step_);
}

double StepControl::measured_speed(double now) const {
  if (state_ != RunState::playing || samples_.empty()) return 0.0;
  const double elapsed = now - samples_.front().now;
  return elapsed > 0.0 ? (position(now) - samples_.front().position) / elapsed : 0.0;
}

}  // namespace grouser::desktop
