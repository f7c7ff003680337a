// SPDX-License-Identifier: BSD-3-Clause
// The one helper of all context menus: it sees the right click at an item and asks for the menu
// (session/menu_request.hpp), which the program shows.
#pragma once
#include <imgui.h>

#include "session/menu_request.hpp"

namespace grouser::desktop {

/// Whether the right button was pressed at the last item and let go where it went down: a drag is none.
inline bool is_right_clicked() {
  constexpr float kStill = 4.0f;  // pixels
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax(), at = io.MouseClickedPos[1];
  return ImGui::IsMouseReleased(ImGuiMouseButton_Right) && ImGui::IsItemHovered() && at.x >= low.x &&
         at.x < high.x && at.y >= low.y && at.y < high.y && io.MouseDragMaxDistanceSqr[1] < kStill * kStill;
}

/// `make`: the entries of the last item's menu, asked for only where it is clicked.
template <class Make>
void offer_menu(Requests& requests, Make make) {
  if (!is_right_clicked()) return;
  const ImVec2 at = ImGui::GetIO().MousePos;
  ask(requests, MenuRequest{at.x, at.y, make()});
}

}  // namespace grouser::desktop
