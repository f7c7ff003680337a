// SPDX-License-Identifier: BSD-3-Clause
// Keys and sticks of driving by hand, as commands of its axes.
#include "session/hand_keys.hpp"

#include "hal/keys.hpp"

namespace grouser::desktop {

std::optional<HandKey> hand_key(int key) {
  switch (key) {
    case Keys::kW:
      return HandKey::forward;
    case Keys::kS:
      return HandKey::backward;
    case Keys::kA:
      return HandKey::left;
    case Keys::kD:
      return HandKey::right;
    case Keys::kQ:
      return HandKey::turn_left;
    case Keys::kE:
      return HandKey::turn_right;
    case Keys::kLeftShift:
    case Keys::kRightShift:
      return HandKey::crab;
    default:
      return std::nullopt;
  }
}

bool hold_hand_key(const KeyPress& key, HandWork& hand) {
  const std::optional<HandKey> held = hand.on() ? hand_key(key.key) : std::nullopt;
  if (!held || (key.control && !key.released)) return false;
  hand.hold(*held, !key.released);
  return true;
}

/// Triggers that are pulled count before the left stick.
PadState hand_pad(const GamepadState& pad) {
  return {.speed = pad.triggers != 0.0 ? pad.triggers : pad.left_y,
          .steer = pad.left_x,
          .turn = pad.right_x,
          .crab = pad.shoulder};
}

}  // namespace grouser::desktop
