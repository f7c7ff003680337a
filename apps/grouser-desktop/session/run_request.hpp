// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to the open run: its playing, the moment that is shown, the driver.
#pragma once

namespace grouser::desktop {

struct RunRequest {
  enum class Kind {
    play_pause,
    pause,
    single_step,
    step_back,
    reset,
    again,   ///< from its start, playing; a live run is simulated again
    replay,  ///< from its start, playing, what is there
    faster,
    slower,
    set_speed,  ///< speed
    seek,       ///< time
    to_end,
    next_event,
    previous_event,
    shuttle_back,
    shuttle_forward,
    loop_begin,
    loop_end,
    loop_clear,
    toggle_hand,
    hand_faster,  ///< more of the top speed by hand
    hand_slower,
    hand_stick,  ///< ahead, left
  };
  Kind kind = Kind::play_pause;
  double speed = 1.0;              ///< simulated seconds a second
  double time = 0.0;               ///< s
  double ahead = 0.0, left = 0.0;  ///< of the stick, -1 to 1
};

}  // namespace grouser::desktop
