// SPDX-License-Identifier: BSD-3-Clause
// Everything is projected onto the ground below it, and the polygon is that of the feet's middles, not of
// their outlines.
#include "desks/view/stance_marks.hpp"

#include <cmath>

#include "grouser/vehicle/legs/support_polygon.hpp"
#include "session/channel_values.hpp"
#include "view/picture_area.hpp"

namespace grouser::desktop {
namespace {

constexpr ImU32 kFill = IM_COL32(120, 190, 255, 46), kEdge = IM_COL32(150, 205, 255, 220),
                kShade = IM_COL32(0, 0, 0, 150);
constexpr ImU32 kMassMark = IM_COL32(255, 196, 84, 255), kPressureMark = IM_COL32(240, 240, 240, 255);

/// Whether a part is a foot: a pad, or the wheel at the end of a limb, which has the limb's name.
bool is_foot(const Scene& scene, const std::string& channels) {
  constexpr std::string_view kWheel = "wheel/";
  if (channels.starts_with("pad/")) return true;
  return channels.starts_with(kWheel) &&
         find_channel(scene, "leg/" + channels.substr(kWheel.size()) + "phase") >= 0;
}

/// Soles of the followed vehicle's feet that touch, seen from above.
std::vector<Vec2> feet_down(const RunView& run) {
  std::vector<Vec2> feet;
  for (const ForcePlace& place : run.scene->force_places)
    if (is_foot(*run.scene, place.channels) && run.scene->is_followed(place.body) &&
        channel_value(run, place.channels + "load") > 0.0)
      feet.push_back(
          (run.frame->body_poses[static_cast<std::size_t>(place.body)] * place.position).head<2>());
  return feet;
}

/// Place on the screen of a point of a walker ("walk/") or a balancing robot ("balance/"); empty if neither
/// records it.
std::optional<ImVec2> mark_at(const RunView& run, const PictureArea& picture, const char* what) {
  for (const char* who : {"walk/", "balance/"}) {
    const std::string name = std::string(who) + what;
    const double x = channel_value(run, name + "_x"), y = channel_value(run, name + "_y");
    if (!std::isnan(x) && !std::isnan(y)) return ground_on_screen(picture, {x, y});
  }
  return std::nullopt;
}

}  // namespace

void stance_marks(const Ui& ui, const RunView& run, const PictureArea& picture) {
  if (!run.scene || !run.frame || !picture.terrain) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<ImVec2> corners;
  const std::vector<Vec2> feet = feet_down(run);
  const SupportPolygon polygon = support_polygon(feet);
  for (std::size_t k = 0; k < polygon.count; ++k)
    // A corner out of sight leaves a smaller polygon.
    if (const auto at = ground_on_screen(picture, polygon.corner[k])) corners.push_back(*at);
  for (const Vec2& foot : feet)
    if (const auto at = ground_on_screen(picture, foot)) {
      list->AddCircleFilled(*at, ui.px(4.5f), kShade);
      list->AddCircleFilled(*at, ui.px(3.2f), kEdge);
    }
  const int count = static_cast<int>(corners.size());
  if (count >= 3) list->AddConvexPolyFilled(corners.data(), count, kFill);
  if (count >= 2) {
    list->AddPolyline(corners.data(), count, kShade, ImDrawFlags_Closed, ui.px(3.5f));
    list->AddPolyline(corners.data(), count, kEdge, ImDrawFlags_Closed, ui.px(1.6f));
  }
  // Cross: centre of pressure; ring: target of the centre of mass; dot: the centre of mass.
  if (const auto at = mark_at(run, picture, "pressure")) {
    const float r = ui.px(5);
    for (const auto& [colour, width] : {std::pair{kShade, 4.0f}, {kPressureMark, 1.8f}}) {
      list->AddLine({at->x - r, at->y - r}, {at->x + r, at->y + r}, colour, ui.px(width));
      list->AddLine({at->x - r, at->y + r}, {at->x + r, at->y - r}, colour, ui.px(width));
    }
  }
  if (const auto at = mark_at(run, picture, "planned"))
    list->AddCircle(*at, ui.px(8), kMassMark, 0, ui.px(1.8f));
  if (const auto at = mark_at(run, picture, "com")) {
    list->AddCircleFilled(*at, ui.px(5.5f), kShade);
    list->AddCircleFilled(*at, ui.px(4), kMassMark);
    ui.mark_area("centre_of_mass", {at->x - ui.px(4), at->y - ui.px(4)},
                 {at->x + ui.px(4), at->y + ui.px(4)});
  }
}

}  // namespace grouser::desktop
