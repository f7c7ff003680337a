// SPDX-License-Identifier: BSD-3-Clause
// Live runs written to a file from the session, and two runs shown side by side.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "folders.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

std::filesystem::path scratch(const std::string& name) { return test::binary_folder() / name; }

/// Hash of each frame of the run as `grouser run` writes it.
std::vector<std::uint64_t> hashes_of_bare_run(const std::string& scenario,
                                              const std::filesystem::path& file) {
  Simulation simulation = start_simulation(load_world(scenario));
  RunOptions options;
  options.out = file;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  return RunReader(file).read_state_hashes();
}

}  // namespace

TEST_CASE("recording: a run that has begun starts again, and the file holds the bits of the bare run") {
  const auto file = scratch("desktop_recorded.h5"), bare = scratch("desktop_bare.h5");
  Session session(wall_clock);
  session.open("free_fall");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  session.single_step();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step == 1; }));
  session.start_recording(file.string());
  REQUIRE(update_until(session, [](const RunView& run) { return !run.recording_path.empty(); }));
  CHECK(session.view().frame->step == 0);
  CHECK(session.view().state == RunState::paused);
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::finished; }));
  REQUIRE(update_until(session, [](const RunView& run) { return run.recording_path.empty(); }));
  CHECK(session.take_recorded() == std::vector<std::string>{file.string()});

  const RunReader reader(file);
  CHECK(reader.closed_cleanly());
  CHECK(reader.read_state_hashes() == hashes_of_bare_run("free_fall", bare));
  CHECK(reader.summary().find("\"completed\"") != std::string::npos);
  // What the window was told is what the file holds.
  std::vector<RunEvent> told = session.view().data->events(), written = reader.read_events();
  sort_events(written);
  std::erase_if(written, [](const RunEvent& e) { return e.kind == "warning"; });
  REQUIRE(told.size() == written.size());
  for (std::size_t k = 0; k < told.size(); ++k) CHECK(told[k].text == written[k].text);
  const RunReport stored = parse_report(reader.summary());
  CHECK(session.view().data->report().metrics.at("peak_wheel_force").value ==
        stored.metrics.at("peak_wheel_force").value);
  std::filesystem::remove(file);
  std::filesystem::remove(bare);
}

TEST_CASE("recording: leaving the run closes the file") {
  const auto file = scratch("desktop_left.h5");
  {
    Session session(wall_clock);
    session.open("free_fall");
    REQUIRE(
        update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
    session.start_recording(file.string());
    session.set_speed(0.5);
    session.play_pause();
    REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step > 30; }));
  }
  const RunReader reader(file);
  CHECK(reader.closed_cleanly());
  CHECK(reader.frame_count() >= 2);
  CHECK(reader.read_times().front() == 0.0);
  CHECK(reader.read_steps().back() > 30);
  CHECK(reader.summary().find("\"interrupted\"") != std::string::npos);
  std::filesystem::remove(file);
}

TEST_CASE("recording: a file that cannot be made is one line in the log, and the run goes on") {
  Session session(wall_clock);
  session.open("free_fall");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  session.start_recording("/no/such/folder/run.h5");
  REQUIRE(
      update_until(session, [&](const RunView&) { return session.log().back().level == LogLevel::error; }));
  CHECK(session.log().back().text.find("/no/such/folder") != std::string::npos);
  session.single_step();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step == 1; }));
  CHECK(session.view().recording_path.empty());
}

TEST_CASE("comparison: the second run is shown at the time of the first, and taken away again") {
  const auto file = scratch("desktop_other.h5");
  const std::vector<std::uint64_t> hashes = hashes_of_bare_run("free_fall", file);
  Session session(wall_clock);
  session.open_at("free_fall", 0.3);
  session.compare_with(file.string());
  REQUIRE(update_until(session, [](const RunView& run) { return run.other_frame != nullptr; }));
  const RunView& run = session.view();
  CHECK(run.other_name == "desktop_other.h5");
  // The same scenario: the ghost stands where the rover stands.
  REQUIRE(run.other_frame->time == Approx(run.frame->time).margin(0.031));
  session.seek(0.0);
  session.update();
  CHECK(run.other_frame->state_hash == hashes[0]);
  CHECK(run.other_frame->state_hash == run.frame->state_hash);
  const auto rows = compare_metrics(run.data->report(), run.other->report());
  const auto weight =
      std::find_if(rows.begin(), rows.end(), [](const MetricRow& r) { return r.name == "weight"; });
  REQUIRE(weight != rows.end());
  CHECK(*weight->difference() == 0.0);
  session.end_comparison();
  session.update();
  CHECK(run.other == nullptr);
  session.compare_with("/no/such/run.h5");
  REQUIRE(
      update_until(session, [&](const RunView&) { return session.log().back().level == LogLevel::error; }));
  CHECK(run.other == nullptr);
  std::filesystem::remove(file);
}

TEST_CASE("comparison: a second run that cannot be opened leaves the one that is shown, with its path") {
  const auto file = scratch("desktop_other_kept.h5");
  hashes_of_bare_run("free_fall", file);
  Session session(wall_clock);
  session.open("free_fall");
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  session.compare_at_once(file.string());
  session.compare_with("/no/such/run.h5");
  REQUIRE(
      update_until(session, [&](const RunView&) { return session.log().back().level == LogLevel::error; }));
  CHECK(session.other_path() == file.string());
  CHECK(session.view().other_name == "desktop_other_kept.h5");
  std::filesystem::remove(file);
}

TEST_CASE(
    "a live run that meets a load that is not a number stops at its last good frame, closes its recording, "
    "and can begin again") {
  const auto file = scratch("desktop_broken.h5");
  Session session(wall_clock);
  session.spoil_at(0.2);
  session.open("free_fall");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  session.start_recording(file.string());
  REQUIRE(update_until(session, [](const RunView& run) { return !run.recording_path.empty(); }));
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::failed; }));
  REQUIRE(update_until(session, [](const RunView& run) { return run.recording_path.empty(); }));

  // Shown, and kept: the bare run's state one step before.
  const RunView& run = session.view();
  Simulation bare = start_simulation(load_world("free_fall"));
  while (bare.step_count() < run.frame->step) REQUIRE(bare.step() == StepStatus::ok);
  CHECK(run.newest >= 0.2);
  CHECK(run.newest < 0.2 + run.scene->step);
  CHECK(run.frame->state_hash == bare.state_hash());
  const RunEvent& told = run.data->events().back();
  CHECK(told.kind == "failure");
  CHECK(told.text.find("body chassis is not a number") != std::string::npos);
  CHECK(told.text.find("(step " + std::to_string(bare.step_count()) + ")") != std::string::npos);
  const auto in_log = [&](const LogLine& line) {
    return line.level == LogLevel::error && line.text.find(told.text) != std::string::npos;
  };
  CHECK(std::any_of(session.log().begin(), session.log().end(), in_log));

  const RunReader reader(file);
  CHECK(reader.closed_cleanly());
  CHECK(reader.read_state_hashes().back() == bare.state_hash());
  CHECK(reader.summary().find("\"failed\"") != std::string::npos);
  CHECK(reader.summary().find("not a number") != std::string::npos);

  session.reset();
  REQUIRE(update_until(session, [](const RunView& now) { return now.frame->step == 0; }));
  session.set_speed(1000.0);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& now) { return now.newest > 0.3; }));
  CHECK(run.state != RunState::failed);
  std::filesystem::remove(file);
}
