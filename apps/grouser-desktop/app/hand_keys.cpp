// SPDX-License-Identifier: BSD-3-Clause
#include "app/hand_keys.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace grouser::desktop {

std::optional<HandKey> hand_key(int key) {
  switch (key) {
    case GLFW_KEY_W:
      return HandKey::forward;
    case GLFW_KEY_S:
      return HandKey::backward;
    case GLFW_KEY_A:
      return HandKey::left;
    case GLFW_KEY_D:
      return HandKey::right;
    case GLFW_KEY_Q:
      return HandKey::turn_left;
    case GLFW_KEY_E:
      return HandKey::turn_right;
    case GLFW_KEY_LEFT_SHIFT:
    case GLFW_KEY_RIGHT_SHIFT:
      return HandKey::crab;
    default:
      return std::nullopt;
  }
}

bool hold_hand_key(const KeyPress& key, HandDesk& hand) {
  const std::optional<HandKey> held = hand.on() ? hand_key(key.key) : std::nullopt;
  if (!held || (key.control && !key.released)) return false;
  hand.hold(*held, !key.released);
  return true;
}

PadState hand_pad(const GamepadState& pad) {
  return {.speed = pad.triggers != 0.0 ? pad.triggers : pad.left_y,
          .steer = pad.left_x,
          .turn = pad.right_x,
          .crab = pad.shoulder};
}

}  // namespace grouser::desktop
