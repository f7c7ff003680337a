// SPDX-License-Identifier: BSD-3-Clause
// Support of a walker or lander, over the view: its feet in touch with their polygon; for a walker and a
// robot on two feet also the centre of mass, its target, and the centre of pressure.
#pragma once
#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Nothing in a scene without pads.
void stance_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
