// SPDX-License-Identifier: BSD-3-Clause
// Measures the rate of pictures: it opens a file, plays it and draws for some seconds without a display,
// with the renderer, user interface and quality control of the window. A picture ends when its last pixel
// is there.
#include "app/app.hpp"
#include "app/programs/headless_program.hpp"
#include "app/programs/measured_pictures.hpp"
#include "app/programs/offscreen.hpp"
#include "app/programs/programs.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

int run_measure(const ProgramOptions& options) {
  constexpr double kLoading = 120.0,
                   kSettling = 6.0;  // s: given to loading, and to the quality to find its level
  HeadlessProgram program(options.ui_scale);
  Session& session = program.session;
  KeptState kept;
  kept.forces = options.forces;
  kept.overlay = static_cast<int>(options.overlay);
  App app(*program.renderer, session, kept, program.fonts, program.scale, list_scenarios());
  app.open(options.file, options.at);
  app.show_tab(options.tab);
  Offscreen pictures(app, options.width, options.height);
  const double begun = wall_time();
  // Loads the file; an error in the log ends the measurement.
  do {
    pictures.draw(wall_time());
    if (wall_time() - begun > kLoading) throw RunError(options.file + " was not loaded within 120 s");
  } while (session.view().loading);
  for (const LogLine& line : session.log())
    if (line.level == LogLevel::error) throw InputError(line.text);
  // Plays it until the quality has found its level, then measures.
  app.set_preset(options.camera);
  session.play_pause();
  for (const double end = wall_time() + kSettling; wall_time() < end;) pictures.draw(wall_time());
  MeasuredPictures measured;
  const double processor = processor_time(), start = wall_time();
  while (wall_time() < start + options.measure) {
    const double before = wall_time();
    pictures.draw(wall_time());
    measured.times.push_back(wall_time() - before);
  }
  measured.processor = processor_time() - processor;
  measured.scale = app.quality().scale();
  print_measured(std::move(measured), options, false);
  return 0;
}

}  // namespace grouser::desktop
