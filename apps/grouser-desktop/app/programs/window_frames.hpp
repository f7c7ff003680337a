// SPDX-License-Identifier: BSD-3-Clause
// The frames of the window's user interface. A picture of the view may take a quarter of a second, and a
// frame without one some milliseconds: so each press and release has frames of its own, at its own moment,
// and only the last one is drawn. Nothing that a person does is lost, out of order or late because a picture
// takes long.
#pragma once
#include <optional>
#include <string>

#include "app/app.hpp"
#include "app/programs/input_recorder.hpp"
#include "hal/imgui_window.hpp"
#include "hal/window.hpp"

namespace grouser::desktop {

class WindowFrames {
 public:
  /// `recorder` is given all that is fed. All must outlive it.
  WindowFrames(Window& window, App& app, InputRecorder& recorder);
  ~WindowFrames();

  /// Feeds what has come. What is left in the window's queue, because it would take too long, is for the next
  /// picture.
  void take_input();
  /// The frame of the picture, after the program was updated.
  void build();
  /// Draws the view and the frame that was built last.
  void draw();

  /// Whether two frames in a row had all widgets in the same places.
  bool settled() const { return settled_; }
  /// Counts of what was fed, for tests: buttons and keys let go (but for Ctrl and the like), turns of the
  /// wheel.
  long fed() const { return fed_; }
  /// "x y", pixels: where the pointer was when that was fed.
  std::string pointer() const;

 private:
  void frame(double moment);

  Window& window_;
  App& app_;
  InputRecorder& recorder_;
  ImGuiWindow imgui_;
  bool settled_ = false;
  long fed_ = 0;
  double x_ = kAway, y_ = kAway;  // pixels
  UiMap seen_;
};

}  // namespace grouser::desktop
