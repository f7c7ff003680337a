// SPDX-License-Identifier: BSD-3-Clause
// Decides which events one frame may see together. Moves and turns of the wheel join each other; a key
// joins the text that it made and its own repetitions.
#include "hal/input_queue.hpp"

#include <utility>

namespace grouser::desktop {
namespace {

/// Whether an event moves the pointer or turns the wheel.
bool points(const InputEvent& event) {
  return event.kind == InputKind::move || event.kind == InputKind::wheel;
}

/// Whether `next` may come with events of which `first` is the first.
bool joins(const InputEvent& first, const InputEvent& next) {
  if (points(first)) return points(next);
  if (next.kind == InputKind::text) return first.kind == InputKind::key || first.kind == InputKind::text;
  const bool same_key =
      first.kind == InputKind::key && next.kind == InputKind::key && first.code == next.code;
  return same_key && first.down && next.down;
}

}  // namespace

std::vector<InputEvent> InputQueue::take() {
  std::vector<InputEvent> taken;
  while (!events_.empty() && (taken.empty() || joins(taken.front(), events_.front()))) {
    taken.push_back(std::move(events_.front()));
    events_.pop_front();
  }
  return taken;
}

}  // namespace grouser::desktop
