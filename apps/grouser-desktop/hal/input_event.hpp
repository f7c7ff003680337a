// SPDX-License-Identifier: BSD-3-Clause
// Input of a person at the window, as it is recorded and played back.
#pragma once
#include <cstdint>
#include <string>

namespace grouser::desktop {

/// Coordinates of a pointer that has left the window, pixels.
inline constexpr double kAway = -1e5;

enum class InputKind { move, button, wheel, key, text, size, drop };

struct InputEvent {
  InputKind kind = InputKind::move;
  double time = 0.0;  ///< s, of Window::now() or since recording began
  double x = 0.0,
         y = 0.0;  ///< pointer (pixels from the upper left corner), turns of the wheel, or a size in pixels
  int code = 0;    ///< button (0 left, 1 right, 2 middle), GLFW_KEY_... or Unicode character
  bool down = false;                    ///< pressed (or, of a key, repeated); else let go
  bool control = false, shift = false;  ///< of a key
  std::string path = {};                ///< of a file that was dropped
  bool busy = false;                    ///< the program was at work (loading, cleaning, ...) when it came
  std::int64_t step = 0;                ///< of a live run that was playing then; else 0
};

}  // namespace grouser::desktop
