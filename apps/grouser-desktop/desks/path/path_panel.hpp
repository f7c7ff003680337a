// SPDX-License-Identifier: BSD-3-Clause
// The panels of the path desk.
#pragma once
#include "desks/path/path_work.hpp"
#include "session/request.hpp"
#include "view/picture_area.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Numbers, profile and waypoints of the path.
void path_panel(const Ui& ui, const PathView& path, Requests& requests);
/// Handles the mouse over the view while a path is drawn. u, v: pointer in the picture; `pressed`: the left
/// button went down now. Returns true if the pointer holds a waypoint, so that the camera keeps still.
bool path_mouse(const Ui& ui, const PathView& path, const PictureArea& picture, const Vec2& pointer,
                bool hovered, bool pressed, Requests& requests);
/// The path on the ground by its slip, its waypoints, and what the colours mean.
void path_marks(const Ui& ui, const PathView& path, const PictureArea& picture);
}  // namespace grouser::desktop
