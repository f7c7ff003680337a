// SPDX-License-Identifier: BSD-3-Clause
// The play head. Playing on from an end begins again at the other one. A loop is run through modulo its
// length; without one, time stops at the ends.
#include "session/playback.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {

double next_speed(double speed, int direction) {
  constexpr double kNear = 1e-3;  // of a speed: the same
  if (direction > 0) {
    for (const double s : kPlaySpeeds)
      if (s > (1.0 + kNear) * speed) return s;
    return kPlaySpeeds.back();
  }
  for (auto s = kPlaySpeeds.rbegin(); s != kPlaySpeeds.rend(); ++s)
    if (*s < (1.0 - kNear) * speed) return *s;
  return kPlaySpeeds.front();
}

void Playback::play_from(bool backward) {
  backward_ = backward;
  playing_ = true;
  if (backward ? time_ <= begin_ : at_end()) time_ = backward ? end_ : begin_;
}

void Playback::play() { play_from(false); }

void Playback::shuttle(int direction) {
  const bool backward = direction < 0;
  if (playing_) speed_ = backward == backward_ ? next_speed(speed_, +1) : 1.0;
  play_from(backward);
}

void Playback::seek(double time) { time_ = std::clamp(time, begin_, end_); }

void Playback::set_loop_begin() {
  loop_begin_ = time_;
  if (loop_end_ && *loop_end_ <= time_) loop_end_.reset();
}

void Playback::set_loop_end() {
  loop_end_ = time_;
  if (loop_begin_ && *loop_begin_ >= time_) loop_begin_.reset();
}

void Playback::advance(double elapsed) {
  if (!playing_) return;
  time_ += (backward_ ? -elapsed : elapsed) * speed_;
  if (loop_begin_ && loop_end_) {
    const double a = *loop_begin_, length = *loop_end_ - a;
    if (time_ < a || time_ > *loop_end_) time_ = a + (time_ - a) - length * std::floor((time_ - a) / length);
    return;
  }
  // Without a loop playing stops at the end.
  if (backward_ ? time_ <= begin_ : time_ >= end_) playing_ = false;
  time_ = std::clamp(time_, begin_, end_);
}

}  // namespace grouser::desktop
