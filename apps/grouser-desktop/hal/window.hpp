// SPDX-License-Identifier: BSD-3-Clause
// The window of the desktop program (GLFW). All that a person does is queued by callbacks: at ten pictures a
// second, asking "is it down now" misses nine of ten short taps.
#pragma once
#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hal/input_queue.hpp"
#include "hal/window_place.hpp"

struct GLFWmonitor;
struct GLFWwindow;

namespace grouser::desktop {

struct KeyPress {
  int key = 0;  ///< of Keys (hal/keys.hpp)
  bool control = false, shift = false;
  bool released = false;  ///< let go, instead of pressed
};

/// Time of the first input that no picture has shown yet, s of Window::now(). It is noticed when events are
/// collected; it can have come at any time since they were collected before.
struct InputMoment {
  double noticed = 0.0, earliest = 0.0;
};

/// Size of a window that is larger than the monitor's work area: as given, or fitted into it.
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
  /// Collects events since the last call. Waits up to `timeout` seconds for something if it is > 0.
  void poll(double timeout);
  /// Ends a wait; from any thread. Counts as something that happened.
  void wake();
  /// Whether anything happened since the last call: input, another size, a part to be drawn again, news.
  bool take_stirred() { return stirred_.exchange(false); }
  /// Presents the drawn picture; it shows all input that was taken.
  void swap();
  double now() const;  ///< s, steady
  /// The input that the last presented picture was the first to show; each is returned once.
  std::optional<InputMoment> take_shown_input() { return std::exchange(shown_input_, std::nullopt); }
  void set_title(const std::string& title);
  /// Fills the monitor that shows most of the window, or puts the window back where it was.
  void toggle_fullscreen();
  /// The window's area when it is not full screen.
  Area place() const;
  /// Moves the window to its place in an earlier session, as far as a monitor shows it; otherwise does
  /// nothing.
  void restore(const Area& kept);

  int pixel_width() const;
  int pixel_height() const;
  /// 1: 96 dots an inch. It changes when the window moves to another monitor.
  float content_scale() const;
  /// Pixels of a unit of the window's size: not 1 on a Wayland desktop that is scaled.
  float density() const;
  /// Minimised, or not on the screen at all.
  bool hidden() const;
  bool focused() const;
  GLFWwindow* handle() const { return window_; }

  /// Input that nobody has taken yet; times are those of now(), places in pixels. Keys that switch something
  /// do not repeat. A pointer that has left the window is at kAway.
  InputQueue& input() { return input_; }
  /// GLFW's own error messages, each once.
  static std::vector<std::string> take_complaints();

 private:
  void fit_into_work_area();
  static GLFWmonitor* monitor_of(const Area& area);
  void listen();
  /// The window of a handle, to which something has happened.
  static Window& stir(GLFWwindow* handle);
  /// The same, with the events.
  static void stir(GLFWwindow* handle, InputEvent event);
  void pointer_left();

  GLFWwindow* window_ = nullptr;
  std::atomic<bool> stirred_{true};
  double looked_ = 0.0;  // s: when events were collected last
  std::optional<InputMoment> waiting_input_, shown_input_;
  InputQueue input_;
  int buttons_ = 0;  // that are down
  bool outside_ = false;
  int restore_[4] = {80, 80, 1600, 1000};
};

}  // namespace grouser::desktop
