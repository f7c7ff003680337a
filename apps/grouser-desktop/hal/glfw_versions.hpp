// SPDX-License-Identifier: BSD-3-Clause
// This header hides the differences between GLFW 3.3, which is built for one kind of display, and 3.4, which
// chooses among them when it starts. No other file asks for the version.
#pragma once
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace grouser::desktop::glfw {

/// glfwInit() on X11 where `display` names such a display, else on whatever there is. On X11 a window has its
/// title bar and its place everywhere; a Wayland desktop shows it, too.
inline bool start(const char* display) {
#ifdef GLFW_PLATFORM
  if (display && *display) {
    glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
    if (glfwInit()) return true;
  }
  glfwInitHint(GLFW_PLATFORM, GLFW_ANY_PLATFORM);
#else
  static_cast<void>(display);
#endif
  return glfwInit() != 0;
}

/// Windows made from here on carry `id`, the name of the desktop entry: as application id on Wayland (from
/// GLFW 3.4 on; 3.3 gives none), as class and instance on X11. `id` has at most 255 bytes.
inline void name_windows(const char* id) {
  glfwWindowHintString(GLFW_X11_CLASS_NAME, id);
  glfwWindowHintString(GLFW_X11_INSTANCE_NAME, id);
#ifdef GLFW_WAYLAND_APP_ID
  glfwWindowHintString(GLFW_WAYLAND_APP_ID, id);
#endif
}

/// Whether a window has a place that can be read and set; Wayland refuses both.
inline bool has_places() {
#ifdef GLFW_PLATFORM
  return glfwGetPlatform() != GLFW_PLATFORM_WAYLAND;
#else
  return true;
#endif
}

}  // namespace grouser::desktop::glfw
