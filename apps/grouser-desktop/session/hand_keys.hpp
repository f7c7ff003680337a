// SPDX-License-Identifier: BSD-3-Clause
// The keys and sticks that drive by hand.
#pragma once
#include <optional>

#include "hal/gamepad.hpp"
#include "hal/window.hpp"
#include "session/hand_work.hpp"

namespace grouser::desktop {

/// W A S D, Q E, Shift; nothing for any other key.
std::optional<HandKey> hand_key(int key);
/// While the hand drives, its keys are no shortcuts; one that is let go is let go whatever is in front. True:
/// it was one of them.
bool hold_hand_key(const KeyPress& key, HandWork& hand);
/// Triggers or the left stick: speed; left stick: steering; right stick: turn on the spot; shoulder: crab.
PadState hand_pad(const GamepadState& pad);

}  // namespace grouser::desktop
