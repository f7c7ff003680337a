// SPDX-License-Identifier: BSD-3-Clause
// The window's picture without a window: the same renderer and user interface, drawn into memory.
#pragma once
#include "app/app.hpp"
#include "hal/framebuffer.hpp"

namespace grouser::desktop {

/// Begins a picture of ImGui on the graphics card, in the window and without one.
void begin_picture(App& app);

class Offscreen {
 public:
  static constexpr int kToSettle = 3;  ///< pictures after which all sizes are found
  /// Needs a current OpenGL context and ImGui context; the app must outlive it.
  Offscreen(App& app, int width, int height);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// Updates the app and draws one picture of it; `now` in s, growing.
  void draw(double now);
  /// Sets the size of the next pictures, pixels.
  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  /// The picture that was drawn last.
  Image read() const;

 private:
  App& app_;
  Framebuffer screen_;
  int width_, height_;
  double last_ = -1.0;  // s
};

}  // namespace grouser::desktop
