// SPDX-License-Identifier: BSD-3-Clause
// Adds to each event the state of the program in which it came: busy or at rest, and the step of a live
// run. The player waits for the same state.
#include "app/programs/input_recorder.hpp"

#include <algorithm>

#include "grouser/base/atomic_file.hpp"

namespace grouser::desktop {

std::int64_t step_of_live_run(const RunView& run) {
  const bool live =
      run.mode == SessionMode::live && !run.ended && run.state == RunState::playing && run.frame;
  return live ? run.frame->step : 0;
}

void InputRecorder::add(std::vector<InputEvent> events, const App& app) {
  if (path_.empty() || events.empty()) return;
  const bool busy = app.activity().busy;
  const std::int64_t step = step_of_live_run(app.run());
  for (InputEvent& event : events) {
    event.time = std::max(0.0, event.time - begun_);
    event.busy = busy;
    event.step = step;
    log_.events.push_back(std::move(event));
  }
}

void InputRecorder::write() const {
  if (!path_.empty()) write_file_atomically(path_, input_log_text(log_));
}

}  // namespace grouser::desktop
