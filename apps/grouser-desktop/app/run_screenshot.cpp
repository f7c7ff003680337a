// One picture without a display: the same renderer and the same user interface, drawn off screen.
#include <epoxy/gl.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "app/app.hpp"
#include "app/imgui_context.hpp"
#include "app/programs.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/simulation/step/world.hpp"
#include "hal/framebuffer.hpp"
#include "hal/headless.hpp"

namespace grouser::desktop {
namespace {

/// One picture of the user interface, into ImGui's list.
void build_picture(App& app, const ProgramOptions& options, double now) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(options.width), static_cast<float>(options.height)};
  io.DeltaTime = 1.0f / 60.0f;
  io.MousePos = {-1e6f, -1e6f};
  app.update(now);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  app.build_gui();
  ImGui::Render();
}

Image draw_with_ui(App& app, const ProgramOptions& options) {
  ImGui_ImplOpenGL3_Init("#version 330 core");
  Framebuffer screen;
  screen.resize(options.width, options.height, 0);
  // Sizes settle within three pictures; a map is read and painted beside the window.
  constexpr int kSettled = 3;
  constexpr auto kNap = std::chrono::milliseconds(5);
  for (int k = 0; k < kSettled || !app.terrain_complete(); ++k) {
    if (k >= kSettled) std::this_thread::sleep_for(kNap);
    build_picture(app, options, std::min(k, kSettled) / 60.0);
  }
  app.render();
  screen.bind();
  glDisable(GL_FRAMEBUFFER_SRGB);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  screen.resolve();
  Image image = screen.read();
  ImGui_ImplOpenGL3_Shutdown();
  return image;
}

/// A map or recipe that could not be read is told in the log.
void refuse_failure(const Session& session) {
  for (const LogLine& line : session.log())
    if (line.level == LogLevel::error) throw InputError(line.text);
}

}  // namespace

int run_screenshot(const ProgramOptions& options) {
  check_program_outputs(options);
  const HeadlessContext context;
  const ImGuiOwner imgui;
  const float scale = options.ui_scale > 0.0f ? options.ui_scale : 1.0f;
  const Fonts fonts = apply_theme(scale);
  const auto renderer = make_gl_renderer();
  Session session([] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  });
  const bool terrain = is_map_name(options.file) || is_recipe(options.file);
  if (terrain && !options.with_ui)
    throw InputError("--no-ui", "a height map, which has no 3D view", "a scenario or run, or no --no-ui");
  if (!options.file.empty() && !terrain) session.open_at(options.file, options.at);
  if (!options.compare.empty()) session.compare_at_once(options.compare);
  if (session.world()) check_program_outputs(options, session.world()->files);
  for (const LogLine& line : session.log()) {
    if (line.level == LogLevel::notice) std::cerr << "grouser-desktop: " << shown_line(line.text) << "\n";
  }
  KeptState kept;  // the defaults: a picture does not depend on what somebody did before
  kept.forces = options.forces;
  App app(*renderer, session, kept, fonts, scale, list_scenarios());
  app.quality().fix_at_best();
  app.show_opened(options.camera);
  if (terrain) {
    app.open(options.file);
  }
  app.show_tab(options.tab);
  if (options.help_panel) app.show_help();
  if (options.with_ui) {
    const Image image = draw_with_ui(app, options);
    if (terrain) refuse_failure(session);
    write_png(options.screenshot, image);
  } else {
    app.update(0.0);
    app.render_alone(options.width, options.height);
    write_png(options.screenshot, renderer->read());
  }
  if (!options.ui_map.empty()) write_ui_map(options.ui_map, app.ui_map(), app.report());
  return 0;
}

}  // namespace grouser::desktop
