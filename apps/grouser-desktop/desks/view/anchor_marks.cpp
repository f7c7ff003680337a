// SPDX-License-Identifier: BSD-3-Clause
#include "desks/view/anchor_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "view/picture_area.hpp"
#include "widgets/theme.hpp"

namespace grouser::desktop {
// The screen is divided into cells of kFarApart px with one mark each, so that the marks of many polygons in
// one place do not cover each other.
namespace {

// Apart in brightness as well as in hue, on all colours of the pressures.
constexpr ImU32 kSticks = IM_COL32(20, 22, 26, 255), kSlides = IM_COL32(255, 255, 255, 255);
constexpr float kDot = 3.0f, kRim = 1.2f, kPull = 12.0f, kFarApart = 8.0f;  // at 96 dots an inch

/// A dot with a rim of the opposite brightness.
void dot(const Ui& ui, ImVec2 at, bool slides) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled(at, ui.px(kDot + kRim), slides ? kSticks : kSlides, 12);
  list->AddCircleFilled(at, ui.px(kDot), slides ? kSlides : kSticks, 12);
}

/// Draws the direction of the stretched spring of a sliding polygon, at most kPull px long: the stretch
/// itself is micrometres.
void pull(const Ui& ui, const PictureArea& picture, const AnchorMark& mark, ImVec2 at) {
  const double stretched = mark.stretched.norm();
  if (!(stretched > 0.0)) return;
  // A point 20 mm along the pull gives its direction on the screen.
  const auto toward = point_on_screen(picture, mark.point - 0.02 / stretched * mark.stretched);
  if (!toward) return;
  const float dx = toward->x - at.x, dy = toward->y - at.y;
  const float scale = std::min(1.0f, ui.px(kPull) / std::max(std::hypot(dx, dy), 1.0f));
  const ImVec2 end{at.x + scale * dx, at.y + scale * dy};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(at, end, kSticks, ui.px(3.2f));
  list->AddLine(at, end, kSlides, ui.px(1.6f));
}

}  // namespace

void anchor_marks(const Ui& ui, const RunView& run, const PictureArea& picture) {
  if (!run.anchors) return;
  // Sliding ones first; of many in the same place, the first is drawn for all.
  std::set<std::pair<int, int>> taken;
  for (const bool slides : {true, false})
    for (const AnchorMark& mark : run.anchors->marks) {
      if (mark.slides != slides) continue;
      const auto at = point_on_screen(picture, mark.point);
      if (!at) continue;
      const float apart = ui.px(kFarApart);
      if (!taken.insert({static_cast<int>(at->x / apart), static_cast<int>(at->y / apart)}).second) continue;
      if (slides) pull(ui, picture, mark, *at);
      dot(ui, *at, slides);
    }
}

void anchor_legend(const Ui& ui, const RunView& run, ImVec2 at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = at.y + 0.5f * ImGui::GetTextLineHeight();
  const auto entry = [&](bool sliding, const char* word) {
    std::string words = word;
    if (run.anchors)
      words = fmt::format("{} {}",
                          std::count_if(run.anchors->marks.begin(), run.anchors->marks.end(),
                                        [&](const AnchorMark& m) { return m.slides == sliding; }),
                          word);
    dot(ui, {at.x + ui.px(kDot + kRim), middle}, sliding);
    list->AddText({at.x + ui.px(14), at.y}, run.anchors ? palette::kText : palette::kDim, words.c_str());
    at.x += ui.px(26) + ImGui::CalcTextSize(words.c_str()).x;
  };
  entry(false, "stick");
  entry(true, "slide");
}

}  // namespace grouser::desktop
