// SPDX-License-Identifier: BSD-3-Clause
// Scenarios as cards under headings of their purpose; the keyboard moves a mark among them. Cards are painted
// into the draw list over an invisible button, in two columns where there are more than 560 px.
#include <algorithm>

#include "desks/files/files_panels.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {
namespace {

/// Moves the mark by the keys pressed since the last picture.
void move_mark(ChooserForm& form, int count) {
  if (form.moves != 0) form.at = std::clamp(form.at + form.moves, 0, std::max(0, count - 1));
  form.moves = 0;
  if (form.at >= count) form.at = count - 1;
}

}  // namespace

bool scenario_card(const Ui& ui, const ScenarioEntry& entry, ImVec2 size, bool marked,
                   const PictureOf& picture) {
  constexpr float kAspect = 1.6f;  // of the pictures
  const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + size.x, low.y + size.y};
  const bool pressed = ImGui::InvisibleButton(("card_" + entry.id).c_str(), size);
  ui.mark("example_" + entry.id);
  const bool hovered = ImGui::IsItemHovered(), seen = ImGui::IsItemVisible();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, hovered ? IM_COL32(54, 61, 73, 255) : palette::kRaised, ui.px(5));
  float left = low.x + ui.px(11);
  // Pictures are read only for cards that can be seen.
  if (const std::uintptr_t texture = picture && seen ? picture(entry.id) : 0; picture) {
    const ImVec2 at{low.x + ui.px(5), low.y + ui.px(5)};
    const ImVec2 to{at.x + kAspect * (size.y - ui.px(10)), high.y - ui.px(5)};
    if (texture)
      list->AddImageRounded(gui::texture_id(texture), at, to, {0, 0}, {1, 1}, IM_COL32_WHITE, ui.px(4));
    else
      list->AddRectFilled(at, to, palette::kPanel, ui.px(4));
    left = to.x + ui.px(10);
  }
  if (marked) list->AddRect(low, high, palette::kAccent, ui.px(5), 0, ui.px(1.5f));
  // Title and purpose, cut to the card's width; the tooltip has all of it.
  const float width = high.x - ui.px(11) - left;
  ImGui::PushFont(ui.fonts.strong);
  list->AddText({left, low.y + ui.px(7)}, palette::kText, fit_text(entry.title, width).c_str());
  ImGui::PopFont();
  list->AddText({left, low.y + ui.px(9) + ImGui::GetTextLineHeight()}, palette::kDim,
                fit_text(entry.purpose, width, picture ? 3 : 2).c_str());
  if (hovered) {
    ImGui::SetNextWindowSize({ui.px(380), 0});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(entry.purpose.c_str());
    ImGui::TextDisabled("%s", entry.id.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
  return pressed;
}

std::string scenario_chooser(const Ui& ui, const std::vector<ScenarioEntry>& shown, ChooserForm& form,
                             const PictureOf& picture) {
  const bool moved = form.moves != 0;
  move_mark(form, static_cast<int>(shown.size()));
  const float gap = ui.px(8), width = ImGui::GetContentRegionAvail().x - ui.px(2);
  const int columns = width > ui.px(560) ? 2 : 1;
  const ImVec2 size{(width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
                    (picture ? 4.0f : 3.0f) * ImGui::GetTextLineHeight() + ui.px(17)};
  std::string chosen, group;
  int column = 0;
  // A new group begins with a heading on a line of its own.
  for (std::size_t k = 0; k < shown.size(); ++k) {
    if (shown[k].group != group) {
      group = shown[k].group;
      if (k > 0) ImGui::Dummy({0, ui.px(6)});
      ImGui::PushFont(ui.fonts.strong);
      ImGui::TextDisabled("%s", group.c_str());
      ImGui::PopFont();
      column = 0;
    }
    if (column > 0) ImGui::SameLine(0, gap);
    const bool marked = static_cast<int>(k) == form.at;
    if (scenario_card(ui, shown[k], size, marked, picture)) chosen = shown[k].id;
    if (marked && moved) ImGui::SetScrollHereY(0.5f);
    column = (column + 1) % columns;
  }
  return chosen;
}

}  // namespace grouser::desktop
