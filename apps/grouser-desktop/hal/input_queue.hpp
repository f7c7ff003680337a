// SPDX-License-Identifier: BSD-3-Clause
// Input of the window that the program has not yet taken, in the order in which it came.
#pragma once
#include <cstddef>
#include <deque>
#include <vector>

#include "hal/input_event.hpp"

namespace grouser::desktop {

class InputQueue {
 public:
  void add(InputEvent event) { events_.push_back(std::move(event)); }
  bool empty() const { return events_.empty(); }
  std::size_t size() const { return events_.size(); }
  /// The next events that one frame of the user interface may see together: moves of the pointer and turns of
  /// the wheel, or one press or release, so that a press is seen however soon its release follows. A key that
  /// repeats comes as often as it did, with the text that it made. Empty if there is none.
  std::vector<InputEvent> take();

 private:
  std::deque<InputEvent> events_;
};

}  // namespace grouser::desktop
