// SPDX-License-Identifier: BSD-3-Clause
// The gap below each sphere of the hull is measured straight down to the ground under its lowest point, not
// along the ground's normal.
#include "desks/view/landing_marks.hpp"

#include <algorithm>
#include <cmath>

#include "desks/view/stance_marks.hpp"
#include "session/channel_values.hpp"
#include "view/picture_area.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr ImU32 kClearanceLine = IM_COL32(240, 240, 240, 190), kLeast = IM_COL32(255, 196, 84, 255),
                kHalo = IM_COL32(0, 0, 0, 150);

/// A dashed line, so that it is not taken for a rod of the vehicle; `dash`: px.
void dashed(ImDrawList* list, ImVec2 a, ImVec2 b, ImU32 colour, float width, float dash) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  for (float s = 0.0f; s < length; s += 2.0f * dash) {
    const float t0 = s / length, t1 = std::min(1.0f, (s + dash) / length);
    list->AddLine({a.x + t0 * (b.x - a.x), a.y + t0 * (b.y - a.y)},
                  {a.x + t1 * (b.x - a.x), a.y + t1 * (b.y - a.y)}, colour, width);
  }
}

/// The number on a dark plate beside the middle of its line.
void label(const Ui& ui, ImVec2 at, const std::string& text) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float pad = ui.px(4);
  const ImVec2 low{at.x + ui.px(8), at.y - 0.5f * size.y - pad},
      high{low.x + size.x + 2.0f * pad, low.y + size.y + 2.0f * pad};
  list->AddRectFilled(low, high, IM_COL32(17, 19, 23, 200), ui.px(4));
  list->AddText({low.x + pad, low.y + pad}, kLeast, text.c_str());
  ui.mark_area("least_clearance", low, high);
}

}  // namespace

std::vector<Clearance> hull_clearances(const RunView& run) {
  // A walker's feet have marks of their own.
  std::vector<Clearance> all;
  if (!run.scene || !run.frame || !run.scene->terrain || !leg_names(*run.scene).empty()) return all;
  for (const HullSphere& sphere : run.scene->landing_hull) {
    if (!run.scene->is_followed(sphere.body)) continue;
    Vec3 low = run.frame->body_poses[static_cast<std::size_t>(sphere.body)] * sphere.position;
    low.z() -= sphere.radius;
    HeightSample ground;
    if (run.scene->terrain->height(low.x(), low.y(), ground))
      all.push_back({low, {low.x(), low.y(), ground.z}});
  }
  std::sort(all.begin(), all.end(), [](const Clearance& a, const Clearance& b) { return a.gap() < b.gap(); });
  return all;
}

void landing_marks(const Ui& ui, const RunView& run, const PictureArea& picture) {
  const std::vector<Clearance> all = hull_clearances(run);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t k = all.size(); k-- > 0;) {  // the least last, over the others
    const Clearance& c = all[k];
    const auto low = point_on_screen(picture, c.low), ground = point_on_screen(picture, c.ground);
    // A sphere in the ground has no gap.
    if (!low || !ground || !(c.gap() > 0.0)) continue;
    const bool least = k == 0;
    dashed(list, *low, *ground, kHalo, ui.px(least ? 4.0f : 2.6f), ui.px(5));
    dashed(list, *low, *ground, least ? kLeast : kClearanceLine, ui.px(least ? 2.0f : 1.2f), ui.px(5));
    if (least)
      label(ui, {0.5f * (low->x + ground->x), 0.5f * (low->y + ground->y)},
            "Clearance " + value_text(ui.units(), c.gap(), "m"));
  }
}

}  // namespace grouser::desktop
