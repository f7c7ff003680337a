// SPDX-License-Identifier: BSD-3-Clause
// The window by GLFW. Callbacks turn events into InputEvents with the time at which they were noticed, and
// queue them; nothing acts on them here. Anything that happens also stirs the window, so that a picture
// follows.
#include "hal/window.hpp"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "grouser/base/error.hpp"
#include "hal/glfw_versions.hpp"
#include "hal/window_place.hpp"

namespace grouser::desktop {

namespace {

/// Keys that switch something, once however long they are held: on a busy machine a tap may last as long as a
/// press. Those that step, scrub or move in lists go on.
bool acts_once(int key, int mods) {
  const bool letter = key >= GLFW_KEY_A && key <= GLFW_KEY_Z && (mods & GLFW_MOD_CONTROL) == 0;
  return letter || key == GLFW_KEY_SPACE || (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12);
}

/// Holds the errors that GLFW has reported since the last look. Its callback may come before any window
/// exists.
std::vector<std::string>& complaints() {
  static std::vector<std::string> words;
  return words;
}

/// GLFW's error callback: keeps each text once.
void keep_complaint(int, const char* words) {
  if (std::find(complaints().begin(), complaints().end(), words) == complaints().end())
    complaints().emplace_back(words);
}

/// Throws RunError with the reasons that GLFW gave.
[[noreturn]] void refuse(const std::string& what) {
  std::string all;
  for (const std::string& words : std::exchange(complaints(), {})) all += (all.empty() ? " (" : "; ") + words;
  if (!all.empty()) all += ")";
  throw RunError(what + all + "; use --screenshot FILE.png to draw without one");
}

}  // namespace

Window::Window(int width, int height, WindowSize size, const std::string& title) {
  glfwSetErrorCallback(keep_complaint);
  if (!glfw::start(std::getenv("DISPLAY"))) refuse("no display to open a window on");
  complaints().clear();  // of what was tried first
  // A hidden window with an OpenGL 3.3 core context, scaled to the monitor.
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfw::name_windows(GROUSER_APP_ID);
  // A full screen stays while somebody works on the other one.
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
  window_ = glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
  if (!window_) {
    glfwTerminate();
    refuse("the display gives no OpenGL 3.3 window");
  }
  // It is shown only once its size, place and callbacks are set.
  glfwMakeContextCurrent(window_);
  glfwSwapInterval(1);
  glfwSetWindowSizeLimits(window_, 800, 500, GLFW_DONT_CARE, GLFW_DONT_CARE);
  if (size == WindowSize::fitted) fit_into_work_area();
  glfwSetWindowUserPointer(window_, this);
  listen();
  glfwShowWindow(window_);
}

Window& Window::stir(GLFWwindow* handle) {
  auto& window = *static_cast<Window*>(glfwGetWindowUserPointer(handle));
  window.stirred_ = true;
  return window;
}

void Window::stir(GLFWwindow* handle, InputEvent event) {
  Window& window = stir(handle);
  // The delay from input to picture counts from the first input of a hand that no picture shows.
  const bool by_hand = event.kind != InputKind::size && event.kind != InputKind::drop;
  event.time = window.now();
  if (by_hand && !window.waiting_input_) window.waiting_input_ = {event.time, window.looked_};
  window.input_.add(std::move(event));
}

/// Moves the pointer away once it is outside and no button is down; a drag is followed beyond the window's
/// edge.
void Window::pointer_left() {
  if (outside_ && buttons_ == 0) stir(window_, {.kind = InputKind::move, .x = kAway, .y = kAway});
}

void Window::listen() {
  glfwSetKeyCallback(window_, [](GLFWwindow* w, int key, int, int action, int mods) {
    if (action == GLFW_REPEAT && acts_once(key, mods)) return void(stir(w));
    stir(w, {.kind = InputKind::key,
             .code = key,
             .down = action != GLFW_RELEASE,
             .control = (mods & GLFW_MOD_CONTROL) != 0,
             .shift = (mods & GLFW_MOD_SHIFT) != 0});
  });
  glfwSetDropCallback(window_, [](GLFWwindow* w, int count, const char** paths) {
    for (int i = 0; i < count; ++i) stir(w, {.kind = InputKind::drop, .path = paths[i]});
  });
  glfwSetCharCallback(window_, [](GLFWwindow* w, unsigned character) {
    stir(w, {.kind = InputKind::text, .code = static_cast<int>(character)});
  });
  glfwSetCursorPosCallback(window_, [](GLFWwindow* w, double x, double y) {
    // GLFW gives places in the window's units; ours are pixels.
    const auto density = static_cast<double>(stir(w).density());
    stir(w, {.kind = InputKind::move, .x = density * x, .y = density * y});
  });
  glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
    Window& window = stir(w);
    window.outside_ = entered == GLFW_FALSE;
    window.pointer_left();
  });
  glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int) {
    const bool down = action != GLFW_RELEASE;
    stir(w, {.kind = InputKind::button, .code = button, .down = down});
    Window& window = stir(w);
    window.buttons_ = std::max(0, window.buttons_ + (down ? 1 : -1));
    window.pointer_left();
  });
  glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
    stir(w, {.kind = InputKind::wheel, .x = x, .y = y});
  });
  glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int) { stir(w); });
  glfwSetWindowIconifyCallback(window_, [](GLFWwindow* w, int) { stir(w); });
  glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { stir(w); });
  glfwSetWindowCloseCallback(window_, [](GLFWwindow* w) { stir(w); });
  glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { stir(w); });
  glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int width, int height) {
    if (width <= 0 || height <= 0) return void(stir(w));  // minimised
    stir(w, {.kind = InputKind::size, .x = static_cast<double>(width), .y = static_cast<double>(height)});
  });
}

Window::~Window() {
  glfwDestroyWindow(window_);
  glfwTerminate();
}

// Must be called while the window is hidden: GLFW has scaled its size to the monitor's density by then.
void Window::fit_into_work_area() {
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  if (!monitor) return;
  Area work, window;
  Border frame;
  glfwGetMonitorWorkarea(monitor, &work.x, &work.y, &work.width, &work.height);
  if (glfw::has_places()) {
    glfwGetWindowPos(window_, &window.x, &window.y);
  } else {  // where GLFW counts a monitor in pixels and a window in units of the desktop
    float across = 1.0f, down = 1.0f;
    glfwGetMonitorContentScale(monitor, &across, &down);
    work.width = static_cast<int>(static_cast<float>(work.width) / across);
    work.height = static_cast<int>(static_cast<float>(work.height) / down);
    window.x = work.x, window.y = work.y;
  }
  // The frame that the window manager draws counts as well.
  glfwGetWindowSize(window_, &window.width, &window.height);
  glfwGetWindowFrameSize(window_, &frame.left, &frame.top, &frame.right, &frame.bottom);
  const Area place = fitted(window, frame, work);
  if (place == window) return;
  glfwSetWindowSize(window_, place.width, place.height);
  if (glfw::has_places()) glfwSetWindowPos(window_, place.x, place.y);
}

Area Window::place() const {
  // In full screen the place is the one that it had before.
  if (glfwGetWindowMonitor(window_)) return {restore_[0], restore_[1], restore_[2], restore_[3]};
  Area area;
  if (glfw::has_places()) glfwGetWindowPos(window_, &area.x, &area.y);
  glfwGetWindowSize(window_, &area.width, &area.height);
  return area;
}

void Window::restore(const Area& kept) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  // Work areas of the present monitors, which may be others than in the earlier session.
  std::vector<Area> works(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < works.size(); ++k) {
    Area& work = works[k];
    glfwGetMonitorWorkarea(monitors[k], &work.x, &work.y, &work.width, &work.height);
  }
  Border frame;
  glfwGetWindowFrameSize(window_, &frame.left, &frame.top, &frame.right, &frame.bottom);
  const std::optional<Area> place = restored(kept, frame, works);
  if (!place) return;
  glfwSetWindowSize(window_, place->width, place->height);
  if (glfw::has_places()) glfwSetWindowPos(window_, place->x, place->y);
}

bool Window::should_close() const { return glfwWindowShouldClose(window_) != 0; }
void Window::keep_open() { glfwSetWindowShouldClose(window_, GLFW_FALSE); }
void Window::close() { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

void Window::poll(double timeout) {
  if (timeout > 0.0) {
    glfwWaitEventsTimeout(timeout);
  } else {
    glfwPollEvents();
  }
  looked_ = now();
}

void Window::wake() {
  // One empty event ends the wait; more would only fill the queue.
  if (!stirred_.exchange(true)) glfwPostEmptyEvent();
}

void Window::swap() {
  glfwSwapBuffers(window_);
  // This picture is the first that shows the input that was waiting.
  if (waiting_input_ && input_.empty()) shown_input_ = std::exchange(waiting_input_, std::nullopt);
}
double Window::now() const { return glfwGetTime(); }
void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }

/// The monitor that this is on; null: there is none.
GLFWmonitor* Window::monitor_of(const Area& area) {
  int count = 0;
  GLFWmonitor** monitors = glfwGetMonitors(&count);
  std::vector<Area> screens(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < screens.size(); ++k) {
    glfwGetMonitorPos(monitors[k], &screens[k].x, &screens[k].y);
    if (const GLFWvidmode* mode = glfwGetVideoMode(monitors[k]))
      screens[k].width = mode->width, screens[k].height = mode->height;
  }
  return screens.empty() ? nullptr : monitors[monitor_under(area, screens)];
}

void Window::toggle_fullscreen() {
  // Back to the place before, or onto the monitor that shows most of the window.
  if (glfwGetWindowMonitor(window_)) {
    glfwSetWindowMonitor(window_, nullptr, restore_[0], restore_[1], restore_[2], restore_[3],
                         GLFW_DONT_CARE);
    return;
  }
  const Area now = place();
  GLFWmonitor* monitor = monitor_of(now);
  if (!monitor) return;
  restore_[0] = now.x, restore_[1] = now.y, restore_[2] = now.width, restore_[3] = now.height;
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

int Window::pixel_width() const {
  int w = 0, h = 0;
  glfwGetFramebufferSize(window_, &w, &h);
  return w;
}

int Window::pixel_height() const {
  int w = 0, h = 0;
  glfwGetFramebufferSize(window_, &w, &h);
  return h;
}

float Window::content_scale() const {
  float x = 1.0f, y = 1.0f;
  glfwGetWindowContentScale(window_, &x, &y);
  return x;
}

float Window::density() const {
  int width = 0, height = 0;
  glfwGetWindowSize(window_, &width, &height);
  const int pixels = pixel_width();
  return width > 0 && pixels > 0 ? static_cast<float>(pixels) / static_cast<float>(width) : 1.0f;
}

bool Window::hidden() const {
  return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) != 0 || glfwGetWindowAttrib(window_, GLFW_VISIBLE) == 0;
}
bool Window::focused() const { return glfwGetWindowAttrib(window_, GLFW_FOCUSED) != 0; }
std::vector<std::string> Window::take_complaints() { return std::exchange(complaints(), {}); }

}  // namespace grouser::desktop
