// SPDX-License-Identifier: BSD-3-Clause
// The state of a window that ImGui needs besides events: its size, the shape of its pointer, the clipboard. A
// unit of ImGui's is a pixel on every display: in the window's own units, which are larger on a Wayland
// desktop that is scaled, text would be blurred.
#pragma once
#include <array>

#include "hal/window.hpp"

struct GLFWcursor;

namespace grouser::desktop {

class ImGuiWindow {
 public:
  /// Connects the current context with the window. Both must outlive it.
  explicit ImGuiWindow(Window& window);
  ~ImGuiWindow();
  ImGuiWindow(const ImGuiWindow&) = delete;
  ImGuiWindow& operator=(const ImGuiWindow&) = delete;

  /// Must be called before ImGui begins a frame; moment: s of Window::now(). ImGui's own time never stands
  /// still between two frames.
  void begin_frame(double moment);
  /// Gives the pointer the shape that the frame wanted.
  void show_pointer();

 private:
  Window& window_;
  std::array<GLFWcursor*, 9> shapes_{};  // null: the usual arrow
  int shape_ = -1;
  double last_ = -1.0;  // s: ImGui's moment
};

}  // namespace grouser::desktop
