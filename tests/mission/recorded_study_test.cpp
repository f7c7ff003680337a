// SPDX-License-Identifier: BSD-3-Clause
// Studies that run whole simulations leave run files that repeat them: what they ask for is in the documents.

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/mission/placement/lander_drop.hpp"
#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

/// Repeats a run from its file, and goes on from its middle to its last frame: the same bits by both ways.
void check_repeats(const std::filesystem::path& file) {
  const RerunResult again = rerun(file, timeless());
  CHECK(again.frames_compared > 20);
  CAPTURE(again.note, again.first_difference_time);
  CHECK_FALSE(again.first_difference);
  const RunReader run(file);
  const std::vector<std::uint64_t> hashes = run.read_state_hashes(), steps = run.read_steps();
  Simulation simulation = resume_run(file, {.at = 0.5 * run.read_times().back(), .changes = {}}).simulation;
  REQUIRE(simulation.step_count() > 0);
  while (simulation.step_count() < static_cast<std::int64_t>(steps.back()))
    REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(simulation.state_hash() == hashes.back());
}

DroppedLander record_drop(const PlacementGround& ground, const PlacementSpot& spot,
                          const std::filesystem::path& out) {
  const std::string file = resolve_asset("exomars_platform", "landers").string();
  const LanderForm form = make_lander_form(read_vehicle(TomlTable::load(file)), ground.materials, file);
  return LanderDrop("exomars_platform", ground, form).run(spot, {.out = out});
}

}  // namespace

TEST_CASE("a recorded drop with ramps unfolding is repeated from its file alone", "[mission]") {
  const ScratchFolder folder("recorded_drop");
  const PlacementGround ground = load_placement_ground("egress_tilted", {.gravity = 3.71});
  const PlacementSpot spot{.x = 1.25, .y = -0.5, .heading = 0.7};
  const DroppedLander drop = record_drop(ground, spot, folder / "drop.h5");
  REQUIRE(drop.came_to_rest);
  REQUIRE(drop.ramp_slope.size() == 2);
  const RunReader run(folder / "drop.h5");
  CHECK(run.header().scenario == "lander_drop");
  // the ramps came down: from folded up, 80 deg above level
  CHECK(std::fabs(drop.ramp_slope[0]) < 0.7);
  check_repeats(folder / "drop.h5");
}

// egress_ramp_step changes the stops of its own lander's ramps; the lander that is dropped there is as its file says.
TEST_CASE("a recorded drop on the ground of a scenario that changes its lander is repeated", "[mission]") {
  const ScratchFolder folder("recorded_drop_changed");
  const PlacementGround ground = load_placement_ground("egress_ramp_step");
  record_drop(ground, {.x = 1.25, .y = -0.5, .heading = 0.7}, folder / "drop.h5");
  const RerunResult again = rerun(folder / "drop.h5", timeless());
  CHECK(again.frames_compared > 20);
  CHECK_FALSE(again.first_difference);
}

// The heights of the raster are part of the run, and so are the rocks of a recipe.
TEST_CASE("a recorded drop on a raster or among rocks is repeated from its file alone", "[mission]") {
  const ScratchFolder folder("recorded_drop_on");
  int i = 0;
  for (const char* terrain : {"terrains/mars_made.tif", "rocky_craters"}) {
    CAPTURE(terrain);
    const PlacementGround ground = load_placement_ground(terrain);
    const std::filesystem::path file = folder / std::to_string(i++);
    record_drop(ground, {.x = 2.0, .y = 1.0, .heading = 1.1}, file);
    const RerunResult again = rerun(file, timeless());
    CHECK(again.frames_compared > 20);
    CHECK_FALSE(again.first_difference);
  }
}

TEST_CASE("a recorded dynamic traverse along waypoints is repeated from its file alone", "[mission]") {
  const ScratchFolder folder("recorded_traverse");
  TraverseOptions options;
  options.mode = TraverseMode::dynamic;
  options.waypoints = {{0.3, 0.1}, {0.9, 0.1}, {1.3, 0.4}};
  options.speed = 0.08;
  options.own_drive = false;
  options.now = [] { return 0.0; };
  options.out = folder / "traverse.h5";
  const auto world = load_world("drive_flat_soft", sets({"soil.phi_deg=32", "rover.wheel.slices=2"}));
  const TraverseResult result = run_traverse(world, options);
  REQUIRE(result.status == TraverseStatus::completed);
  CHECK(result.distance == Approx(result.path_length).margin(0.1));
  check_repeats(folder / "traverse.h5");
}
