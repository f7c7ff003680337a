// SPDX-License-Identifier: BSD-3-Clause
// The window of the desktop program (GLFW). Key presses and dropped files are queued by callbacks: at ten
// pictures a second, asking "is it down now" misses nine of ten short taps.
#pragma once
#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hal/input_event.hpp"
#include "hal/window_place.hpp"

struct GLFWmonitor;
struct GLFWwindow;

namespace grouser::desktop {

struct KeyPress {
  int key = 0;  ///< of Keys (hal/keys.hpp)
  bool control = false, shift = false;
  bool released = false;  ///< let go, instead of pressed
};

/// When the first input came that no picture has shown yet, s of Window::now(). It is noticed when events are collected; it can
/// have come at any time since they were collected before.
struct InputMoment {
  double noticed = 0.0, earliest = 0.0;
};

/// What becomes of a window that is larger than the monitor's work area.
enum class WindowSize { as_told, fitted };

class Window {
 public:
  /// Opens a window with an OpenGL 3.3 core context and makes it current. Throws RunError (no display).
  Window(int width, int height, WindowSize size, const std::string& title);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool should_close() const;
  void close();
  /// Takes back that it should close.
  void keep_open();
  /// Collects what happened since the last call. Waits up to `timeout` seconds for something if it is > 0.
  void poll(double timeout);
  /// Ends a wait; from any thread. Counts as something that happened.
  void wake();
  /// Whether anything happened since the last call: input, another size, a part to be drawn again, news.
  bool take_stirred() { return stirred_.exchange(false); }
  /// Shows what was drawn; all that came until the last poll() is in it.
  void swap();
  double now() const;  ///< s, steady
  /// Of the input that the picture shown last was the first one after; once.
  std::optional<InputMoment> take_shown_input() { return std::exchange(shown_input_, std::nullopt); }
  void set_title(const std::string& title);
  /// On the monitor that shows most of it; or back to where it was.
  void toggle_fullscreen();
  /// Where it is when it is not full screen.
  Area place() const;
  /// To where it was at an earlier start, as far as there is a monitor; else nothing.
  void restore(const Area& kept);

  int pixel_width() const;
  int pixel_height() const;
  /// 1: 96 dots an inch. It changes when the window moves to another monitor.
  float content_scale() const;
  /// Pixels of a unit of the window's size: not 1 on a Wayland desktop that is scaled.
  float density() const;
  /// From now on the pointer's position is given in pixels, to ImGui's backend too.
  void tell_pointer_in_pixels();
  /// Whether the pointer is over it.
  bool pointed_at() const;
  /// Whether a button was pressed and let go since the last call.
  bool take_click() { return pressed_ = false, std::exchange(clicked_, false); }
  /// Minimised, or not on the screen at all.
  bool hidden() const;
  bool focused() const;
  GLFWwindow* handle() const { return window_; }

  /// Empty the queues.
  std::vector<KeyPress> take_keys();
  std::vector<std::filesystem::path> take_drops();
  /// GLFW's own words about what went wrong, each once.
  static std::vector<std::string> take_complaints();
  /// From now on everything that a person does is kept for take_input(), with the time since now.
  void keep_input();
  std::vector<InputEvent> take_input();

 private:
  void fit_into_work_area();
  static GLFWmonitor* monitor_of(const Area& area);
  void listen();
  /// The window of a handle, to which something has happened.
  static Window& stir(GLFWwindow* handle);
  /// The same, with what happened.
  static Window& stir(GLFWwindow* handle, InputEvent event);

  GLFWwindow* window_ = nullptr;
  std::atomic<bool> stirred_{true};
  double looked_ = 0.0;  // s: when events were collected last
  std::optional<InputMoment> waiting_input_, shown_input_;
  std::vector<KeyPress> keys_;
  std::vector<std::filesystem::path> drops_;
  std::vector<InputEvent> input_;
  double input_since_ = -1.0;               // s, of now(); below 0: it is not kept
  bool pressed_ = false, clicked_ = false;  // since the last picture
  void (*pointer_told_)(GLFWwindow*, double, double) = nullptr;
  int restore_[4] = {80, 80, 1600, 1000};
};

}  // namespace grouser::desktop
