#include "input/input_player.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

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

void map_keys_as_window() {
  ImGuiIO& io = ImGui::GetIO();
  constexpr std::pair<ImGuiKey, int> kKeys[] = {{ImGuiKey_Tab, GLFW_KEY_TAB},
                                                {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
                                                {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
                                                {ImGuiKey_UpArrow, GLFW_KEY_UP},
                                                {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
                                                {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
                                                {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
                                                {ImGuiKey_Home, GLFW_KEY_HOME},
                                                {ImGuiKey_End, GLFW_KEY_END},
                                                {ImGuiKey_Insert, GLFW_KEY_INSERT},
                                                {ImGuiKey_Delete, GLFW_KEY_DELETE},
                                                {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
                                                {ImGuiKey_Space, GLFW_KEY_SPACE},
                                                {ImGuiKey_Enter, GLFW_KEY_ENTER},
                                                {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
                                                {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
                                                {ImGuiKey_A, GLFW_KEY_A},
                                                {ImGuiKey_C, GLFW_KEY_C},
                                                {ImGuiKey_V, GLFW_KEY_V},
                                                {ImGuiKey_X, GLFW_KEY_X},
                                                {ImGuiKey_Y, GLFW_KEY_Y},
                                                {ImGuiKey_Z, GLFW_KEY_Z}};
  for (const auto& [key, code] : kKeys) io.KeyMap[key] = code;
}

void feed(const InputEvent& event, App& app) {
  ImGuiIO& io = ImGui::GetIO();
  const auto held = [&](int left, int right) { return io.KeysDown[left] || io.KeysDown[right]; };
  switch (event.kind) {
    case InputKind::move:
      io.MousePos = {static_cast<float>(event.x), static_cast<float>(event.y)};
      break;
    case InputKind::button:
      if (event.code < ImGuiMouseButton_COUNT) io.MouseDown[event.code] = event.down;
      break;
    case InputKind::wheel:
      io.MouseWheelH += static_cast<float>(event.x);
      io.MouseWheel += static_cast<float>(event.y);
      break;
    case InputKind::text:
      io.AddInputCharacter(static_cast<unsigned>(event.code));
      break;
    case InputKind::key:
      if (event.code >= 0) io.KeysDown[event.code] = event.down;
      io.KeyCtrl = held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
      io.KeyShift = held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
      io.KeyAlt = held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
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
