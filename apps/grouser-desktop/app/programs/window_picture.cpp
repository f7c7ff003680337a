// SPDX-License-Identifier: BSD-3-Clause
// A picture is drawn in parts, one per call of work(): rows of the 3D view, as many as take about kPart;
// then rows of the interface, for which ImGui's draw lists are copied when the picture begins; then a
// thread writes the file. The view's texture in the lists is replaced by the large one.
#include "app/programs/window_picture.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/programs/clear_screen.hpp"
#include "grouser/base/error.hpp"
#include "hal/framebuffer.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {
namespace {

constexpr int kFirstRows = 32;      // of the view: drawn to find how quickly it goes
constexpr int kInterfaceRows = 96;  // of the window, each part

/// A name that is not taken yet, in the working folder: pictures are what the person asked for.
std::string free_picture_name() {
  for (int k = 1;; ++k) {
    std::string name = fmt::format("grouser-{:03d}.png", k);
    if (!std::filesystem::exists(name)) return name;
  }
}

/// Seconds of a steady clock.
double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

WindowPicture::~WindowPicture() { end(); }

void WindowPicture::begin(PictureKind kind, const App& app, std::pair<int, int> window) {
  const auto [width, height] = app.view_size();
  kind_ = kind;
  scale_ = app.picture_scale();
  window_ = window;
  view_ = app.kept_view(kind == PictureKind::view_alone && app.picture_transparent());
  view_width_ = std::max(1, scale_ * width);
  view_height_ = std::max(1, scale_ * height);
  rows_done_ = interface_done_ = 0;
  rows_ = kFirstRows;
  name_ = free_picture_name();
  stage_ = Stage::view;
  if (kind != PictureKind::view_alone) {
    interface_ = *ImGui::GetDrawData();
    for (int k = 0; k < interface_.CmdListsCount; ++k)
      lists_.push_back(interface_.CmdLists[k]->CloneOutput());
    gui::set_lists(interface_, lists_);
    image_ = {scale_ * window.first, scale_ * window.second, {}};
    if (width == 0 || height == 0) stage_ = Stage::interface;  // a desk has the middle of the window
  }
}

void WindowPicture::work() {
  try {
    if (stage_ == Stage::view)
      draw_view_rows();
    else if (stage_ == Stage::interface)
      draw_interface_rows();
    else if (stage_ == Stage::writing && written_.take()) {
      session_.add_log(LogLevel::done, "Saved " + std::filesystem::absolute(name_).string());
      end();
    }
  } catch (const Error& error) {
    session_.add_log(LogLevel::error, error.what());
    end();
  }
}

void WindowPicture::draw_view_rows() {
  const double begun = seconds();
  const int to = std::min(rows_done_ + rows_, view_height_);
  renderer_.draw_rows(view_.input, view_width_, view_height_, rows_done_, to);
  glFinish();  // else the next part waits for this one
  const double took = std::max(1e-4, seconds() - begun);
  rows_done_ = to;
  // The next part has as many rows as would have taken kPart, at most twice and at least half as many as
  // this one.
  rows_ = std::clamp(static_cast<int>(rows_ * kPart / took), rows_ / 2 + 1, 2 * rows_);
  if (rows_done_ < view_height_) return;
  if (kind_ == PictureKind::view_alone) {
    image_ = renderer_.read_kept();
    write();
  } else {
    for (ImDrawList* list : lists_)
      gui::replace_texture(*list, renderer_.texture(), renderer_.kept_texture());
    stage_ = Stage::interface;
  }
}

void WindowPicture::draw_interface_rows() {
  const int rows = std::min(kInterfaceRows, window_.second - interface_done_);
  // A framebuffer of the part's size; ImGui draws into it what lies within these rows.
  Framebuffer screen;
  screen.resize(scale_ * window_.first, scale_ * rows, 0);
  screen.bind();
  glDisable(GL_FRAMEBUFFER_SRGB);
  clear_screen();
  // ImGui's own units may be larger than the window's pixels.
  ImDrawData part = interface_;
  const ImVec2 dots = interface_.FramebufferScale;
  part.DisplayPos.y += static_cast<float>(interface_done_) / dots.y;
  part.DisplaySize.y = static_cast<float>(rows) / dots.y;
  part.FramebufferScale = {static_cast<float>(scale_) * dots.x, static_cast<float>(scale_) * dots.y};
  ImGui_ImplOpenGL3_RenderDrawData(&part);
  screen.resolve();
  const Image drawn = screen.read();
  image_.rgb.insert(image_.rgb.end(), drawn.rgb.begin(), drawn.rgb.end());
  interface_done_ += rows;
  if (interface_done_ == window_.second) write();
}

void WindowPicture::write() {
  renderer_.drop_kept();
  stage_ = Stage::writing;
  written_.start("Writing " + name_, [image = std::move(image_), name = name_](const Job::GoOn&) {
    write_png(name, image);
    return true;
  });
}

void WindowPicture::end() {
  for (ImDrawList* list : lists_) IM_DELETE(list);
  lists_.clear();
  view_ = {};
  renderer_.drop_kept();
  stage_ = Stage::none;
}

}  // namespace grouser::desktop
