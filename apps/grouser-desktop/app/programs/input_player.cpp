// SPDX-License-Identifier: BSD-3-Clause
#include "app/programs/input_player.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "hal/imgui_versions.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {

std::vector<InputEvent> InputPlayer::take(const PlayedProgram& program, double passed) {
  constexpr double kLongest = 1.0 / 30.0;  // s: a slow picture must not bring several presses at once
  std::vector<InputEvent> events;
  if (wait_ == Wait::none)
    time_ += std::min(passed, kLongest);
  else
    waited_ += passed;
  wait_ = Wait::none;
  bool moved = false, pressed = false;
  for (; !over() && log_.events[next_].time <= time_; ++next_) {
    const InputEvent& event = log_.events[next_];
    if (event.kind == InputKind::move) {
      if (pressed) break;
      moved = true;
    } else if (event.kind != InputKind::text) {
      if (pressed || moved) break;
      if (program.busy && !event.busy) wait_ = Wait::work;
      if (program.playing && program.step < event.step) wait_ = Wait::step;
      if (wait_ != Wait::none) break;
      pressed = true;
      waited_ = 0.0;
    }
    events.push_back(event);
  }
  return events;
}

std::string InputPlayer::waiting() const {
  if (wait_ == Wait::none) return "";
  const InputEvent& event = log_.events[next_];
  const std::string what =
      wait_ == Wait::work ? "the program to be at rest" : fmt::format("step {} of the run", event.step);
  return fmt::format("event {} (at {:.3f} s) waits for {}", next_ + 1, event.time, what);
}

namespace {

/// ImGui's keys, as far as its text fields, lists and our plots ask for them.
constexpr std::pair<int, ImGuiKey> kPlayedKeys[] = {{Keys::kTab, ImGuiKey_Tab},
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
      for (const auto& [code, key] : kPlayedKeys)
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
