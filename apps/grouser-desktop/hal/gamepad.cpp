// SPDX-License-Identifier: BSD-3-Clause
// Reads the first gamepad that GLFW has a mapping for. GLFW's axes point right and down; ours point left
// and forward, so both are reversed.
#include "hal/gamepad.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kPlay = 0.15;  // of an axis, about its middle

/// An axis from -1 to 1, which is 0 within the play and continuous at its edge.
double without_play(float axis) {
  const double size = std::fabs(static_cast<double>(axis));
  return size <= kPlay ? 0.0 : std::copysign((size - kPlay) / (1.0 - kPlay), static_cast<double>(axis));
}

/// Travel of a trigger, 0 to 1; GLFW reports -1 at rest.
double pulled(float axis) { return 0.5 * (static_cast<double>(axis) + 1.0); }

}  // namespace

GamepadState read_gamepad() {
  for (int id = GLFW_JOYSTICK_1; id <= GLFW_JOYSTICK_LAST; ++id) {
    GLFWgamepadstate pad;
    if (!glfwJoystickIsGamepad(id) || !glfwGetGamepadState(id, &pad)) continue;
    GamepadState state;
    state.present = true;
    state.left_x = -without_play(pad.axes[GLFW_GAMEPAD_AXIS_LEFT_X]);
    state.right_x = -without_play(pad.axes[GLFW_GAMEPAD_AXIS_RIGHT_X]);
    state.left_y = -without_play(pad.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]);
    state.triggers =
        pulled(pad.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER]) - pulled(pad.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER]);
    state.shoulder = pad.buttons[GLFW_GAMEPAD_BUTTON_LEFT_BUMPER] == GLFW_PRESS ||
                     pad.buttons[GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER] == GLFW_PRESS;
    return state;
  }
  return {};
}

}  // namespace grouser::desktop
