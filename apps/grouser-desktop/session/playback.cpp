#include "session/playback.hpp"

#include <algorithm>

namespace grouser::desktop {

void Playback::play() {
  if (at_end()) time_ = begin_;
  playing_ = true;
}

void Playback::seek(double time) { time_ = std::clamp(time, begin_, end_); }

void Playback::advance(double elapsed) {
  if (!playing_) return;
  time_ = std::min(end_, time_ + elapsed * speed_);
  if (at_end()) playing_ = false;
}

}  // namespace grouser::desktop
