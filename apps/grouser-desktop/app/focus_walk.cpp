// SPDX-License-Identifier: BSD-3-Clause
// The walk by keyboard. Panels are ImGui windows, found by their names; ImGui's own keyboard navigation
// moves within one and is switched on only during the walk. The request to move is kept until the next
// picture begins, because ImGui sets the focus between pictures.
#include "app/focus_walk.hpp"

#include <array>

#include "app/in_front.hpp"
#include "hal/imgui_versions.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {
namespace {

/// An ImGui window by its name, and the name of the panel for tests.
struct Panel {
  const char *window, *name;
};
/// The panels in the order of the walk, which leaves out those that are not shown.
constexpr std::array kPanels{Panel{"##MainMenuBar", "menus"},
                             Panel{"##tools", "tools"},
                             Panel{"##left", "scene"},
                             Panel{"##result", "result"},
                             Panel{"##pane", "pane"},
                             Panel{"##right", "right"},
                             Panel{"##plots", "tabs"},
                             Panel{"##timeline", "time"},
                             Panel{"##start", "start"},
                             Panel{"##terrain_bar", "terrain tools"},
                             Panel{"##terrain_left", "terrain"},
                             Panel{"##terrain_right", "terrain steps"},
                             Panel{"##terrain_use", "terrain use"},
                             Panel{"##statistics_bar", "statistics tools"},
                             Panel{"##statistics_left", "statistics"},
                             Panel{"##statistics_middle", "cases"}};

/// The panel's window where it is shown, or null.
ImGuiWindow* shown(std::size_t k) {
  ImGuiWindow* window = ImGui::FindWindowByName(kPanels[k].window);
  return window && window->WasActive ? window : nullptr;
}

/// The panel in which the keyboard is; their number: in none.
std::size_t panel_with_keyboard() {
  const ImGuiWindow* at = ImGui::GetCurrentContext()->NavWindow;
  for (std::size_t k = 0; at && k < kPanels.size(); ++k)
    if (shown(k) && at->RootWindow == shown(k)) return k;
  return kPanels.size();
}

}  // namespace

bool FocusWalk::press(const KeyPress& key) {
  // A text field keeps its keys; only F6 and F10 lead out of it.
  if (ImGui::GetIO().WantTextInput && key.key != Keys::kF6 && key.key != Keys::kF10) return on_;
  switch (key.key) {
    case Keys::kF10:
      to_menu_ = on_ = true;
      return true;
    case Keys::kF6:
      go(key.shift ? -1 : 1);
      return true;
    case Keys::kTab:
      if (on_ && !popup_is_open()) go(key.shift ? -1 : 1);
      return on_;
    case Keys::kEscape: {
      // Within a menu or a part of a panel Escape is ImGui's; in the panel itself it ends the walk.
      const ImGuiWindow* at = ImGui::GetCurrentContext()->NavWindow;
      const bool inside = popup_is_open() || (at && at != at->RootWindow);
      const bool taken = on_;
      if (!inside) end();
      return taken;
    }
    // ImGui acts on these keys; during the walk they are no shortcuts.
    case Keys::kLeft:
    case Keys::kRight:
    case Keys::kUp:
    case Keys::kDown:
    case Keys::kEnter:
    case Keys::kPadEnter:
    case Keys::kSpace:
      return on_ && !key.control;
    default:
      return false;
  }
}

void FocusWalk::go(int panels) {
  wanted_ = panels;
  on_ = true;
}

void FocusWalk::begin_picture() {
  ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1)) end();  // whoever has the mouse points
  // Without the walk ImGui neither moves by keyboard nor shows a highlight.
  io.ConfigFlags = on_ ? io.ConfigFlags | ImGuiConfigFlags_NavEnableKeyboard
                       : io.ConfigFlags & ~ImGuiConfigFlags_NavEnableKeyboard;
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!on_) gui::show_keyboard(g, false);
  if (!on_ || (wanted_ == 0 && !to_menu_)) return;
  const auto count = static_cast<int>(kPanels.size());
  // The next shown panel in the wanted direction, without the menus, which only F10 reaches.
  int at = static_cast<int>(panel_with_keyboard());
  if (at == count) at = wanted_ > 0 ? count - 1 : count;  // from the first, or the last
  for (int tries = 0; tries < count && !to_menu_; ++tries) {
    at = (at + wanted_ + count) % count;
    if (at != 0 && shown(static_cast<std::size_t>(at))) break;
  }
  const bool menu = std::exchange(to_menu_, false) || at == count;
  ImGuiWindow* window = shown(menu ? 0 : static_cast<std::size_t>(at));
  wanted_ = 0;
  if (!window) return;
  // The panel gets the keyboard, with its first widget marked, and the pointer does not interfere.
  ImGui::FocusWindow(window);
  if (menu) g.NavLayer = ImGuiNavLayer_Menu;
  ImGui::NavInitWindow(window, true);
  gui::show_keyboard(g, true);
  gui::ignore_pointer(g);
}

void FocusWalk::draw_ring(const Ui& ui) const {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!on_ || g.NavId == 0 || !g.NavWindow || !gui::shows_keyboard(g)) return;
  // A light ring with a dark edge, which is visible on any background.
  ImRect ring = ImGui::WindowRectRelToAbs(g.NavWindow, g.NavWindow->NavRectRel[g.NavLayer]);
  const float out = ui.px(2);
  ring.Expand(out);
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->AddRect(ring.Min, ring.Max, IM_COL32(0, 0, 0, 200), ui.px(5), 0, ui.px(5));
  list->AddRect(ring.Min, ring.Max, palette::kAccent, ui.px(5), 0, ui.px(2.5f));
  ui.mark_area("focus_ring", ring.Min, ring.Max);
}

std::string FocusWalk::panel() const {
  const std::size_t k = on_ ? panel_with_keyboard() : kPanels.size();
  return k < kPanels.size() ? kPanels[k].name : "";
}

}  // namespace grouser::desktop
