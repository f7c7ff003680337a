// SPDX-License-Identifier: BSD-3-Clause
// Hands what a person did to ImGui and to the program, in the window and where a record of it is played.
#pragma once
#include "app/app.hpp"
#include "hal/input_event.hpp"

namespace grouser::desktop {

/// Tells ImGui and the program of it, but for another size. Both act on it in their next frame.
void feed(const InputEvent& event, App& app);

}  // namespace grouser::desktop
