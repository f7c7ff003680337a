// SPDX-License-Identifier: BSD-3-Clause
// Places in the picture, -1 to 1 with v up, to pixels of the window with y down.
#include "view/picture_area.hpp"

namespace grouser::desktop {

std::optional<ImVec2> point_on_screen(const PictureArea& picture, const Vec3& p) {
  const double aspect = static_cast<double>(picture.size.x) / static_cast<double>(picture.size.y);
  const auto uv = picture.camera->project(p, aspect);
  if (!uv) return std::nullopt;
  return ImVec2{picture.low.x + 0.5f * picture.size.x * static_cast<float>(1.0 + uv->x()),
                picture.low.y + 0.5f * picture.size.y * static_cast<float>(1.0 - uv->y())};
}

std::optional<ImVec2> ground_on_screen(const PictureArea& picture, const Vec2& p) {
  HeightSample ground;
  if (!picture.terrain->height(p.x(), p.y(), ground)) return std::nullopt;
  return point_on_screen(picture, {p.x(), p.y(), ground.z});
}

PlacingGrip grip_now() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.KeyShift ? PlacingGrip::fine : io.KeyCtrl ? PlacingGrip::snap : PlacingGrip::plain;
}

}  // namespace grouser::desktop
