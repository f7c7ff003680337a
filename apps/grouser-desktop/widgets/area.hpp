// SPDX-License-Identifier: BSD-3-Clause
// A fixed area of the window, which a panel fills.
#pragma once
#include <imgui.h>

namespace grouser::desktop {

inline constexpr ImGuiWindowFlags kFixedArea =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
inline constexpr ImGuiWindowFlags kStillArea =
    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// `content` draws the panel into the area's ImGui window.
template <class Content>
void fixed_area(const char* name, ImVec2 low, ImVec2 size, ImVec2 padding, ImGuiWindowFlags extra,
                Content content) {
  ImGui::SetNextWindowPos(low);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});  // it grows faster with the text than a bar does
  ImGui::PushStyleColor(ImGuiCol_WindowBg,
                        0);  // the screen was cleared to it: a third of a picture's pixels less to blend
  const bool visible = ImGui::Begin(name, nullptr, kFixedArea | extra);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (visible) content();
  ImGui::End();
}

}  // namespace grouser::desktop
