// SPDX-License-Identifier: BSD-3-Clause
// Aids that are drawn over the view: the ruler and the scale of force arrows.
#pragma once
#include "view/look/ruler.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The ruler's line on the ground, and its numbers in the upper left corner.
void ruler_marks(const Ui& ui, const RulerView& ruler, const PictureArea& picture);
/// The legend of the force arrows' length, right of and above this corner of the view. `newtons_per_metre`:
/// 0 if no arrow is drawn yet.
void force_legend(const Ui& ui, double newtons_per_metre, ImVec2 corner);

}  // namespace grouser::desktop
