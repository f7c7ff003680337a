// SPDX-License-Identifier: BSD-3-Clause
// The panels of the paint desk.
#pragma once
#include <array>

#include "desks/paint/paint_work.hpp"
#include "session/request.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Entries of the panel.
struct PaintForm {
  std::array<double, 2> slopes{20.0, 90.0};  ///< deg, between which cells are filled
};

/// Tools, classes and their soils.
void paint_panel(const Ui& ui, const PaintView& paint, PaintForm& form, Requests& requests);
/// Takes the mouse over the view while soils are painted; u, v: pointer in the picture.
void paint_mouse(const PaintView& paint, double u, double v, bool hovered, Requests& requests);
/// The brush's circle on the ground, and the points of a line or polygon.
void paint_marks(const Ui& ui, const PaintView& paint, const PictureArea& picture);
}  // namespace grouser::desktop
