// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of the window: the time of a replay's seeks, and the share of a running simulation's pace
// that the window takes away.
#include <fmt/format.h>
#include <imgui.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>

#include "app/app.hpp"
#include "app/programs/imgui_context.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "widgets/theme.hpp"

namespace {

using namespace grouser;
using namespace grouser::desktop;

double wall_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The whole program but for pixels: panels are built, nothing is drawn.
struct UnseenProgram {
  ImGuiOwner imgui;
  Fonts fonts = apply_theme(1.0f);
  NullRenderer renderer;
  Session session{wall_time};
  KeptState kept;
  App app{renderer, session, kept, fonts, 1.0f, {}};

  UnseenProgram() {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    ImGui::GetIO().DisplaySize = {1280.0f, 720.0f};
    ImGui::GetIO().DeltaTime = 1.0f / 30.0f;
  }
  void picture() {
    app.update(wall_time());
    ImGui::NewFrame();
    app.build_gui();
    ImGui::Render();
    app.render();
  }
  /// Opens a file and waits until it is shown.
  void open(const std::string& file) {
    app.open(file);
    do picture();
    while (session.view().loading || !session.view().frame);
    for (const LogLine& line : session.log())
      if (line.level == LogLevel::error) throw InputError(line.text);
  }
};

double share(const std::vector<double>& sorted, double part) {
  return sorted[std::min(sorted.size() - 1,
                         static_cast<std::size_t>(part * static_cast<double>(sorted.size())))];
}

void print_times(const char* what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  fmt::print("{:32} median {:7.1f} ms   95 % below {:7.1f} ms   longest {:7.1f} ms\n", what,
             1e3 * share(times, 0.5), 1e3 * share(times, 0.95), 1e3 * times.back());
}

/// Seeks to moments drawn by lot: until the frame is there, and until the panels that show it are built.
void print_seeks(const std::string& file, int count) {
  UnseenProgram program;
  const double begun = wall_time();
  program.open(file);
  fmt::print("{:32} {:7.1f} ms\n", "opened", 1e3 * (wall_time() - begun));
  Session& session = program.session;
  std::vector<double> frames, pictures;
  math::RandomStream random(1, 0);
  for (int i = 0; i < count; ++i) {
    const double before = wall_time();
    session.seek(session.view().duration * random.uniform());
    session.update();
    frames.push_back(wall_time() - before);
    program.picture();
    pictures.push_back(wall_time() - before);
  }
  print_times("seek, frame", std::move(frames));
  print_times("seek, and a picture of panels", std::move(pictures));
}

constexpr double kPart = 5.0, kPicture = 1.0 / 30.0;  // s: of one measurement, between two pictures

/// Steps a second of a simulation on a thread of its own: bare, or with its metrics, as `grouser run` steps
/// it.
double lone_pace(const std::string& scenario, bool with_metrics) {
  Simulation simulation = start_simulation(load_world(scenario, {{"duration", "100000"}}));
  MetricsTracker tracker(simulation);
  std::atomic<bool> enough{false};
  std::int64_t steps = 0;
  const double begun = wall_time();
  std::thread worker([&] {
    while (!enough.load(std::memory_order_relaxed) && simulation.step() == StepStatus::ok) {
      if (with_metrics) tracker.observe(simulation);
      ++steps;
    }
  });
  std::this_thread::sleep_for(std::chrono::duration<double>(kPart));
  enough = true;
  worker.join();
  return static_cast<double>(steps) / (wall_time() - begun);
}

/// The same simulation in the window's worker, as fast as it can, while the window makes 30 pictures a
/// second.
double shown_pace(const std::string& scenario) {
  UnseenProgram program;
  program.session.open(scenario, {{"duration", "100000"}});
  do program.picture();
  while (program.session.view().loading || !program.session.view().frame);
  program.session.set_speed(1e6);
  program.session.play_pause();
  const auto step = [&] { return program.session.view().frame->step; };
  while (step() == 0) program.picture();
  // Frames are seconds of simulated time apart: steps count from one new frame to another, not up to the last
  // one's age.
  const std::int64_t first = step();
  const double begun = wall_time();
  std::int64_t last = first;
  double seen = begun;
  for (double next = begun; wall_time() < begun + kPart;) {
    program.picture();
    if (step() != last) last = step(), seen = wall_time();
    next += kPicture;
    std::this_thread::sleep_for(std::chrono::duration<double>(next - wall_time()));
  }
  if (last == first) throw InputError(scenario, "no new frame in 5 s", "a simulation that is faster");
  return static_cast<double>(last - first) / (seen - begun);
}

/// Measures the three paces one after the other in each round. The machine's own pace drifts from round to
/// round; a ratio within a round does not see this, and the median over rounds leaves disturbed rounds out.
void print_cost(const std::string& scenario, int rounds) {
  std::vector<double> of_run, of_bare;  // shares that the window takes, one per round, %
  for (int i = 0; i < rounds; ++i) {
    const double bare = lone_pace(scenario, false);
    const double run = lone_pace(scenario, true);
    const double shown = shown_pace(scenario);
    of_run.push_back(100.0 * (1.0 - shown / run));
    of_bare.push_back(100.0 * (1.0 - shown / bare));
    fmt::print("steps/s: bare {:.0f}, with metrics {:.0f}, in the window {:.0f}: the window takes {:.1f} %\n",
               bare, run, shown, of_run.back());
  }
  std::sort(of_run.begin(), of_run.end());
  std::sort(of_bare.begin(), of_bare.end());
  fmt::print(
      "the window takes {:.1f} % of a run with its metrics (median; quartiles {:.1f} and {:.1f}), {:.1f} % "
      "of bare steps\n",
      share(of_run, 0.5), share(of_run, 0.25), share(of_run, 0.75), share(of_bare, 0.5));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App cli("Benchmarks of the window");
  cli.require_subcommand(1);
  std::string file;
  int count = 100, rounds = 9;
  CLI::App* seeks = cli.add_subcommand("seeks", "Milliseconds of a replay's seeks");
  seeks->add_option("RUN", file, "Run file")->required();
  seeks->add_option("--count", count, "Seeks")->check(CLI::PositiveNumber);
  seeks->callback([&] { print_seeks(file, count); });
  CLI::App* cost = cli.add_subcommand("cost", "Pace of a simulation alone and in the window");
  cost->add_option("SCENARIO", file, "Scenario")->required();
  cost->add_option("--rounds", rounds, "Repetitions, of which the median counts")->check(CLI::PositiveNumber);
  cost->callback([&] { print_cost(file, rounds); });
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return cli.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::cerr << "bench_window: error: " << error.what() << "\n";
    return 1;
  }
  return 0;
}
