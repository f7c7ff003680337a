// SPDX-License-Identifier: BSD-3-Clause
// On what a walker or lander stands, over the view: its feet in touch with their polygon; of a walker and of
// a robot on two feet also the centre of mass, where it is to be, and where the feet press.
#pragma once
#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Nothing in a scene without pads.
void stance_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
