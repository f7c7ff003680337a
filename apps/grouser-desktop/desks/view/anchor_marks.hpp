// SPDX-License-Identifier: BSD-3-Clause
// Where meshes in hard contact stick and where they slide, over the view.
#pragma once
#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// A dot where a polygon sticks; where it slides a bright one with a line from where its spring holds.
void anchor_marks(const Ui& ui, const RunView& run, const PictureArea& picture);
/// What they mean and how many there are, in one line with its left end there; dim where they are not known.
void anchor_legend(const Ui& ui, const RunView& run, ImVec2 at);

}  // namespace grouser::desktop
