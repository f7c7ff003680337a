// The window: events in, pictures out.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <chrono>

#include "app/app.hpp"
#include "app/imgui_context.hpp"
#include "app/kept_file.hpp"
#include "app/programs.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/error.hpp"
#include "shared/interrupt.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMapInterval = 0.15;  // s between two writings of the map of widgets
constexpr int kInterrupted = 130;      // exit code

/// ImGui's two backends, started and ended together.
class Backends {
 public:
  explicit Backends(const Window& window) {
    ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
  }
  ~Backends() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
  }
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;
};

/// A name that is not taken yet, in the working folder: pictures are what the person asked for.
std::string free_picture_name() {
  for (int k = 1;; ++k) {
    std::string name = fmt::format("grouser-{:03d}.png", k);
    if (!std::filesystem::exists(name)) return name;
  }
}

void save_picture(Session& session, const Window& window) {
  Image image{window.pixel_width(), window.pixel_height(), {}};
  image.rgb.resize(3u * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  std::vector<std::uint8_t> rows(image.rgb.size());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, image.width, image.height, GL_RGB, GL_UNSIGNED_BYTE, rows.data());
  const std::size_t row = 3u * static_cast<std::size_t>(image.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    std::copy_n(rows.begin() + static_cast<long>((static_cast<std::size_t>(image.height) - 1 - y) * row), row,
                image.rgb.begin() + static_cast<long>(y * row));
  }
  try {
    const std::string name = free_picture_name();
    write_png(name, image);
    session.add_log(LogLevel::info, "Saved " + name);
  } catch (const Error& error) {
    session.add_log(LogLevel::error, error.what());
  }
}

void take_events(Window& window, App& app) {
  for (const KeyPress& key : window.take_keys()) app.press(key);
  for (const auto& path : window.take_drops()) app.open(path.string());
  if (app.take_fullscreen()) window.toggle_fullscreen();
  if (app.wants_quit()) window.close();
}

}  // namespace

int run_window(const ProgramOptions& options) {
  check_program_outputs(options);
  cli::catch_interrupts();
  Window window(options.width, options.height, options.size_told ? WindowSize::as_told : WindowSize::fitted,
                "Grouser");
  const ImGuiOwner imgui;
  const Backends backends(window);
  const float scale = options.ui_scale > 0.0f ? options.ui_scale : window.content_scale();
  const Fonts fonts = apply_theme(scale);
  const auto renderer = make_gl_renderer();
  const std::filesystem::path kept_path = kept_file_path();
  KeptState kept = read_kept_state(kept_path);
  Session session([] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  });
  App app(*renderer, session, kept, fonts, scale, list_scenarios());
  if (!options.file.empty()) app.open(options.file, options.at);
  if (!options.compare.empty()) session.compare_with(options.compare);
  app.show_tab(options.tab);
  std::string title;
  bool picture_due = false;
  double mapped = -1.0;
  while (!window.should_close()) {
    // A minimised window needs no pictures, only its news; a still one need not hurry.
    const bool still = session.view().state != RunState::playing && !session.view().loading;
    window.poll(window.minimised() ? 0.2 : still ? 0.03 : 0.0);
    if (cli::interrupted()) window.close();  // as a person would: a recording is closed on the way out
    take_events(window, app);
    app.update(window.now());
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    app.build_gui();
    ImGui::Render();
    app.render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, window.pixel_width(), window.pixel_height());
    glDisable(GL_FRAMEBUFFER_SRGB);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    picture_due = app.take_picture() || picture_due;
    if (std::exchange(picture_due, false)) save_picture(session, window);
    window.swap();
    if (app.title() != title) window.set_title(title = app.title());
    if (!options.ui_map.empty() && window.now() - mapped > kMapInterval) {
      write_ui_map(options.ui_map, app.ui_map(), app.report());
      mapped = window.now();
    }
  }
  write_kept_state(kept_path, kept);
  return cli::interrupted() ? kInterrupted : 0;
}

}  // namespace grouser::desktop
