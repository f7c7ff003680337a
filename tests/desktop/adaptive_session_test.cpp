// SPDX-License-Identifier: BSD-3-Clause
// Runs whose step changes, through the session: pace, steps, jumps, recordings and pictures go by simulated
// time, and the results are those of the bare simulation.
#include <atomic>
#include <cmath>
#include <filesystem>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "scratch_folder.hpp"
#include "session/run/stepping.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

const std::vector<Override> kAdaptive = {parse_override("integration.adaptive=true"),
                                         parse_override("duration=2.0")};

struct BareStep {
  double time;
  std::uint64_t hash;
  double next;  // s: the step it expects to take from here; one that meets the ground is cut short
};

/// The bare simulation from the start to its end, step by step.
std::vector<BareStep> bare_steps() {
  Simulation simulation = start_simulation(load_world("free_fall", kAdaptive));
  std::vector<BareStep> steps = {{simulation.time(), simulation.state_hash(), next_step(simulation)}};
  while (!simulation.finished()) {
    REQUIRE(simulation.step() == StepStatus::ok);
    steps.push_back({simulation.time(), simulation.state_hash(), next_step(simulation)});
  }
  return steps;
}

/// The scenario as a file, for what takes a path.
std::filesystem::path scenario_file(const ScratchFolder& folder) {
  const std::filesystem::path file = folder / "adaptive.toml";
  std::string text = read_text_file(resolve_asset("free_fall", "scenarios"));
  text.insert(text.find("step = 0.001"), "adaptive = true\n");
  text.replace(text.find("duration = 5.0"), 14, "duration = 2.0");
  write_file_atomically(file, text);
  return file;
}

bool is_open(const RunView& run) { return run.mode == SessionMode::live && run.frame; }

}  // namespace

TEST_CASE("adaptive live run: simulated time keeps to the clock, at every speed") {
  const std::vector<BareStep> bare = bare_steps();
  double shortest = 1e9, longest = 0.0;
  for (std::size_t k = 1; k + 1 < bare.size(); ++k) {
    shortest = std::min(shortest, bare[k].time - bare[k - 1].time);
    longest = std::max(longest, bare[k].time - bare[k - 1].time);
  }
  REQUIRE(longest > 20.0 * shortest);  // flight and impact: else this shows nothing

  for (const double speed : {0.5, 4.0}) {
    std::atomic<double> clock{100.0};
    Session session([&] { return clock.load(); });
    session.open("free_fall", kAdaptive);
    REQUIRE(update_until(session, is_open));
    CHECK(session.view().adaptive);
    session.set_speed(speed);
    session.play_pause();
    REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::playing; }));
    for (int picture = 1; picture <= 40; ++picture) {
      clock = 100.0 + 0.02 * picture;
      const double due = std::min(2.0, speed * 0.02 * picture);
      // All steps that are expected to end by now are taken, and no other.
      std::size_t at = 0;
      while (at + 1 < bare.size() && bare[at].time + bare[at].next <= due + 1e-9) ++at;
      CAPTURE(speed, picture, due, at, bare[at].time, bare[at].next, session.view().newest);
      REQUIRE(update_until(session, [&](const RunView& run) { return run.newest >= bare[at].time; }));
      CHECK(session.view().newest == bare[at].time);
      CHECK(session.view().frame->state_hash == bare[at].hash);
    }
  }
}

TEST_CASE("adaptive live run: single steps, jumps and the reset are those of the bare run") {
  const std::vector<BareStep> bare = bare_steps();
  Session session(wall_clock);
  session.open("free_fall", kAdaptive);
  REQUIRE(update_until(session, is_open));
  for (std::int64_t step = 1; step <= 3; ++step) {
    session.single_step();
    REQUIRE(update_until(session, [&](const RunView& run) { return run.frame->step == step; }));
    const auto k = static_cast<std::size_t>(step);
    CHECK(session.view().time == bare[k].time);
    CHECK(session.view().step == Approx(bare[k].time - bare[k - 1].time));
  }
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::finished; }));
  RunData& data = *session.view().data;
  REQUIRE(data.frame_count() == bare.size());
  CHECK(data.times().back() == Approx(2.0).margin(1e-9));
  for (std::size_t k = 0; k < bare.size(); ++k) CHECK(data.frame(k)->state_hash == bare[k].hash);

  const std::size_t middle = bare.size() / 2;
  session.seek(0.5 * (bare[middle].time + bare[middle + 1].time));
  session.update();
  CHECK(session.view().frame->state_hash == bare[middle].hash);
  session.step_back();  // from between two frames to the earlier one, then to the one before
  session.update();
  CHECK(session.view().time == bare[middle].time);
  session.step_back();
  session.update();
  CHECK(session.view().frame->state_hash == bare[middle - 1].hash);
  session.single_step();
  session.update();
  CHECK(session.view().frame->state_hash == bare[middle].hash);

  session.reset();
  REQUIRE(update_until(session, [](const RunView& run) { return run.newest == 0.0; }));
  CHECK(session.view().frame->state_hash == bare[0].hash);
  session.single_step();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step == 1; }));
  CHECK(session.view().frame->state_hash == bare[1].hash);
}

TEST_CASE("adaptive recording from the window: the bits of the bare run, its replay goes by time") {
  const ScratchFolder folder("desktop_adaptive_recording");
  const auto file = folder / "live.h5", other = folder / "bare.h5";
  Session session(wall_clock);
  session.open("free_fall", kAdaptive);
  REQUIRE(update_until(session, is_open));
  session.start_recording(file.string());
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::finished; }));
  REQUIRE(update_until(session, [](const RunView& run) { return run.recording_path.empty(); }));

  Simulation simulation = start_simulation(load_world("free_fall", kAdaptive));
  RunOptions options;
  options.out = other;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  CHECK(RunReader(file).read_state_hashes() == RunReader(other).read_state_hashes());
  CHECK(RunReader(file).read_times() == RunReader(other).read_times());

  Session replay(wall_clock);
  replay.open_at(file.string(), 0.7);
  const RunView& run = replay.view();
  CHECK(run.adaptive);
  const std::vector<double>& times = run.data->times();
  const std::size_t at = run.data->frame_at(0.7);
  CHECK(run.frame->time == times[at]);
  CHECK(times[at] <= 0.7);
  CHECK(times[at + 1] > 0.7);
  const auto steps = static_cast<double>(run.data->step_number(at) - run.data->step_number(at - 1));
  CHECK(run.step == Approx((times[at] - times[at - 1]) / steps));
}

TEST_CASE("opening at a moment: a run file is there, a live run says that it begins at its beginning") {
  const ScratchFolder folder("desktop_open_at");
  const auto file = folder / "run.h5";
  Simulation simulation = start_simulation(load_world("free_fall", kAdaptive));
  RunOptions options;
  options.out = file;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  Session replay(wall_clock);
  replay.open(file.string(), {}, 0.7);
  REQUIRE(update_until(replay, [](const RunView& run) { return run.mode == SessionMode::replay; }));
  CHECK(replay.view().time == 0.7);
  CHECK(replay.view().state == RunState::paused);
  CHECK(replay.log().back().level != LogLevel::notice);
  Session live(wall_clock);
  live.open("free_fall", {}, 0.7);
  REQUIRE(update_until(live, is_open));
  CHECK(live.view().time == 0.0);
  CHECK(live.log().back().level == LogLevel::notice);
}

TEST_CASE("adaptive picture: the step nearest to the time asked for, beyond the end it is said") {
  const std::vector<BareStep> bare = bare_steps();
  const ScratchFolder folder("desktop_adaptive_picture");
  const auto file = scenario_file(folder);
  for (const double at : {0.05, 0.25, 0.331, 1.0}) {
    Session session(wall_clock);
    session.open_at(file.string(), at);
    // No step of the bare run is nearer by more than a step was cut short.
    std::size_t k = 0;
    while (k + 1 < bare.size() && std::fabs(bare[k + 1].time - at) <= std::fabs(bare[k].time - at)) ++k;
    CHECK(session.view().frame->time == bare[k].time);
    CHECK(session.view().frame->state_hash == bare[k].hash);
    CHECK(session.log().back().level != LogLevel::notice);
  }
  for (const double beyond : {2.0, 50.0}) {
    Session session(wall_clock);
    session.open_at(file.string(), beyond);
    CHECK(session.view().time == Approx(2.0).margin(1e-9));
    CHECK(session.view().state == RunState::finished);
    const bool told = session.log().back().level == LogLevel::notice &&
                      session.log().back().text.find("beyond the end") != std::string::npos;
    CHECK(told == (beyond > 2.0));
  }
}
