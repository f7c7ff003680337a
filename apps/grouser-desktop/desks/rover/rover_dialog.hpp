// SPDX-License-Identifier: BSD-3-Clause
// The dialog that shows what was taken from a rover of another program, and takes what the file does not say.
#pragma once
#include "desks/rover/rover_form.hpp"
#include "session/request.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

void rover_dialog(const Ui& ui, RoverForm& form, Requests& requests);

}  // namespace grouser::desktop
