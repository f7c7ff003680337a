// SPDX-License-Identifier: BSD-3-Clause
// Ruts of a replay at every instant: what is computed between keyframes is the ground of the run itself.
#include "session/run/ground_between.hpp"

#include <algorithm>
#include <filesystem>

#include "catch.hpp"
#include "desktop/damaged_file.hpp"
#include "desktop/session_support.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

const std::vector<Override> kShort = {
    {"duration", "6"}, {"recording.keyframe_interval", "2"}, {"drive.speed", "0.05"}};

void record(const std::filesystem::path& file) {
  Simulation simulation = start_simulation(load_world("drive_flat_soft", kShort));
  RunOptions options;
  options.out = file;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
}

/// The ground of the run itself after so many steps.
std::uint64_t ground_hash_at(std::int64_t step) {
  Simulation simulation = start_simulation(load_world("drive_flat_soft", kShort));
  while (simulation.step_count() < step) REQUIRE(simulation.step() == StepStatus::ok);
  return std::as_const(simulation).ground().hash();
}

}  // namespace

TEST_CASE("replay: the ground between two keyframes is that of the run at this very frame") {
  const ScratchFolder folder("ground_between");
  const auto file = folder / "run.h5";
  record(file);
  Session session(wall_clock);
  session.open(file.string());
  REQUIRE(update_until(session,
                       [](const RunView& run) { return run.mode == SessionMode::replay && run.ground; }));
  for (const double time : {5.31, 3.72, 3.78, 4.0, 1.2}) {  // on, back, on a little, a keyframe, back
    session.seek(time);
    session.update();
    const std::int64_t step = session.view().frame->step;
    const std::uint64_t wanted = ground_hash_at(step);
    CAPTURE(time, step);
    CHECK(update_until(session, [&](const RunView& run) { return run.ground->hash() == wanted; }));
  }
  CHECK(session.log().back().level != LogLevel::notice);

  Session picture(wall_clock);  // without a worker or a wait: at once
  picture.open_at(file.string(), 5.31);
  CHECK(picture.view().ground->hash() == ground_hash_at(picture.view().frame->step));
}

TEST_CASE("replay: a run that computes to other bits says so, and is asked no more") {
  const ScratchFolder folder("ground_between");
  const auto file = folder / "run.h5";
  record(file);
  const RunReader reader(file);
  std::vector<std::uint64_t> hashes = reader.read_state_hashes();
  for (std::uint64_t& hash : hashes) hash ^= 1;
  std::binary_semaphore told(0);
  GroundBetween between(reader, load_world_from_run(reader), reader.read_steps(), hashes,
                        [&] { told.release(); });
  between.ask(10);
  told.acquire();
  const auto answer = between.take();
  REQUIRE(answer);
  CHECK(answer->failure.find("another state") != std::string::npos);
  CHECK_FALSE(answer->ground);
}

TEST_CASE("replay: a damaged keyframe is told of once, and the run is shown without its ruts") {
  const ScratchFolder folder("ground_between");
  const auto file = folder / "run.h5";
  record(file);
  double moment = 0.0, number = 0.0;  // s, m: of the last keyframe
  {                                   // open, it would keep the file's pieces in its memory
    const RunReader reader(file);
    const std::size_t last = reader.keyframe_count() - 1;
    moment = reader.read_times().at(reader.keyframe_frame(last));
    const KeyframeChange change = reader.read_keyframe_change(last);
    REQUIRE_FALSE(change.own.tiles.empty());
    // The deepest sinkage is a channel's number too; the least is the ground's alone.
    std::vector<double> values = change.own.tiles.back().values;
    std::erase(values, 0.0);
    REQUIRE_FALSE(values.empty());
    number = *std::min_element(values.begin(), values.end());
  }
  change_number(file, number);
  Session session(wall_clock);
  session.open(file.string());
  REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::replay; }));
  const auto notices = [&] {
    return std::count_if(session.log().begin(), session.log().end(), [](const LogLine& line) {
      return line.level == LogLevel::notice && line.text.find("differs from its hash") != std::string::npos;
    });
  };
  session.seek(moment);
  session.update();
  CHECK(session.view().ground == nullptr);
  for (int k = 0; k < 5; ++k) session.update();
  CHECK(notices() == 1);
  session.seek(1.0);
  session.update();
  CHECK(session.view().ground != nullptr);
}
