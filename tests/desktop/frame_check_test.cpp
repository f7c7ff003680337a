// SPDX-License-Identifier: BSD-3-Clause
// A replay is shown at once and checked meanwhile: what is damaged ends it, whoever meets it first.
#include "session/run/frame_check.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "desktop/damaged_file.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"
#include "session/run/replay_data.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

void record(const std::filesystem::path& file, const std::string& scenario,
            const std::vector<Override>& overrides = {}) {
  Simulation simulation = start_simulation(load_world(scenario, overrides));
  RunOptions options;
  options.out = file;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
}

void record_fall(const std::filesystem::path& file) { record(file, "free_fall"); }

/// A falling body is at no height twice.
void damage(const std::filesystem::path& file, std::size_t frame) {
  change_number(file, RunReader(file).read_channel("chassis/position_z").at(frame));
}

constexpr std::size_t kDamaged = 7;

}  // namespace

TEST_CASE("frame check: a good recording is looked at to its end and nothing is said") {
  const ScratchFolder folder("frame_check");
  record_fall(folder / "run.h5");
  const RunReader reader(folder / "run.h5");
  FrameCheck check(reader, [] { FAIL("told of damage"); });
  while (!check.done()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK_FALSE(check.take());
  { FrameCheck ended(reader, {}); }
}

TEST_CASE("frame check: a damaged recording is shown up to there, and the log says so") {
  const ScratchFolder folder("frame_check");
  const auto file = folder / "run.h5";
  record_fall(file);
  const std::vector<double> times = RunReader(file).read_times();
  REQUIRE(times.size() > kDamaged + 2);
  damage(file, kDamaged);
  Session session(wall_clock);
  session.open(file.string());
  REQUIRE(update_until(session, [](const RunView& run) {
    return run.mode == SessionMode::replay && run.data->frame_count() == kDamaged;
  }));
  const RunView& run = session.view();
  CHECK(run.duration == times[kDamaged - 1]);
  CHECK(run.scene->duration == times[kDamaged - 1]);
  CHECK(run.data->times() == std::vector<double>(times.begin(), times.begin() + kDamaged));
  CHECK(session.view().data->scene()->channels.size() > 10);
  auto told = std::find_if(session.log().begin(), session.log().end(),
                           [](const LogLine& line) { return line.level == LogLevel::error; });
  REQUIRE(told != session.log().end());
  CHECK(told->text.find("run.h5: frame 7 and those after it are not as recorded") != std::string::npos);
  session.seek(times.back());
  session.update();
  CHECK(run.frame->time == times[kDamaged - 1]);
}

TEST_CASE("frame check: a damaged frame that is asked for before the check has come to it is not shown") {
  const ScratchFolder folder("frame_check");
  record_fall(folder / "run.h5");
  damage(folder / "run.h5", kDamaged);
  CHECK_THROWS_AS(ReplayData(folder / "run.h5"), InputError);  // all checked first
  ReplayData replay(folder / "run.h5", FramesChecked::meanwhile);
  const auto before = replay.frame(kDamaged - 1);
  CHECK_THROWS_AS(replay.frame(kDamaged), InputError);  // nobody is checking
  replay.check_frames({});
  CHECK(replay.frame(kDamaged) == before);
  const auto found = replay.take_damage();
  REQUIRE(found);
  CHECK(found->frame == kDamaged);
}

TEST_CASE("frame check: a recording that is cut ends there, with its events and columns") {
  const ScratchFolder folder("frame_check");
  record_fall(folder / "run.h5");
  ReplayData whole(folder / "run.h5"), replay(folder / "run.h5", FramesChecked::meanwhile);
  replay.cut(kDamaged);
  CHECK(replay.frame_count() == kDamaged);
  const auto column = replay.column(3), all = whole.column(3);
  REQUIRE(column.size() == kDamaged);
  CHECK(std::equal(column.begin(), column.end(), all.begin()));
  for (const RunEvent& event : replay.events()) CHECK(event.time <= replay.times().back());
}

TEST_CASE("frame check: a file that is cut off while it is shown is told of once") {
  const ScratchFolder folder("frame_check");
  const auto file = folder / "run.h5";
  // more frames than are read with the first one
  record(file, "drive_flat_soft", {{"duration", "3.6"}, {"recording.interval", "0.003"}});
  ReplayData replay(file, FramesChecked::meanwhile);
  REQUIRE(replay.frame_count() > 1100);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 4);
  replay.check_frames({});
  std::unique_ptr<RunDamage> found;
  for (int k = 0; k < 6000 && !found; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    found = replay.take_damage();
  }
  REQUIRE(found);
  CHECK(found->frame >= 512);  // as many as one piece has, which is in the file's first quarter
  CHECK(found->frame < replay.frame_count());
  CHECK(found->text.find(std::to_string(found->frame)) != std::string::npos);
  CHECK_FALSE(replay.take_damage());
}
