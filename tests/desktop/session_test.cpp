// SPDX-License-Identifier: BSD-3-Clause
// Live runs and replays through the session: whatever the window does to the pace, the results are those of
// the bare simulation; a replay shows the poses that were recorded.
#include <filesystem>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "folders.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// Hashes of the bare simulation, one a step from the start.
std::vector<std::uint64_t> bare_hashes(const std::string& scenario, std::size_t steps) {
  Simulation simulation = start_simulation(load_world(scenario));
  std::vector<std::uint64_t> hashes = {simulation.state_hash()};
  while (hashes.size() <= steps) {
    REQUIRE(simulation.step() == StepStatus::ok);
    hashes.push_back(simulation.state_hash());
  }
  return hashes;
}

}  // namespace

TEST_CASE(
    "live session: steps, pace, scrubbing and reset leave the results as the bare simulation has them") {
  const std::vector<std::uint64_t> expected = bare_hashes("free_fall", 120);
  Session session(wall_clock);
  session.open("free_fall");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  CHECK(session.view().state == RunState::paused);
  CHECK(session.view().frame->state_hash == expected[0]);

  session.single_step();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step == 1; }));
  CHECK(session.view().frame->state_hash == expected[1]);

  session.set_speed(0.5);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step >= 20; }));
  session.set_speed(2.0);
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step >= 60; }));
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::paused; }));

  // Every step was kept, so any earlier moment can be shown again.
  RunData& data = *session.view().data;
  for (std::size_t k = 0; k < 60; ++k) CHECK(data.frame(k)->state_hash == expected[k]);
  session.seek(data.times()[10]);
  session.update();
  CHECK(session.view().looking_back);
  CHECK(session.view().state == RunState::paused);
  CHECK(session.view().frame->step == 10);
  session.step_back();
  session.update();
  CHECK(session.view().frame->step == 9);

  session.reset();
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.frame->step == 0 && run.newest == 0.0; }));
  CHECK(session.view().frame->state_hash == expected[0]);
}

TEST_CASE("session: what cannot be opened is one line in the log, and what is open stays") {
  Session session(wall_clock);
  session.open_at("free_fall", 0.03);
  const auto scene = session.view().scene;
  REQUIRE(scene);
  session.open("/no/such/file.toml");
  REQUIRE(update_until(session, [&](const RunView& run) {
    return !run.loading && session.log().back().level == LogLevel::error;
  }));
  CHECK(session.view().scene == scene);
  CHECK(session.log().back().text.find("/no/such/file.toml") != std::string::npos);
  CHECK(session.log().back().text.find('\n') == std::string::npos);
}

TEST_CASE("replay: poses, channels and times are those of the recorded run, seeking does not play") {
  const std::filesystem::path file = test::binary_folder() / "desktop_session_test.h5";
  // Long enough for the wheels to leave their first footprints.
  Simulation simulation = start_simulation(load_world("drive_flat_soft", {parse_override("duration=25.0")}));
  RunOptions options;
  options.out = file;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  Frame last;
  FrameWriter(simulation.world()).fill(simulation, last);

  Session session(wall_clock);
  session.open_at(file.string(), 1e9);
  const RunView& run = session.view();
  CHECK(run.mode == SessionMode::replay);
  REQUIRE(run.frame);
  REQUIRE(run.frame->body_poses.size() == last.body_poses.size());
  for (std::size_t b = 0; b < last.body_poses.size(); ++b) {
    CHECK((run.frame->body_poses[b].p - last.body_poses[b].p).norm() == 0.0);
    CHECK((run.frame->body_poses[b].R - last.body_poses[b].R).norm() <
          1e-14);  // by way of a quaternion: rounding
  }
  CHECK(run.frame->state_hash == last.state_hash);
  REQUIRE(run.ground);
  CHECK_FALSE(run.ground->all_tiles().empty());
  const std::span<const double> column = run.data->column(0);
  REQUIRE(column.size() == run.data->frame_count());
  CHECK(column.back() == last.channels[0]);
  session.seek(0.5);
  session.update();
  CHECK(session.view().state == RunState::paused);
  CHECK(session.view().frame->time <= 0.5 + 1e-9);
  CHECK(session.view().frame->time > 0.45);
  std::filesystem::remove(file);
}

TEST_CASE(
    "session: a run that is held plays to that step, whatever the pictures, and goes on when it is let go") {
  Session session(wall_clock);
  session.open("free_fall");
  REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::live; }));
  session.hold_at(150);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step == 150; }));
  for (int k = 0; k < 3; ++k) {  // the worker has answered each time, and could have stepped
    session.play_pause();
    REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::paused; }));
    session.play_pause();
    REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::playing; }));
    CHECK(session.view().frame->step == 150);
  }
  session.play_pause();
  session.hold_at(0);
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::paused; }));
  CHECK(session.view().frame->step == 150);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame->step > 160; }));
}
