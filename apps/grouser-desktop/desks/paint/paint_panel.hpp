// SPDX-License-Identifier: BSD-3-Clause
// The panels of the paint desk.
#pragma once
#include "desks/paint/paint_desk.hpp"
#include "session/request.hpp"
#include "view/camera/camera.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Where a picture is on the screen, and what it was taken with.
struct PictureArea {
  ImVec2 low, size;
  const Camera* camera = nullptr;
  const Terrain* terrain = nullptr;
};

/// The point on the screen where a point of the world is drawn; nothing behind the camera.
std::optional<ImVec2> point_on_screen(const PictureArea& picture, const Vec3& p);
/// That of a point of the ground; nothing outside it.
std::optional<ImVec2> ground_on_screen(const PictureArea& picture, const Vec2& p);

/// Tools, classes and their soils.
void paint_panel(const Ui& ui, const PaintView& paint, Requests& requests);
/// What the mouse does over the view while soils are painted; u, v: pointer in the picture.
void paint_mouse(const PaintView& paint, double u, double v, bool hovered, Requests& requests);
/// The brush's circle on the ground, and the points of a line or polygon.
void paint_marks(const Ui& ui, const PaintView& paint, const PictureArea& picture);
}  // namespace grouser::desktop
