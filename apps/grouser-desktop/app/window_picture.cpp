#include "app/window_picture.hpp"

#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_impl_opengl3.h>

#include <filesystem>

#include "grouser/base/error.hpp"
#include "hal/framebuffer.hpp"

namespace grouser::desktop {
namespace {

/// A name that is not taken yet, in the working folder: pictures are what the person asked for.
std::string free_picture_name() {
  for (int k = 1;; ++k) {
    std::string name = fmt::format("grouser-{:03d}.png", k);
    if (!std::filesystem::exists(name)) return name;
  }
}

/// The user interface at `scale` pixels for one; the view's texture is in it.
Image draw_interface(int scale, std::pair<int, int> window) {
  Framebuffer screen;
  screen.resize(scale * window.first, scale * window.second, 0);
  screen.bind();
  glDisable(GL_FRAMEBUFFER_SRGB);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImDrawData* data = ImGui::GetDrawData();
  const ImVec2 before = data->FramebufferScale;
  data->FramebufferScale = {static_cast<float>(scale) * before.x, static_cast<float>(scale) * before.y};
  ImGui_ImplOpenGL3_RenderDrawData(data);
  data->FramebufferScale = before;
  screen.resolve();
  return screen.read();
}

}  // namespace

void save_window_picture(PictureKind kind, App& app, Renderer& renderer, Session& session,
                         std::pair<int, int> window) {
  const int scale = app.picture_scale();
  const auto [width, height] = app.view_size();
  try {
    const bool transparent = kind == PictureKind::view_alone && app.picture_transparent();
    app.render_alone(std::max(1, scale * width), std::max(1, scale * height), transparent);
    const std::string name = free_picture_name();
    write_png(name, kind == PictureKind::view_alone ? renderer.read() : draw_interface(scale, window));
    session.add_log(LogLevel::done, "Saved " + std::filesystem::absolute(name).string());
  } catch (const Error& error) {
    session.add_log(LogLevel::error, error.what());
  }
}

}  // namespace grouser::desktop
