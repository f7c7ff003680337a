// SPDX-License-Identifier: BSD-3-Clause
// One picture without a display: the same renderer and the same user interface, drawn off screen.
#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

#include "app/app.hpp"
#include "app/programs/headless_program.hpp"
#include "app/programs/offscreen.hpp"
#include "app/programs/programs.hpp"
#include "app/ui_map_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/mission/campaign/row_store.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

/// Pictures are drawn until sizes have settled and everything has been read; the last one is the result.
Image draw_with_ui(App& app, const ProgramOptions& options) {
  Offscreen screen(app, options.width, options.height);
  // A map is read and painted beside the window, and so are curves found.
  constexpr auto kNap = std::chrono::milliseconds(5);
  for (int k = 0; k < Offscreen::kToSettle || !app.complete(); ++k) {
    if (k >= Offscreen::kToSettle) std::this_thread::sleep_for(kNap);
    screen.draw(k / 60.0);
  }
  return screen.read();
}

/// Throws InputError with the first error in the log: the log is where a map or recipe reports that it could
/// not be read.
void refuse_failure(const Session& session) {
  for (const LogLine& line : session.log())
    if (line.level == LogLevel::error) throw InputError(line.text);
}

}  // namespace

int run_screenshot(const ProgramOptions& options) {
  check_program_outputs(options);
  HeadlessProgram program(options.ui_scale);
  Session& session = program.session;
  std::error_code ec;
  const bool folder = std::filesystem::is_directory(options.file, ec);
  const bool terrain = is_still_file(options.file);
  if (folder) read_manifest(options.file);  // or it is refused in words
  if (terrain && !options.with_ui)
    throw InputError("--no-ui", "a height map or a folder, which has no 3D view",
                     "a scenario or run, or no --no-ui");
  // The file is read here, not beside the window: the picture shows it whole.
  if (!options.file.empty() && !terrain) session.open_at(options.file, options.at);
  if (!options.compare.empty()) session.compare_at_once(options.compare);
  // The files that the scenario names are known only after it was read.
  if (session.world()) check_program_outputs(options, session.world()->files);
  for (const LogLine& line : session.log()) {
    if (line.level == LogLevel::notice) std::cerr << "grouser-desktop: " << shown_line(line.text) << "\n";
  }
  KeptState kept;  // the defaults: a picture does not depend on earlier sessions
  kept.forces = options.forces;
  kept.overlay = static_cast<int>(options.overlay);
  App app(*program.renderer, session, kept, program.fonts, program.scale, list_scenarios());
  // The picture as the options describe it.
  app.quality().fix_at_best();
  app.show_opened(options.camera);
  if (terrain) app.open(options.file);
  if (!options.view.empty()) app.look_from(options.view);
  app.show_bodies(options.cut, Shown::cut);
  app.show_bodies(options.hidden, Shown::hidden);
  app.show_tab(options.tab);
  if (options.help_panel) app.show_help();
  // With the panels, or the view alone.
  if (options.with_ui) {
    const Image image = draw_with_ui(app, options);
    if (terrain) refuse_failure(session);
    write_png(options.screenshot, image);
  } else {
    app.update(0.0);
    app.render_alone(options.width, options.height);
    write_png(options.screenshot, program.renderer->read());
  }
  if (!options.ui_map.empty()) write_ui_map(options.ui_map, app.ui_map(), app.report());
  return 0;
}

}  // namespace grouser::desktop
