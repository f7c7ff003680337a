// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>

#include "catch.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/start.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

TEST_CASE("the same scenario twice, and from a mid-run checkpoint, gives the same bits") {
  for (const char* scenario : {"drive_flat_soft", "wheel_drop_200", "traverse_mars"}) {
    INFO(scenario);
    Simulation a = start(scenario), b = start(scenario);
    CHECK(a.state_hash() == b.state_hash());
    REQUIRE(run_until(a, 3.0));
    const SimulationState middle = a.state();
    REQUIRE(run_until(a, 6.0));
    REQUIRE(run_until(b, 6.0));
    CHECK(a.state_hash() == b.state_hash());
    Simulation c = start(scenario);
    REQUIRE(run_until(c, 1.0));  // somewhere else
    c.restore(middle);
    CHECK(c.state_hash() == middle.hash());
    REQUIRE(run_until(c, 6.0));
    CHECK(c.state_hash() == a.state_hash());
    a.reset();
    CHECK(a.state_hash() == start(scenario).state_hash());
  }
}

TEST_CASE("a checkpoint survives packing into plain numbers") {
  Simulation a = start("drive_flat_soft");
  REQUIRE(run_until(a, 5.0));
  SimulationState copy = start_simulation(a.world().shared_from_this()).state();
  copy.unpack(a.state().pack());
  copy.ground = GroundMemory(a.ground().cell());
  for (const TileKey& key : a.ground().all_tiles()) copy.ground.load_tile(key, a.ground().tile_values(key));
  CHECK(copy.hash() == a.state_hash());
}

TEST_CASE("a run is repeated bit for bit from its file alone, and a changed file is noticed") {
  const ScratchFolder folder("rerun");
  const auto file = folder / "run.h5";
  for (const char* scenario : {"drive_flat_soft", "traverse_mars"}) {
    INFO(scenario);
    Simulation s = start(scenario, {"duration=8", "rover.wheel.stiffness=38000"});
    RunOptions options;
    double clock = 0.0;
    options.now = [&] { return clock += 1e-3; };
    options.out = file;
    const RunSummary summary = run_scenario(s, options);
    REQUIRE(summary.status == RunStatus::completed);
    const RerunResult again = rerun(file, {});
    CHECK(again.frames_compared > 10);
    CHECK_FALSE(again.first_difference.has_value());

    // resume from the keyframe in the middle: the last frame's hash again
    const RunReader reader(file);
    const auto hashes = reader.read_state_hashes();
    const auto keyframe = reader.keyframe_before(reader.frame_count() / 2);
    REQUIRE(keyframe.has_value());
    const Keyframe key = reader.read_keyframe(*keyframe);
    Simulation resumed = start_simulation(load_world_from_run(reader));
    SimulationState state = resumed.state();
    state.unpack(key.dynamics);
    state.ground = GroundMemory(resumed.ground().cell());
    for (const StoredTile& tile : key.tiles) state.ground.load_tile({tile.i, tile.j}, tile.values);
    resumed.restore(state);
    CHECK(resumed.state_hash() == hashes[key.frame]);
    while (!resumed.finished()) REQUIRE(resumed.step() == StepStatus::ok);
    CHECK(resumed.state_hash() == hashes.back());
  }
}
