// SPDX-License-Identifier: BSD-3-Clause
// Connects ImGui with GLFW as far as this program needs: clipboard, size, time and the shape of the
// pointer. Input comes through our own queue (window.cpp), so GLFW's backend of ImGui is not used.
#include "hal/imgui_window.hpp"

#include <algorithm>

#include "hal/glfw_versions.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {

ImGuiWindow::ImGuiWindow(Window& window) : window_(window) {
  static_assert(ImGuiMouseCursor_COUNT >= 9);
  gui::set_clipboard(
      window.handle(), [](void* w) { return glfwGetClipboardString(static_cast<GLFWwindow*>(w)); },
      [](void* w, const char* text) { glfwSetClipboardString(static_cast<GLFWwindow*>(w), text); });
  // A theme may lack some of these, which is no error to report.
  const GLFWerrorfun before = glfwSetErrorCallback(nullptr);
  shapes_[ImGuiMouseCursor_TextInput] = glfwCreateStandardCursor(GLFW_IBEAM_CURSOR);
  shapes_[ImGuiMouseCursor_ResizeNS] = glfwCreateStandardCursor(GLFW_VRESIZE_CURSOR);
  shapes_[ImGuiMouseCursor_ResizeEW] = glfwCreateStandardCursor(GLFW_HRESIZE_CURSOR);
  shapes_[ImGuiMouseCursor_Hand] = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
  glfwSetErrorCallback(before);
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  gui::add_mouse_position_event(-1e6f, -1e6f);  // until somebody points
}

ImGuiWindow::~ImGuiWindow() {
  glfwSetCursor(window_.handle(), nullptr);
  for (GLFWcursor* shape : shapes_)
    if (shape) glfwDestroyCursor(shape);
}

void ImGuiWindow::begin_frame(double moment) {
  constexpr double kUsual = 1.0 / 60.0, kLeast = 1e-4;  // s between two frames
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(window_.pixel_width()), static_cast<float>(window_.pixel_height())};
  // ImGui divides by the time between frames; it grows by kLeast at least.
  const double next = last_ < 0.0 ? moment : std::max(last_ + kLeast, moment);
  io.DeltaTime = static_cast<float>(last_ < 0.0 ? kUsual : next - last_);
  last_ = next;
}

void ImGuiWindow::show_pointer() {
  const int wanted =
      std::clamp(static_cast<int>(ImGui::GetMouseCursor()), 0, static_cast<int>(shapes_.size()) - 1);
  // The pointer's shape is set only when it changes.
  if (wanted == std::exchange(shape_, wanted)) return;
  glfwSetCursor(window_.handle(), shapes_[static_cast<std::size_t>(wanted)]);
}

}  // namespace grouser::desktop
