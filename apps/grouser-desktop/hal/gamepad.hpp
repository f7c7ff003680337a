// SPDX-License-Identifier: BSD-3-Clause
// The gamepad, if there is one: GLFW's mapping of sticks and triggers. It is polled, because GLFW reports no
// changes.
#pragma once

namespace grouser::desktop {

/// Axes from -1 to 1 without the play about their middle; forward and left positive.
struct GamepadState {
  bool present = false;
  double left_x = 0.0, right_x = 0.0;  ///< of the sticks
  double left_y = 0.0;                 ///< of the left stick
  double triggers = 0.0;               ///< the right one less the left one
  bool shoulder = false;               ///< either shoulder button
};

/// The state of the first gamepad. Must be called between two polls of the window.
GamepadState read_gamepad();

}  // namespace grouser::desktop
