// How quickly pictures come: opens a file, lets it play and draws for some seconds without a display. The same
// renderer, user interface and quality control as in the window; a picture ends when the last pixel is there.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <numeric>

#include "app/app.hpp"
#include "app/headless_program.hpp"
#include "app/offscreen.hpp"
#include "app/programs.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {
namespace {

/// Of all threads, also those of a driver that draws with the processor.
double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The value that this share of the sorted list lies below.
double share(const std::vector<double>& sorted, double part) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

void print(std::vector<double> times, double processor, const App& app, const ProgramOptions& options) {
  std::sort(times.begin(), times.end());
  const double total = std::accumulate(times.begin(), times.end(), 0.0);
  const double count = static_cast<double>(times.size());
  fmt::print(
      "pictures             {:8}\n"
      "size                 {}x{}\n"
      "view drawn at        {:8.2f}\n"
      "pictures per second  {:8.1f}\n"
      "mean                 {:8.1f} ms\n"
      "95 % below           {:8.1f} ms\n"
      "longest              {:8.1f} ms\n"
      "processor, mean      {:8.1f} ms\n",
      times.size(), options.width, options.height, app.quality().scale(), count / total, 1e3 * total / count,
      1e3 * share(times, 0.95), 1e3 * times.back(), 1e3 * processor / count);
}

}  // namespace

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
  do {
    pictures.draw(wall_time());
    if (wall_time() - begun > kLoading) throw RunError(options.file + " was not loaded within 120 s");
  } while (session.view().loading);
  for (const LogLine& line : session.log())
    if (line.level == LogLevel::error) throw InputError(line.text);
  app.set_preset(options.camera);
  session.play_pause();
  for (const double end = wall_time() + kSettling; wall_time() < end;) pictures.draw(wall_time());
  std::vector<double> times;
  const double processor = processor_time(), start = wall_time();
  while (wall_time() < start + options.measure) {
    const double before = wall_time();
    pictures.draw(wall_time());
    times.push_back(wall_time() - before);
  }
  print(std::move(times), processor_time() - processor, app, options);
  return 0;
}

}  // namespace grouser::desktop
