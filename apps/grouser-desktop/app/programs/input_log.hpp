// SPDX-License-Identifier: BSD-3-Clause
// A record of input as text: JSON lines, the first one the head, the last one the count (docs/desktop.md).
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hal/input_event.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// State of the window when recording began; the positions of its controls depend on it.
struct InputHead {
  int width = 0, height = 0;  ///< pixels
  float scale = 1.0f;         ///< of text and controls
  KeptState kept = {};        ///< panels, switches and recent files
};

struct InputLog {
  InputHead head;
  std::vector<InputEvent> events;  ///< in order of time
};

std::string input_log_text(const InputLog& log);
/// Errors give `name`. Throws InputError with the line of a record that is unknown, cut short or out of
/// range.
InputLog parse_input_log(std::string_view text, const std::string& name);
/// Throws InputError as parse_input_log(), or if it cannot be read.
InputLog read_input_log(const std::filesystem::path& path);

}  // namespace grouser::desktop
