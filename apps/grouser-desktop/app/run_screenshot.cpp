// One picture without a display: the same renderer and the same user interface, drawn off screen.
#include <epoxy/gl.h>
#include <imgui_impl_opengl3.h>

#include <chrono>
#include <iostream>

#include "app/app.hpp"
#include "app/imgui_context.hpp"
#include "app/programs.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/simulation/step/world.hpp"
#include "hal/framebuffer.hpp"
#include "hal/headless.hpp"

namespace grouser::desktop {
namespace {

Image draw_with_ui(App& app, const ProgramOptions& options) {
  ImGui_ImplOpenGL3_Init("#version 330 core");
  Framebuffer screen;
  screen.resize(options.width, options.height, 0);
  ImGuiIO& io = ImGui::GetIO();
  // Sizes settle within three pictures.
  for (int k = 0; k < 3; ++k) {
    io.DisplaySize = {static_cast<float>(options.width), static_cast<float>(options.height)};
    io.DeltaTime = 1.0f / 60.0f;
    io.MousePos = {-1e6f, -1e6f};
    app.update(k / 60.0);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    app.build_gui();
    ImGui::Render();
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
  if (!options.file.empty()) session.open_at(options.file, options.at);
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
  app.show_tab(options.tab);
  if (options.help_panel) app.show_help();
  if (options.with_ui) {
    write_png(options.screenshot, draw_with_ui(app, options));
  } else {
    app.update(0.0);
    app.render_alone(options.width, options.height);
    write_png(options.screenshot, renderer->read());
  }
  if (!options.ui_map.empty()) write_ui_map(options.ui_map, app.ui_map(), app.report());
  return 0;
}

}  // namespace grouser::desktop
