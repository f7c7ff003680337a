// SPDX-License-Identifier: BSD-3-Clause
// Records the input of a person at the window, and writes it when the window is closed.
#pragma once
#include <string>

#include "app/app.hpp"
#include "app/programs/input_log.hpp"

namespace grouser::desktop {

class InputRecorder {
 public:
  /// `path`: the file, or "" to record nothing. `begun`: s of Window::now(), from which the record's times
  /// count.
  InputRecorder(std::string path, InputHead head, double begun) : path_(std::move(path)), begun_(begun) {
    log_.head = std::move(head);
  }

  /// Records events with the program's state at that moment. Must be called before the app handles them.
  void add(std::vector<InputEvent> events, const App& app);
  /// Throws as write_file_atomically().
  void write() const;

 private:
  std::string path_;
  double begun_;
  InputLog log_;
};

/// The step of a live run that plays now; else 0.
std::int64_t step_of_live_run(const RunView& run);

}  // namespace grouser::desktop
