// SPDX-License-Identifier: BSD-3-Clause
// One picture of the program without a window: update, ImGui's frame, the 3D view, and the interface drawn
// into a framebuffer. glFinish() ends each picture, so that its time can be measured.
#include "app/programs/offscreen.hpp"

#include <epoxy/gl.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>

#include "app/programs/clear_screen.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {

void begin_picture(App& app) {
  if (app.fit_text()) ImGui_ImplOpenGL3_DestroyDeviceObjects();  // it makes them again, with the new fonts
  ImGui_ImplOpenGL3_NewFrame();
}

Offscreen::Offscreen(App& app, int width, int height) : app_(app), width_(width), height_(height) {
  ImGui_ImplOpenGL3_Init("#version 330 core");
  screen_.resize(width, height, 0);
  gui::add_mouse_position_event(-1e6f, -1e6f);  // until somebody points
}

void Offscreen::resize(int width, int height) {
  width_ = width, height_ = height;
  screen_.resize(width, height, 0);
}

Offscreen::~Offscreen() { ImGui_ImplOpenGL3_Shutdown(); }

void Offscreen::draw(double now) {
  constexpr float kUsual = 1.0f / 60.0f, kLeast = 1e-4f;  // s between two pictures
  // ImGui divides by the time between pictures, so it must not be 0.
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
  io.DeltaTime = last_ < 0.0 ? kUsual : std::max(kLeast, static_cast<float>(now - last_));
  last_ = now;
  app_.update(now);
  begin_picture(app_);
  ImGui::NewFrame();
  app_.build_gui();
  ImGui::Render();
  app_.render();
  // ImGui's colours are sRGB-coded already.
  screen_.bind();
  glDisable(GL_FRAMEBUFFER_SRGB);
  clear_screen();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glFinish();
}

Image Offscreen::read() const {
  screen_.resolve();
  return screen_.read();
}

}  // namespace grouser::desktop
