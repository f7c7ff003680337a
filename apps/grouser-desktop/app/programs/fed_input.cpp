// SPDX-License-Identifier: BSD-3-Clause
// Feeds one input event to ImGui and, for keys and dropped files, to the program.
#include "app/programs/fed_input.hpp"

#include <cfloat>
#include <utility>

#include "hal/imgui_versions.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {

namespace {

/// ImGui's keys, as far as its text fields and lists and our plots and panels ask for them.
constexpr std::pair<int, ImGuiKey> kImguiKeys[] = {{Keys::kTab, ImGuiKey_Tab},
                                                   {Keys::kLeft, ImGuiKey_LeftArrow},
                                                   {Keys::kRight, ImGuiKey_RightArrow},
                                                   {Keys::kUp, ImGuiKey_UpArrow},
                                                   {Keys::kDown, ImGuiKey_DownArrow},
                                                   {Keys::kPageUp, ImGuiKey_PageUp},
                                                   {Keys::kPageDown, ImGuiKey_PageDown},
                                                   {Keys::kHome, ImGuiKey_Home},
                                                   {Keys::kEnd, ImGuiKey_End},
                                                   {Keys::kInsert, ImGuiKey_Insert},
                                                   {Keys::kDelete, ImGuiKey_Delete},
                                                   {Keys::kBackspace, ImGuiKey_Backspace},
                                                   {Keys::kSpace, ImGuiKey_Space},
                                                   {Keys::kEnter, ImGuiKey_Enter},
                                                   {Keys::kEscape, ImGuiKey_Escape},
                                                   {Keys::kPadEnter, ImGuiKey_KeypadEnter},
                                                   {Keys::kA, ImGuiKey_A},
                                                   {Keys::kC, ImGuiKey_C},
                                                   {Keys::kM, ImGuiKey_M},
                                                   {Keys::kP, ImGuiKey_P},
                                                   {Keys::kV, ImGuiKey_V},
                                                   {Keys::kX, ImGuiKey_X},
                                                   {Keys::kY, ImGuiKey_Y},
                                                   {Keys::kZ, ImGuiKey_Z},
                                                   {Keys::kLeftControl, ImGuiMod_Ctrl},
                                                   {Keys::kRightControl, ImGuiMod_Ctrl},
                                                   {Keys::kLeftShift, ImGuiMod_Shift},
                                                   {Keys::kRightShift, ImGuiMod_Shift},
                                                   {Keys::kLeftAlt, ImGuiMod_Alt},
                                                   {Keys::kRightAlt, ImGuiMod_Alt}};

}  // namespace

void feed(const InputEvent& event, App& app) {
  switch (event.kind) {
    case InputKind::move:
      // ImGui's mark of a pointer that is nowhere.
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
