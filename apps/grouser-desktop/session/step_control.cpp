#include "session/step_control.hpp"

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

StepControl::StepControl(double step) : step_(step) {}

void StepControl::restart_count(double now) {
  anchor_ = now;
  taken_ = 0;
}

void StepControl::play(double now) {
  if (state_ != RunState::paused) return;
  state_ = RunState::playing;
  samples_.assign(1, {now, total_});
  restart_count(now);
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
  speed_ = speed;
  restart_count(now);
}

void StepControl::finish() { state_ = RunState::finished; }
void StepControl::fail() { state_ = RunState::failed; }

void StepControl::reset() {
  state_ = RunState::paused;
  single_ = false;
  total_ = 0;
  samples_.clear();
}

std::int64_t StepControl::steps_due(double now) {
  if (single_) return 1;
  if (state_ != RunState::playing) return 0;
  const double per_second = speed_ / step_;
  const double behind = now - anchor_ - static_cast<double>(taken_) / per_second;
  if (behind > kMostBehind) {
    anchor_ += behind - kMostBehind;
  }
  const double due = std::floor((now - anchor_) * per_second + 1e-9) - static_cast<double>(taken_);
  return static_cast<std::int64_t>(std::max(0.0, due));
}

void StepControl::stepped(std::int64_t count, double now) {
  taken_ += count;
  total_ += count;
  if (count > 0) single_ = false;
  samples_.push_back({now, total_});
  while (samples_.size() > 2 && samples_[1].now <= now - kMeasureWindow) samples_.pop_front();
}

double StepControl::measured_speed(double now) const {
  if (state_ != RunState::playing || samples_.empty()) return 0.0;
  const double elapsed = now - samples_.front().now;
  if (elapsed <= 0.0) return 0.0;
  return static_cast<double>(total_ - samples_.front().total) * step_ / elapsed;
}

}  // namespace grouser::desktop
