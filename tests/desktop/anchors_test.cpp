// SPDX-License-Identifier: BSD-3-Clause
// Where meshes stick and slide: known for the newest moment of a live run, and for every moment of a replay.

#include "catch.hpp"
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

// The rover comes down with its belly on the boulder.
const std::vector<Override> kOnBoulder = {{"duration", "0.4"},
                                          {"initial.position", "[1.5, 0.0]"},
                                          {"initial.settle", "false"},
                                          {"recording.keyframe_interval", "0.2"}};

AnchorMarks marks_at(std::int64_t step) {
  Simulation simulation = start_simulation(load_world("belly_on_boulder", kOnBoulder));
  while (simulation.step_count() < step) REQUIRE(simulation.step() == StepStatus::ok);
  return find_anchor_marks(simulation);
}

bool same(const AnchorMarks& a, const AnchorMarks& b) {
  return a.step == b.step && std::equal(a.marks.begin(), a.marks.end(), b.marks.begin(), b.marks.end(),
                                        [](const AnchorMark& m, const AnchorMark& n) {
                                          return m.point == n.point && m.stretched == n.stretched &&
                                                 m.slides == n.slides;
                                        });
}

}  // namespace

TEST_CASE("anchors: a replay has those of the run at every frame, keyframes too, a live run its newest") {
  const ScratchFolder folder("anchors");
  const auto file = folder / "run.h5";
  {
    Simulation simulation = start_simulation(load_world("belly_on_boulder", kOnBoulder));
    RunOptions options;
    options.out = file;
    options.now = wall_clock;
    REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  }
  Session session(wall_clock);
  session.open(file.string());
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::replay && run.frame; }));
  std::size_t most = 0;
  for (const double time : {0.0, 0.39, 0.31, 0.2, 0.05}) {  // the first and 0.2 are keyframes
    session.seek(time);
    session.update();
    REQUIRE(update_until(session, [](const RunView& run) { return run.anchors != nullptr; }));
    const AnchorMarks wanted = marks_at(session.view().frame->step);
    CAPTURE(time, wanted.marks.size());
    CHECK(same(*session.view().anchors, wanted));
    most = std::max(most, wanted.marks.size());
  }
  CHECK(most > 0);

  Session live(wall_clock);
  live.open("belly_on_boulder", kOnBoulder);
  REQUIRE(update_until(live, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  live.play_pause();
  REQUIRE(
      update_until(live, [](const RunView& run) { return run.state == RunState::finished && run.anchors; }));
  CHECK(same(*live.view().anchors, marks_at(live.view().frame->step)));
  live.seek(0.1);
  live.update();
  CHECK_FALSE(live.view().anchors);  // of earlier moments nothing is kept
}
