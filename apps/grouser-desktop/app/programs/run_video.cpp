// SPDX-License-Identifier: BSD-3-Clause
// A recorded run as a video, without a display: one picture for each moment of the plan, however long it
// takes.
#include <chrono>
#include <csignal>
#include <iostream>

#include "app/app.hpp"
#include "app/programs/headless_program.hpp"
#include "app/programs/offscreen.hpp"
#include "app/programs/programs.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "session/video/frame_sink.hpp"
#include "session/video/video_plan.hpp"
#include "shared/interrupt.hpp"
#include "shared/progress.hpp"

namespace grouser::desktop {
namespace {

/// Reports the progress on standard error and, for the window, on standard output; false once the window is
/// gone or somebody has interrupted, because nobody wants the video then.
class Teller {
 public:
  Teller(bool counts, std::size_t total) : counts_(counts), total_(total), progress_("video") {}
  bool tell(std::size_t done) {
    progress_.update(static_cast<double>(done), static_cast<double>(total_));
    if (counts_) std::cout << done << " " << total_ << std::endl;
    return std::cout.good() && !cli::interrupted();
  }

 private:
  bool counts_;
  std::size_t total_;
  cli::Progress progress_;
};

/// The picture at a moment of the run; `screen` null: the view without panels. `video_time`: s in the
/// video, which the interface takes for the clock.
Image picture_at(double time, double video_time, App& app, Session& session, Offscreen* screen,
                 Renderer& renderer, const ProgramOptions& options) {
  session.seek(time);
  if (screen != nullptr) {
    screen->draw(video_time);
    return screen->read();
  }
  app.update(video_time);
  app.render_alone(options.width, options.height);
  return renderer.read();
}

/// False where somebody stopped it.
bool draw_all(const VideoPlan& plan, App& app, Session& session, Renderer& renderer, FrameSink& sink,
              const ProgramOptions& options) {
  std::optional<Offscreen> screen;
  if (options.with_ui) screen.emplace(app, options.width, options.height);
  session.seek(plan.time(0));
  // The interface's sizes settle in some pictures that are not kept.
  const double picture = plan.duration() / static_cast<double>(plan.frames());
  for (int k = 0; screen && k < Offscreen::kToSettle; ++k) screen->draw(k * picture);
  Teller teller(options.report_frames, plan.frames());
  for (std::size_t k = 0; k < plan.frames(); ++k) {
    const double now = static_cast<double>(k + Offscreen::kToSettle) * picture;
    sink.add(picture_at(plan.time(k), now, app, session, screen ? &*screen : nullptr, renderer, options));
    if (!teller.tell(k + 1)) return false;
  }
  return true;
}

/// Refuses a size that the video's format cannot have, and files that must not be replaced.
void check(const ProgramOptions& options) {
  if (options.width % 2 != 0 || options.height % 2 != 0)
    throw InputError("--size", std::to_string(options.width) + "x" + std::to_string(options.height),
                     "even numbers of pixels, which the video's colour format needs");
  check_program_outputs(options);
}

}  // namespace

int run_video(const ProgramOptions& options) {
  check(options);
  std::signal(SIGPIPE, SIG_IGN);  // a broken pipe is reported as an error
  cli::catch_interrupts();
  HeadlessProgram program(options.ui_scale);
  Session& session = program.session;
  session.open_at(options.file, options.video_timing.from.value_or(0.0));
  if (session.view().mode != SessionMode::replay)
    throw InputError("--video", "the scenario " + options.file,
                     "a run file: record it with 'grouser run SCENARIO --out RUN.h5'");
  if (!options.compare.empty()) session.compare_at_once(options.compare);
  // The plan maps each picture of the video to a moment of the run.
  const std::vector<double>& times = session.view().data->times();
  const VideoPlan plan(options.video_timing, times.front(), times.back());
  KeptState kept;  // the defaults: a video does not depend on earlier sessions
  kept.forces = options.forces;
  kept.overlay = static_cast<int>(options.overlay);
  App app(*program.renderer, session, kept, program.fonts, program.scale, list_scenarios());
  app.quality().fix_at_best();
  app.show_opened(options.camera);
  if (!options.view.empty()) app.look_from(options.view);
  app.show_tab(options.tab);
  const auto sink = make_video_sink(options.video, {options.width, options.height, options.video_timing.fps});
  if (!draw_all(plan, app, session, *program.renderer, *sink, options)) {
    std::cerr << "grouser-desktop: interrupted, no video was written\n";
    return cli::kExitInterrupted;
  }
  sink->finish();
  if (!sink->note().empty()) std::cerr << "grouser-desktop: " << shown_line(sink->note()) << "\n";
  return 0;
}

}  // namespace grouser::desktop
