// SPDX-License-Identifier: BSD-3-Clause
// A widget is in reach if every window that it lies in either shows it whole or can be scrolled to it, from
// the innermost outwards. What can be scrolled counts with the whole extent of its window further out.
#include "widgets/reach.hpp"

#include <imgui_internal.h>

#include <algorithm>

namespace grouser::desktop {
namespace {

constexpr float kSlack = 1.5f;  // px: frames are rounded to whole pixels

/// Whether a range lies within what is seen, with some slack.
bool within(float low, float high, float seen_low, float seen_high, float slack = kSlack) {
  return low >= seen_low - slack && high <= seen_high + slack;
}

/// Whether a window has a horizontal scroll bar: without one, nobody sees that something can be scrolled.
bool scrolls_sideways(const ImGuiWindow& window) {
  return (window.Flags & ImGuiWindowFlags_HorizontalScrollbar) != 0 && window.ScrollMax.x > 0.0f;
}
bool scrolls_up_and_down(const ImGuiWindow& window) {
  return (window.Flags & ImGuiWindowFlags_NoScrollbar) == 0 && window.ScrollMax.y > 0.0f;
}

/// The window that this one is a part of; null: it lies in front of all.
const ImGuiWindow* outer(const ImGuiWindow& window) {
  const bool part = (window.Flags & ImGuiWindowFlags_ChildWindow) != 0 &&
                    (window.Flags & (ImGuiWindowFlags_Popup | ImGuiWindowFlags_ChildMenu)) == 0;
  return part ? window.ParentWindow : nullptr;
}

}  // namespace

bool in_reach(ImVec2 low, ImVec2 high) {
  ImRect area(low, high);
  // The highlight of a line in a list reaches half a gap beyond its text.
  const float sideways = 0.5f * ImGui::GetStyle().ItemSpacing.x + kSlack;
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  if (window && window->IsFallbackWindow) window = nullptr;  // drawn between windows
  for (; window; window = outer(*window)) {
    const ImRect whole = window->Rect();
    const ImRect seen(whole.Min,
                      {whole.Max.x - window->ScrollbarSizes.x, whole.Max.y - window->ScrollbarSizes.y});
    if (scrolls_sideways(*window))
      area.Min.x = whole.Min.x, area.Max.x = whole.Max.x;
    else if (!within(area.Min.x, area.Max.x, seen.Min.x, seen.Max.x, sideways))
      return false;
    if (scrolls_up_and_down(*window)) {
      // A slot lower than a line of text shows nothing, however far it is scrolled.
      if (seen.GetHeight() + kSlack < std::min(area.GetHeight(), ImGui::GetTextLineHeight())) return false;
      area.Min.y = whole.Min.y, area.Max.y = whole.Max.y;
    } else if (!within(area.Min.y, area.Max.y, seen.Min.y, seen.Max.y)) {
      return false;
    }
  }
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  return within(area.Min.x, area.Max.x, 0.0f, screen.x) && within(area.Min.y, area.Max.y, 0.0f, screen.y);
}

SeenHeights seen_heights() {
  const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
  if (!window || window->IsFallbackWindow) return {0.0f, ImGui::GetIO().DisplaySize.y};
  return {window->ClipRect.Min.y, window->ClipRect.Max.y};
}

}  // namespace grouser::desktop
