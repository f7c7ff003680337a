// SPDX-License-Identifier: BSD-3-Clause
// Scale of the view: a bar of a round length, and the coordinates of lines of the metre grid.
#pragma once
#include "session/session.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// The greatest of 1, 2 and 5 times a power of ten that is at most this (> 0).
double round_length(double most);
/// The bar is right at the distance of what the camera looks at. Where the grid is shown, its lines have
/// numbers.
void scale_marks(const Ui& ui, const RunView& run, const PictureArea& picture);

}  // namespace grouser::desktop
