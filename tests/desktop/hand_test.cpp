// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand in the window: what is held becomes commands; a run driven at changing pace reruns to the bit.
#include <filesystem>
#include <numbers>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"
#include "session/hand_keys.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// What the desk has to say, once.
HandCommand next(HandWork& desk) {
  const auto command = desk.unsaid();
  REQUIRE(command);
  desk.said();
  return *command;
}

}  // namespace

TEST_CASE("hand: keys and sticks become commands, each said once") {
  HandWork desk;
  CHECK_FALSE(desk.view().possible);
  const auto world = load_world("drive_flat_soft");
  const HandDrive::Limits& limits = world->hand_drive->limits();
  desk.open(world);
  REQUIRE(desk.view().possible);
  desk.hold(HandKey::forward, true);  // not on: nothing
  CHECK_FALSE(desk.unsaid());
  desk.hold(HandKey::forward, false);
  desk.set_on(true);
  CHECK(next(desk).on);
  desk.hold(HandKey::forward, true);
  CHECK(next(desk).phase.speed == limits.speed);
  desk.hold(HandKey::forward, true);  // the keyboard repeats
  CHECK_FALSE(desk.unsaid());
  desk.hold(HandKey::left, true);
  CHECK(next(desk).phase.curvature == limits.curvature);
  desk.hold(HandKey::forward, false);
  desk.hold(HandKey::left, false);
  const HandCommand rest = next(desk);  // stops, and does not steer
  CHECK(rest.phase.speed == 0.0);
  CHECK(rest.phase.curvature == limits.curvature);
  desk.hold(HandKey::turn_right, true);
  CHECK(next(desk).phase.turn_rate == -limits.turn_rate);
  desk.hold(HandKey::turn_right, false);
  desk.hold(HandKey::crab, true);
  desk.hold(HandKey::backward, true);
  desk.hold(HandKey::left, true);
  const HandCommand crab = next(desk);  // to the left behind: reversed, to the right ahead
  CHECK(crab.phase.mode == DriveMode::crab);
  CHECK(crab.phase.speed == -limits.speed);
  CHECK(crab.phase.crab == Approx(-0.25 * std::numbers::pi));
  desk.change_gear(-1);
  CHECK(next(desk).phase.speed == -0.5 * limits.speed);
  desk.release_all();
  (void)next(desk);
  desk.set_pad(hand_pad({.present = true, .left_x = 0.5, .triggers = 1.0}));
  CHECK(next(desk).phase.curvature == 0.5 * limits.curvature);
  desk.set_pad(hand_pad({.present = true, .left_x = 0.51, .triggers = 1.0}));  // trembles
  CHECK_FALSE(desk.unsaid());
  desk.set_pad({});
  (void)next(desk);
  desk.set_stick(-0.5, 1.0);                                   // the mouse
  CHECK(next(desk).phase.speed == -0.5 * limits.speed * 0.5);  // in the second gear
  desk.release_all();
  CHECK(next(desk).phase.speed == 0.0);
  desk.say_again();
  (void)next(desk);
  desk.set_on(false);
  CHECK_FALSE(next(desk).on);
  desk.open(load_world("hopper"));
  CHECK(desk.why_not().find("no driven wheels") != std::string::npos);
}

TEST_CASE("live session: driven by hand at changing pace, recorded, and rerun to the same bits") {
  const ScratchFolder folder("hand_session");
  const std::filesystem::path file = folder / "by_hand.h5";
  Session session(wall_clock);
  session.open("drive_flat_soft", {{"duration", "12"}});
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  session.start_recording(file.string());
  session.set_speed(20.0);
  session.toggle_hand();
  session.play_pause();
  const auto until = [&](double time) {
    REQUIRE(update_until(session, [&](const RunView& run) { return run.newest >= time; }));
  };
  session.hand().hold(HandKey::forward, true);
  until(2.0);
  CHECK(session.view().hand.state.now.speed > 0.0);
  session.set_speed(3.0);
  session.hand().hold(HandKey::left, true);
  until(3.5);
  session.play_pause();  // pauses; what is pressed meanwhile counts from the next step on
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::paused; }));
  session.hand().release_all();
  session.hand().hold(HandKey::turn_left, true);
  session.play_pause();
  until(6.0);
  session.set_speed(1000.0);
  session.toggle_hand();
  REQUIRE(update_until(session, [](const RunView& run) { return run.state == RunState::finished; }));
  REQUIRE(update_until(session, [](const RunView& run) { return run.recording_path.empty(); }));

  const RunReader reader(file);
  std::size_t told = 0;
  for (const RunEvent& event : reader.read_events()) told += event.kind == kHandDriveEvent ? 1 : 0;
  CHECK(told >= 4);
  RunOptions options;
  options.now = wall_clock;
  const RerunResult result = rerun(file, options);
  CHECK_FALSE(result.first_difference);
  CHECK(result.frames_compared == static_cast<std::int64_t>(reader.frame_count()));
}

TEST_CASE("live session: begun again, the hand still drives, a replay says that it cannot be driven") {
  Session session(wall_clock);
  session.open("drive_flat_soft");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  session.toggle_hand();
  session.hand().hold(HandKey::forward, true);
  session.set_speed(50.0);
  session.play_pause();
  REQUIRE(update_until(session, [](const RunView& run) { return run.hand.state.now.speed > 0.0; }));
  session.reset();
  REQUIRE(update_until(session, [](const RunView& run) { return run.newest == 0.0; }));
  session.play_pause();
  CHECK(update_until(session, [](const RunView& run) { return run.newest > 0.5 && run.hand.state.on; }));

  Session empty(wall_clock);
  empty.toggle_hand();
  CHECK(empty.log().back().level == LogLevel::notice);
  CHECK(empty.log().back().text.find("live run") != std::string::npos);
}
