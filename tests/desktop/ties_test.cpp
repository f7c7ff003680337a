// SPDX-License-Identifier: BSD-3-Clause
// Springs and tethers in a replay: as in the live run each is there until it is released, and its ends are
// where the bodies are.
#include <algorithm>
#include <filesystem>
#include <map>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"
#include "session/run/replay_data.hpp"
#include "view/bounds.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

struct Expected {
  const char *scenario, *duration;
  std::size_t ties, cut_at_end;
};

/// Frames of the bare run by step.
std::map<std::int64_t, Frame> bare_frames(const std::shared_ptr<const World>& world) {
  Simulation simulation = start_simulation(world);
  std::map<std::int64_t, Frame> frames;
  for (;;) {
    FrameWriter(simulation.world()).fill(simulation, frames[simulation.step_count()]);
    if (simulation.finished()) return frames;
    REQUIRE(simulation.step() == StepStatus::ok);
  }
}

}  // namespace

TEST_CASE("ties: a replay shows them as the live run does, until they are released") {
  const ScratchFolder folder("desktop_ties");
  // Bridles cut after the touchdown; latches and one time later tie-downs; a spring that stays.
  for (const Expected& e :
       {Expected{"skycrane_soft", "duration=6.5", 3, 3}, Expected{"egress_level", "duration=9.3", 4, 4},
        Expected{"drawbar_pull", "duration=3", 1, 0}}) {
    INFO(e.scenario);
    const auto file = folder / (std::string(e.scenario) + ".h5");
    const auto world = load_world(e.scenario, {parse_override(e.duration)});
    {
      Simulation simulation = start_simulation(world);
      RunOptions options;
      options.out = file;
      options.now = wall_clock;
      REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
    }
    const std::map<std::int64_t, Frame> live = bare_frames(world);
    ReplayData replay(file);
    const Scene& scene = *replay.scene();
    REQUIRE(scene.ties.size() == e.ties);
    for (std::size_t k = 0; k < replay.frame_count(); ++k) {
      const auto shown = replay.frame(k);
      const Frame& expected = live.at(shown->step);
      CHECK(shown->ties_cut == expected.ties_cut);
      for (const TieEnds& tie : scene.ties) {
        const auto [a, b] = tie_ends(tie, *shown);
        const auto [live_a, live_b] = tie_ends(tie, expected);
        // Poses are recorded as quaternions: rounding over an arm of some metres.
        CHECK((a - live_a).norm() < 1e-12);
        CHECK((b - live_b).norm() < 1e-12);
      }
    }
    const std::vector<std::uint8_t>& last = replay.frame(replay.frame_count() - 1)->ties_cut;
    CHECK(std::count(last.begin(), last.end(), 1) == static_cast<long>(e.cut_at_end));
    const std::vector<std::uint8_t>& first = replay.frame(0)->ties_cut;
    CHECK(std::count(first.begin(), first.end(), 1) == 0);
  }
}

TEST_CASE("ties: an end fixed to the world counts for what the camera frames, until it is released") {
  const auto world = load_world("drawbar_pull");
  Simulation simulation = start_simulation(world);
  Frame frame;
  FrameWriter(simulation.world()).fill(simulation, frame);
  CHECK(bounds_of_bodies(world->scene, frame).first.x() == Approx(-4.0));  // the scenario's point_a
  frame.ties_cut = {1};
  CHECK(bounds_of_bodies(world->scene, frame).first.x() > -2.0);
}

TEST_CASE("ties: the stage is framed with the rover that hangs from it, not after it let go") {
  const auto world = load_world("skycrane_hard");
  Simulation simulation = start_simulation(world);
  Frame frame;
  FrameWriter(simulation.world()).fill(simulation, frame);
  const double stage = frame.body_poses.at(static_cast<std::size_t>(world->scene.ties[0].body_a)).p.z();
  CHECK(bounds_of_bodies(world->scene, frame).second.z() >= stage);
  frame.ties_cut = {1, 1, 1};
  CHECK(bounds_of_bodies(world->scene, frame).second.z() < stage - 2.0);
}

TEST_CASE("framing: a lander is looked at with the rover on it, all of its ramps included") {
  const auto world = load_world("egress_level");
  Simulation simulation = start_simulation(world);
  Frame frame;
  FrameWriter(simulation.world()).fill(simulation, frame);
  const auto [low, high] = bounds_of_bodies(world->scene, frame);
  for (const RigidTransform& X : frame.body_poses) {
    CHECK((X.p - low).minCoeff() >= 0.0);
    CHECK((high - X.p).minCoeff() >= 0.0);
  }
  for (const RigidTransform& X : box_poses(world->scene, frame)) CHECK((high - X.p).minCoeff() >= 0.0);
}
