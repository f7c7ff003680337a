// SPDX-License-Identifier: BSD-3-Clause
// Gives out the events of one picture. Moves of the pointer come together; a press, release or turn of the
// wheel comes alone, with the text that it made, after the moves before it. Recorded time advances by at
// most 1/30 s a picture, and not while an event waits for the program.
#include "app/programs/input_player.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace grouser::desktop {

std::vector<InputEvent> InputPlayer::take(const PlayedProgram& program, double passed) {
  constexpr double kLongest = 1.0 / 30.0;  // s: a slow picture must not bring several presses at once
  std::vector<InputEvent> events;
  // Time passes either in the record or in the wait for the program.
  if (wait_ == Wait::none)
    time_ += std::min(passed, kLongest);
  else
    waited_ += passed;
  wait_ = Wait::none;
  bool moved = false, pressed = false;
  for (; !over() && log_.events[next_].time <= time_; ++next_) {
    const InputEvent& event = log_.events[next_];
    // A move after a press belongs to the next picture.
    if (event.kind == InputKind::move) {
      if (pressed) break;
      moved = true;
    } else if (event.kind != InputKind::text) {
      // A press waits until the program is as idle, and its run as far, as when it was recorded.
      if (pressed || moved) break;
      if (program.busy && !event.busy) wait_ = Wait::work;
      if (program.playing && program.step < event.step) wait_ = Wait::step;
      if (wait_ != Wait::none) break;
      pressed = true;
      waited_ = 0.0;
    }
    events.push_back(event);
  }
  return events;
}

std::int64_t InputPlayer::next_step() const {
  const auto found = std::find_if(log_.events.begin() + static_cast<std::ptrdiff_t>(next_), log_.events.end(),
                                  [](const InputEvent& event) { return event.step > 0; });
  return found == log_.events.end() ? 0 : found->step;
}

std::string InputPlayer::waiting() const {
  if (wait_ == Wait::none) return "";
  const InputEvent& event = log_.events[next_];
  const std::string what =
      wait_ == Wait::work ? "the program to be at rest" : fmt::format("step {} of the run", event.step);
  return fmt::format("event {} (at {:.3f} s) waits for {}", next_ + 1, event.time, what);
}

}  // namespace grouser::desktop
