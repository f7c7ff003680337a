// SPDX-License-Identifier: BSD-3-Clause
// The picture of the scene within the window: from places in the world to places on the screen.
#pragma once
#include <imgui.h>

#include <optional>

#include "grouser/terrain/surface/terrain.hpp"
#include "session/document/placing.hpp"
#include "view/camera/camera.hpp"

namespace grouser::desktop {

/// Place of a picture on the screen, and the camera and ground that it shows.
struct PictureArea {
  ImVec2 low, size;
  const Camera* camera = nullptr;
  const Terrain* terrain = nullptr;
  ImVec2 high() const { return {low.x + size.x, low.y + size.y}; }
};

/// The point on the screen where a point of the world is drawn; nothing behind the camera.
std::optional<ImVec2> point_on_screen(const PictureArea& picture, const Vec3& p);
/// That of a point of the ground; nothing outside it.
std::optional<ImVec2> ground_on_screen(const PictureArea& picture, const Vec2& p);

/// Effect of the held keys on the pointer's movement: Shift makes it finer, Ctrl moves in steps.
PlacingGrip grip_now();

}  // namespace grouser::desktop
