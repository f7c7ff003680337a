// SPDX-License-Identifier: BSD-3-Clause
// The ruler's line follows the ground in pieces; its numbers come from measure().
#include "desks/view/look_panels.hpp"

#include <fmt/format.h>

#include "view/picture_area.hpp"
#include "view/renderer.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Lines of text on a dark card; `mark`: its name for tests.
void card(const Ui& ui, const char* mark, ImVec2 low, ImVec2 size, const std::vector<std::string>& lines) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float pad = ui.px(10), line = ImGui::GetTextLineHeight() + ui.px(3);
  const ImVec2 high{low.x + size.x, low.y + size.y};
  list->AddRectFilled(low, high, IM_COL32(17, 19, 23, 200), ui.px(6));
  ui.mark_area(mark, low, high);
  float y = low.y + pad;
  for (const std::string& text : lines) {
    list->AddText({low.x + pad, y}, palette::kText, fit_text(text, size.x - 2.0f * pad).c_str());
    y += line;
  }
}

/// The ruler's numbers once it has two points, or one and the pointer; else the next click.
std::vector<std::string> ruler_lines(const Ui& ui, const RulerView& ruler, const Terrain& terrain) {
  const std::optional<Vec3> end = ruler.points.size() == 2 ? ruler.points.back() : ruler.free;
  if (ruler.points.empty() || !end)
    return {ruler.points.empty() ? "Ruler: click the first point" : "Ruler: click the second point",
            "Esc ends"};
  const RulerReading r = measure(terrain, ruler.points.front(), *end);
  return {"Straight  " + value_text(ui.units(), r.straight, "m"),
          "Over the ground  " + value_text(ui.units(), r.along, "m"),
          "In plan  " + value_text(ui.units(), r.plan, "m"),
          "Height difference  " + value_text(ui.units(), r.rise, "m"),
          "Slope  " + steady_text(ui.units(), r.slope, "deg", 2)};
}

}  // namespace

void ruler_marks(const Ui& ui, const RulerView& ruler, const PictureArea& picture) {
  if (!ruler.on || !picture.terrain) return;
  const std::vector<std::string> lines = ruler_lines(ui, ruler, *picture.terrain);
  const float line = ImGui::GetTextLineHeight() + ui.px(3);
  card(ui, "ruler", {picture.low.x + ui.px(12), picture.low.y + ui.px(12)},
       {ui.px(250), static_cast<float>(lines.size()) * line + ui.px(17)}, lines);
  if (ruler.points.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  // Until the second click the line ends at the pointer.
  const std::optional<Vec3> end = ruler.points.size() == 2 ? ruler.points.back() : ruler.free;
  const auto dot = [&](const Vec3& p) {
    if (const auto at = ground_on_screen(picture, p.head<2>())) {
      list->AddCircleFilled(*at, ui.px(5), IM_COL32(0, 0, 0, 160));
      list->AddCircleFilled(*at, ui.px(3.5f), palette::kAccent);
    }
  };
  if (end) {
    std::optional<ImVec2> before;
    for (const Vec3& p : ground_line(*picture.terrain, ruler.points.front(), *end)) {
      const auto at = ground_on_screen(picture, p.head<2>());
      if (before && at) {
        list->AddLine(*before, *at, IM_COL32(0, 0, 0, 150), ui.px(3.5f));
        list->AddLine(*before, *at, palette::kAccent, ui.px(2));
      }
      before = at;
    }
    dot(*end);
  }
  dot(ruler.points.front());
}

void force_legend(const Ui& ui, double newtons_per_metre, ImVec2 corner) {
  if (!ui.kept.forces || !(newtons_per_metre > 0.0)) return;
  const std::string text =
      fmt::format("Force arrows: {} long for {}", steady_text(ui.units(), kMeanArrow, "m", 1),
                  value_text(ui.units(), kMeanArrow * newtons_per_metre, "N"));
  const ImVec2 size{ImGui::CalcTextSize(text.c_str()).x + ui.px(20), ImGui::GetTextLineHeight() + ui.px(16)};
  card(ui, "force_legend", {corner.x, corner.y - size.y}, size, {text});
}

}  // namespace grouser::desktop
