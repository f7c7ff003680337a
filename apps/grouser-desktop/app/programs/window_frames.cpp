// SPDX-License-Identifier: BSD-3-Clause
// Frames of ImGui for input that has come. Each press and release gets frames of its own without a picture;
// moves of the pointer get one, or none when they are the last and the picture's own frame follows.
#include "app/programs/window_frames.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_impl_opengl3.h>

#include "app/programs/clear_screen.hpp"
#include "app/programs/fed_input.hpp"
#include "app/programs/offscreen.hpp"
#include "hal/keys.hpp"

namespace grouser::desktop {
namespace {

constexpr int kFramesOfPress = 2;       // beside the one that is drawn: what opens by it is in its place then
constexpr double kLongestInput = 0.05;  // s that frames without a picture may take before the next picture

/// Whether a test counts this event: releases of buttons and of keys other than modifiers, and turns of the
/// wheel.
bool counts(const InputEvent& event) {
  switch (event.kind) {
    case InputKind::button:
      return !event.down;
    case InputKind::key:
      return !event.down && (event.code < Keys::kLeftShift || event.code > Keys::kRightSuper);
    case InputKind::wheel:
      return true;
    default:
      return false;
  }
}

}  // namespace

WindowFrames::WindowFrames(Window& window, App& app, InputRecorder& recorder)
    : window_(window), app_(app), recorder_(recorder), imgui_(window) {
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

WindowFrames::~WindowFrames() { ImGui_ImplOpenGL3_Shutdown(); }

std::string WindowFrames::pointer() const { return fmt::format("{:.0f} {:.0f}", x_, y_); }

void WindowFrames::frame(double moment) {
  begin_picture(app_);
  imgui_.begin_frame(moment);
  ImGui::NewFrame();
  app_.build_gui();
  ImGui::EndFrame();
  settled_ = app_.ui_map() == seen_;
  seen_ = app_.ui_map();
}

void WindowFrames::take_input() {
  const double begun = window_.now();
  while (!window_.input().empty() && window_.now() - begun < kLongestInput) {
    const std::vector<InputEvent> together = window_.input().take();
    recorder_.add(together, app_);
    for (const InputEvent& event : together) {
      feed(event, app_);
      fed_ += counts(event) ? 1 : 0;
      if (event.kind == InputKind::move) x_ = event.x, y_ = event.y;
    }
    // Frames follow until widgets that a press opens are in place.
    const InputEvent& last = together.back();
    const bool pointed = last.kind == InputKind::move || last.kind == InputKind::wheel;
    const int frames = !pointed ? kFramesOfPress : window_.input().empty() ? 0 : 1;
    for (int k = 0; k < frames; ++k) {
      app_.update(window_.now());
      frame(last.time);
    }
  }
}

void WindowFrames::build() {
  frame(window_.now());
  imgui_.show_pointer();
}

void WindowFrames::draw() {
  ImGui::Render();
  app_.render();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, window_.pixel_width(), window_.pixel_height());
  glDisable(GL_FRAMEBUFFER_SRGB);
  clear_screen();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace grouser::desktop
