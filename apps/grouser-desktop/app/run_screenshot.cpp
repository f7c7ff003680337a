// One picture without a display: the same renderer and the same user interface, drawn off screen.
#include <chrono>
#include <iostream>

#include "app/app.hpp"
#include "app/imgui_context.hpp"
#include "app/offscreen.hpp"
#include "app/programs.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/simulation/step/world.hpp"
#include "hal/headless.hpp"

namespace grouser::desktop {
namespace {

Image draw_with_ui(App& app, const ProgramOptions& options) {
  Offscreen screen(app, options.width, options.height);
  for (int k = 0; k < Offscreen::kToSettle; ++k) screen.draw(k / 60.0);
  return screen.read();
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
  kept.overlay = static_cast<int>(options.overlay);
  App app(*renderer, session, kept, fonts, scale, list_scenarios());
  app.quality().fix_at_best();
  app.show_opened(options.camera);
  if (!options.view.empty()) app.look_from(options.view);
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
