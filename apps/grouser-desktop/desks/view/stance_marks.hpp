// SPDX-License-Identifier: BSD-3-Clause
// On what a walker or lander stands, over the view: its feet in touch with their polygon; of a walker and of a robot on
// two feet also the centre of mass, where it is to be, and where the feet press.
#pragma once
#include "desks/paint/paint_panel.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// Legs of a scene that walks: NAME of its channels "leg/NAME/phase". Empty where nothing walks.
std::vector<std::string> leg_names(const Scene& scene);
/// Nothing in a scene without pads.
void stance_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
