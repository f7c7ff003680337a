// SPDX-License-Identifier: BSD-3-Clause
// Both scales follow from the height of the view at the camera's target, so lengths nearer or farther
// differ.
#include "desks/view/scale_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/terrain/surface/no_ground.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr ImU32 kScaleInk = IM_COL32(245, 245, 245, 235), kScaleShade = IM_COL32(0, 0, 0, 150);

/// Text with a dark copy one pixel below it.
void shaded_text(ImDrawList* list, ImVec2 at, const std::string& text) {
  list->AddText({at.x + 1.0f, at.y + 1.0f}, kScaleShade, text.c_str());
  list->AddText(at, kScaleInk, text.c_str());
}

/// Draws the scale in the lower left corner beside the axes, above the scale of force arrows.
void draw_scale_bar(const Ui& ui, const PictureArea& picture) {
  const float most = std::min(ui.px(150), 0.25f * picture.size.x);
  const double metres_per_pixel = 2.0 * picture.camera->half_height() / static_cast<double>(picture.size.y);
  // Too small a view has no scale.
  if (most < ui.px(40) || picture.size.y < ui.px(160)) return;
  const double length = round_length(metres_per_pixel * static_cast<double>(most));
  const auto wide = static_cast<float>(length / metres_per_pixel);
  const float above = ui.px(ui.kept.forces ? 62 : 18), tick = ui.px(4);
  const ImVec2 left{picture.low.x + ui.px(96), picture.low.y + picture.size.y - above},
      right{left.x + wide, left.y};
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const auto& [ink, thick] : {std::pair{kScaleShade, 4.0f}, {kScaleInk, 2.0f}}) {
    list->AddLine(left, right, ink, ui.px(thick));
    for (const ImVec2& end : {left, right})
      list->AddLine({end.x, end.y - tick}, {end.x, end.y + tick}, ink, ui.px(thick));
  }
  const std::string text = field_text(ui.units(), length, "m");
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  shaded_text(list, {0.5f * (left.x + right.x - size.x), left.y - size.y - tick}, text);
  ui.mark_area("scale_bar", {left.x, left.y - size.y - tick}, {right.x, right.y + tick});
}

/// Draws numbers along two lines of the grid that cross between the eye and the camera's target.
void draw_grid_numbers(const Ui& ui, const PictureArea& picture) {
  constexpr float kApart = 70.0f;  // px between two numbers, at least
  constexpr int kEachSide = 6;
  constexpr double kOfVehicle =
      0.16;  // of the camera's distance, about what it looks at: numbers would lie on it
  const Camera& camera = *picture.camera;
  const double metres_per_pixel = 2.0 * camera.half_height() / static_cast<double>(picture.size.y);
  // The ground's lines are a metre apart, every tenth is stronger.
  const double apart =
      std::max(1.0, 10.0 * round_length(0.1 * 2.0 * metres_per_pixel * static_cast<double>(ui.px(kApart))));
  const Vec2 target = camera.target.head<2>();
  // The crossing lies in front of the target, where the vehicle does not cover it.
  const Vec2 near = target - 0.22 * camera.distance * Vec2(camera.forward().x(), camera.forward().y());
  const Vec2 crossing(apart * std::round(near.x() / apart), apart * std::round(near.y() / apart));
  ImDrawList* list = ImGui::GetWindowDrawList();
  // Numbers keep clear of the edges and of the axes in the lower left corner.
  const auto inside = [&](const ImVec2& at) {
    return at.x > picture.low.x + ui.px(8) && at.x < picture.low.x + picture.size.x - ui.px(60) &&
           at.y > picture.low.y + ui.px(8) && at.y < picture.low.y + picture.size.y - ui.px(40) &&
           (at.x > picture.low.x + ui.px(92) || at.y < picture.low.y + picture.size.y - ui.px(110));
  };
  for (int axis = 0; axis < 2; ++axis) {
    std::optional<ImVec2> last;
    for (int k = -kEachSide; k <= kEachSide; ++k) {
      Vec2 p = crossing;
      p[axis] += k * apart;
      const std::optional<ImVec2> at = ground_on_screen(picture, p);
      if (axis == 1 && k == 0) continue;  // where the lines cross both numbers stand already
      if (!at || !inside(*at) || (p - target).norm() < kOfVehicle * camera.distance) continue;
      if (last && std::hypot(at->x - last->x, at->y - last->y) < ui.px(kApart)) continue;
      last = at;
      list->AddCircleFilled(*at, ui.px(2), kScaleInk);
      std::string text = fmt::format("{} {}", axis == 0 ? "x" : "y", field_text(ui.units(), p[axis], "m"));
      if (k == 0) text += ", y " + field_text(ui.units(), p.y(), "m");
      shaded_text(list, {at->x + ui.px(5), at->y - 0.5f * ImGui::GetTextLineHeight()}, text);
    }
  }
}

}  // namespace

double round_length(double most) {
  // The small factors let a length that is round itself pass.
  const double power = std::pow(10.0, std::floor(std::log10(most) + 1e-9));
  for (const double times : {5.0, 2.0})
    if (times * power <= most * (1.0 + 1e-9)) return times * power;
  return power;
}

void scale_marks(const Ui& ui, const RunView& run, const PictureArea& picture) {
  if (!run.scene) return;
  draw_scale_bar(ui, picture);
  if (ui.kept.grid && picture.terrain && has_ground(*picture.terrain)) draw_grid_numbers(ui, picture);
}

}  // namespace grouser::desktop
