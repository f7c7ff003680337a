// SPDX-License-Identifier: BSD-3-Clause
#include "app/programs/fed_input.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cfloat>
#include <utility>

#include "hal/imgui_versions.hpp"

namespace grouser::desktop {

namespace {

/// ImGui's keys, as far as its text fields and lists and our plots and panels ask for them.
constexpr std::pair<int, ImGuiKey> kImguiKeys[] = {{GLFW_KEY_TAB, ImGuiKey_Tab},
                                                   {GLFW_KEY_LEFT, ImGuiKey_LeftArrow},
                                                   {GLFW_KEY_RIGHT, ImGuiKey_RightArrow},
                                                   {GLFW_KEY_UP, ImGuiKey_UpArrow},
                                                   {GLFW_KEY_DOWN, ImGuiKey_DownArrow},
                                                   {GLFW_KEY_PAGE_UP, ImGuiKey_PageUp},
                                                   {GLFW_KEY_PAGE_DOWN, ImGuiKey_PageDown},
                                                   {GLFW_KEY_HOME, ImGuiKey_Home},
                                                   {GLFW_KEY_END, ImGuiKey_End},
                                                   {GLFW_KEY_INSERT, ImGuiKey_Insert},
                                                   {GLFW_KEY_DELETE, ImGuiKey_Delete},
                                                   {GLFW_KEY_BACKSPACE, ImGuiKey_Backspace},
                                                   {GLFW_KEY_SPACE, ImGuiKey_Space},
                                                   {GLFW_KEY_ENTER, ImGuiKey_Enter},
                                                   {GLFW_KEY_ESCAPE, ImGuiKey_Escape},
                                                   {GLFW_KEY_KP_ENTER, ImGuiKey_KeypadEnter},
                                                   {GLFW_KEY_A, ImGuiKey_A},
                                                   {GLFW_KEY_C, ImGuiKey_C},
                                                   {GLFW_KEY_M, ImGuiKey_M},
                                                   {GLFW_KEY_P, ImGuiKey_P},
                                                   {GLFW_KEY_V, ImGuiKey_V},
                                                   {GLFW_KEY_X, ImGuiKey_X},
                                                   {GLFW_KEY_Y, ImGuiKey_Y},
                                                   {GLFW_KEY_Z, ImGuiKey_Z},
                                                   {GLFW_KEY_LEFT_CONTROL, ImGuiMod_Ctrl},
                                                   {GLFW_KEY_RIGHT_CONTROL, ImGuiMod_Ctrl},
                                                   {GLFW_KEY_LEFT_SHIFT, ImGuiMod_Shift},
                                                   {GLFW_KEY_RIGHT_SHIFT, ImGuiMod_Shift},
                                                   {GLFW_KEY_LEFT_ALT, ImGuiMod_Alt},
                                                   {GLFW_KEY_RIGHT_ALT, ImGuiMod_Alt}};

}  // namespace

void feed(const InputEvent& event, App& app) {
  switch (event.kind) {
    case InputKind::move:
      if (event.x <= kAway)
        gui::add_mouse_position_event(-FLT_MAX, -FLT_MAX);
      else
        gui::add_mouse_position_event(static_cast<float>(event.x), static_cast<float>(event.y));
      break;
    case InputKind::button:
      if (event.code < ImGuiMouseButton_COUNT) gui::add_mouse_button_event(event.code, event.down);
      break;
    case InputKind::wheel:
      gui::add_mouse_wheel_event(static_cast<float>(event.x), static_cast<float>(event.y));
      break;
    case InputKind::text:
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(event.code));
      break;
    case InputKind::key:
      for (const auto& [code, key] : kImguiKeys)
        if (code == event.code) gui::add_key_event(key, event.down);
      app.press({event.code, event.control, event.shift, !event.down});
      break;
    case InputKind::drop:
      app.open(event.path);
      break;
    case InputKind::size:
      break;
  }
}

}  // namespace grouser::desktop
