// SPDX-License-Identifier: BSD-3-Clause
// Marks over the view of the places where meshes in hard contact stick and slide.
#pragma once
#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Draws a dot at each polygon that sticks, and at each that slides a bright dot with a line towards its
/// spring's anchor.
void anchor_marks(const Ui& ui, const RunView& run, const PictureArea& picture);
/// Draws the meaning and number of the marks in one line that begins at `at`; dim if the marks are not known.
void anchor_legend(const Ui& ui, const RunView& run, ImVec2 at);

}  // namespace grouser::desktop
