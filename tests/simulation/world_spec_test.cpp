// SPDX-License-Identifier: BSD-3-Clause
// Worlds from specs: what a program makes or changes is checked as a file is, and recorded so that its file repeats it.
#include "grouser/simulation/build/world_spec.hpp"

#include <algorithm>

#include "build/write_scenario.hpp"
#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The spec as if a program had made it: build_world() writes it and reads it again.
WorldSpec as_made(WorldSpec spec) {
  spec.as_read.clear();
  return spec;
}

std::uint64_t hash_after(std::shared_ptr<const World> world, int steps) {
  Simulation simulation = start_simulation(std::move(world));
  for (int i = 0; i < steps; ++i)
    if (simulation.step() != StepStatus::ok) return 0;
  return simulation.state_hash();
}

RunSummary record(std::shared_ptr<const World> world, const std::filesystem::path& out) {
  Simulation simulation = start_simulation(std::move(world));
  RunOptions options = timeless();
  options.out = out;
  return run_scenario(simulation, options);
}

bool has_channel(const World& world, const std::string& name) {
  const auto& channels = world.scene.channels;
  return std::any_of(channels.begin(), channels.end(), [&](const ChannelSpec& c) { return c.name == name; });
}

Vec3 position_of(const Simulation& s, int vehicle) {
  const BodyId root = s.world().vehicles[static_cast<std::size_t>(vehicle)].root;
  return s.kinematics().body[static_cast<std::size_t>(root.index)].X_WB.p;
}

const std::vector<std::string> kDriving = {"duration=1.5", "drive.start=0.2", "drive.speed=0.05"};

/// The rover of a scenario, and another like it three metres to its left.
WorldSpec two_rovers() {
  WorldSpec spec = read_world_spec("drive_flat_soft", sets(kDriving));
  VehicleInWorld second = spec.vehicles.front();
  second.name = "scout";
  second.initial.position.y() += 3.0;
  spec.vehicles.push_back(std::move(second));
  return spec;
}

}  // namespace

// Of every scenario all is written that is read: the text of what was read from the text is the text again.
TEST_CASE("each shipped scenario says the same when its spec is written and read again", "[simulation]") {
  for (const std::string& id : asset_ids("scenarios")) {
    CAPTURE(id);
    const WorldSpec read = read_world_spec(id);
    CHECK(write_whole_scenario(read) == read.as_read);
    const auto again = build_world(as_made(read));
    CHECK(write_whole_scenario(*again->spec) == read.as_read);
    REQUIRE(again->documents.size() == read.documents.size());
    CHECK(again->documents.front().text != read.documents.front().text);
  }
}

// One with each thing that a scenario can say: phases, waypoints, motors, ties with releases and led joints, adaptive
// steps, a rover on a lander with joints, a verdict.
TEST_CASE("a spec that is written and read again runs to the same bits", "[simulation]") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> runs = {
      {"arc_turn", {}},
      {"waypoints", {}},
      {"torque_limited", {}},
      {"skycrane_soft", {}},
      {"crab", {"integration.adaptive=true"}},
      {"differential_bar", {"integration.stabilisation=baumgarte", "integration.baumgarte_rate=31"}},
      {"egress_level", {"soil.phi_deg=31", "rover.wheel.radius=0.13", "verdict.hold=2"}}};
  for (const auto& [id, settings] : runs) {
    CAPTURE(id);
    const WorldSpec spec = read_world_spec(id, sets(settings));
    constexpr int kSteps = 50;
    CHECK(hash_after(build_world(spec), kSteps) == hash_after(build_world(as_made(spec)), kSteps));
  }
}

TEST_CASE("an unchanged spec keeps its documents word for word, a changed one the settings of other files",
          "[simulation]") {
  WorldSpec spec = read_world_spec("drive_flat_soft", sets({"duration=2", "soil.phi_deg=31"}));
  const auto unchanged = build_world(spec);
  CHECK(unchanged->documents.front().text == spec.documents.front().text);
  CHECK(unchanged->overrides.size() == 2);
  spec.run.duration = 3.0;
  const auto changed = build_world(spec);
  CHECK_THAT(changed->documents.front().text, ContainsSubstring("duration = 3"));
  REQUIRE(changed->overrides.size() == 1);
  CHECK(changed->overrides.front().key == "soil.phi_deg");
}

TEST_CASE("what a program says wrong is refused as in a file", "[simulation]") {
  const auto refused = [](const std::function<void(WorldSpec&)>& change, const std::string& word) {
    WorldSpec spec = read_world_spec("drive_flat_soft");
    change(spec);
    CHECK_THROWS_WITH(build_world(spec), ContainsSubstring(word));
  };
  refused([](WorldSpec& s) { s.run.gravity = -1.0; }, "gravity");
  refused([](WorldSpec& s) { s.run.duration = std::nan(""); }, "duration");
  refused([](WorldSpec& s) { s.run.dt = 0.1; }, "integration.step");  // unstable
  refused([](WorldSpec& s) { s.vehicles.front().initial.position.z() = -0.1; }, "clearance");
  refused([](WorldSpec& s) { s.vehicles.front().initial.on = "ferry"; }, "\"ferry\"");
  refused([](WorldSpec& s) { s.vehicles.push_back(s.vehicles.front()); }, "two vehicles 'rover'");
  refused([](WorldSpec& s) { s.vehicles.clear(); }, "no rover");
  refused([](WorldSpec& s) { s.vehicles.front().model.reset(); }, "without a model");
  refused([](WorldSpec& s) { s.vehicles.front().joint_positions = {{"no_such", 0.1}}; }, "no_such");
  refused([](WorldSpec& s) { s.releases.push_back({.ties = {"rope"}}); }, "rope");
  refused([](WorldSpec& s) { s.plots = {"wheel/fifth/load"}; }, "wheel/fifth/load");
  refused([](WorldSpec& s) { s.verdict = VerdictSpec{.settings = {}, .vehicle = "ghost"}; }, "ghost");
  refused([](WorldSpec& s) { s.soils.clear(); }, "soils");
  refused([](WorldSpec& s) { s.ground = {}; }, "no ground");
}

TEST_CASE("a world with parts that no document tells runs, but leaves no file that would not repeat it",
          "[simulation]") {
  const ScratchFolder folder("world_spec");
  const auto check = [&](const std::function<void(WorldSpec&)>& change) {
    WorldSpec spec = read_world_spec("free_fall", sets({"duration=0.01"}));
    change(spec);
    const auto world = build_world(spec);
    CHECK(hash_after(world, 5) != 0);
    CHECK_THROWS_WITH(record(world, folder / "made.h5"), ContainsSubstring("documents"));
    CHECK_FALSE(std::filesystem::exists(folder / "made.h5"));
  };
  check([](WorldSpec& s) { s.vehicles.front().file = "made"; });
  check([](WorldSpec& s) {
    VehicleSpec heavier = *s.vehicles.front().model;
    heavier.bodies.front().mass *= 1.1;
    s.vehicles.front().model = std::make_shared<const VehicleSpec>(heavier);
  });
  check([](WorldSpec& s) {
    SoilParams slippery = *s.soils.front();
    slippery.friction_mu = 0.1;
    s.soils.front() = std::make_shared<const SoilParams>(slippery);
  });
  check([](WorldSpec& s) {
    s.ground.terrain = std::make_shared<const Terrain>(BasePlane{.z0 = 0.1}, 0, std::vector<RigidShape>{});
  });
}

// Two rovers that never touch: each goes the way that it goes alone. They share what the laws take from all wheels
// together and the step of settling, so that their ways agree to far below a wheel's sinkage, but not to the bit.
TEST_CASE("two rovers drive side by side, with names of their own", "[simulation]") {
  const auto world = build_world(two_rovers());
  REQUIRE(world->vehicles.size() == 2);
  CHECK(world->main().name == "rover");
  CHECK(world->find_vehicle("scout") == 1);
  for (const char* name : {"chassis/position_x", "scout_chassis/position_x", "wheel/front_left/load",
                           "wheel/scout_front_left/load", "stability/tip_over_margin",
                           "stability/scout_tip_over_margin", "body/scout_chassis/x"})
    CHECK(has_channel(*world, name));
  CHECK_NOTHROW(world->model->joint("scout_root"));
  Simulation both = start_simulation(world), alone = start("drive_flat_soft", kDriving);
  const Vec3 from = position_of(alone, 0);
  REQUIRE(run_until(both, 1.5));
  REQUIRE(run_until(alone, 1.5));
  REQUIRE((position_of(alone, 0) - from).norm() > 0.01);  // it drives
  CHECK((position_of(both, 0) - position_of(alone, 0)).norm() < 1e-6);
  CHECK((position_of(both, 1) - position_of(alone, 0) - Vec3(0.0, 3.0, 0.0)).norm() < 1e-6);
}

TEST_CASE("a recorded world of two rovers is repeated and gone on with from its file alone", "[simulation]") {
  const ScratchFolder folder("two_rovers");
  const RunSummary whole = record(build_world(two_rovers()), folder / "two.h5");
  REQUIRE(whole.status == RunStatus::completed);
  const RerunResult again = rerun(folder / "two.h5", timeless());
  CHECK(again.frames_compared > 10);
  CHECK_FALSE(again.first_difference);
  ResumedRun resumed = resume_run(folder / "two.h5", {.at = 1.0, .changes = {}});
  CHECK(run_scenario(resumed.simulation, timeless()).state_hash == whole.state_hash);
}

TEST_CASE("one of two rovers follows waypoints, the other its programme", "[simulation]") {
  WorldSpec spec = two_rovers();
  VehicleInWorld& scout = spec.vehicles.back();
  scout.drive.phases.clear();
  scout.drive.follow = FollowSpec{.waypoints = {{0.0, 3.0}, {5.0, 3.0}},
                                  .speed = 0.05,
                                  .lookahead = 1.0,
                                  .max_curvature = 0.3,
                                  .start = 0.0};
  const auto world = build_world(spec);
  CHECK(world->following_vehicle == 1);
  Simulation both = start_simulation(world), alone = start("drive_flat_soft", kDriving);
  const Vec3 from = position_of(both, 1);
  REQUIRE(run_until(both, 1.5));
  REQUIRE(run_until(alone, 1.5));
  CHECK((position_of(both, 0) - position_of(alone, 0)).norm() < 1e-6);
  CHECK(position_of(both, 1).x() - from.x() > 0.01);
  spec.vehicles.front().drive = spec.vehicles.back().drive;
  CHECK_THROWS_WITH(build_world(spec), ContainsSubstring("a second vehicle that follows waypoints"));
}

// The order in which vehicles are listed decides the order of sums, not who is who.
TEST_CASE("a lander may be listed before the rover on it", "[simulation]") {
  WorldSpec spec = read_world_spec("egress_level", sets({"duration=3"}));
  const auto usual = build_world(spec);
  std::swap(spec.vehicles[0], spec.vehicles[1]);
  const auto swapped = build_world(spec);
  CHECK(swapped->main_vehicle == 1);
  CHECK(swapped->main().role == VehicleRole::rover);
  CHECK(swapped->scene.followed_body == swapped->main().root.index);
  REQUIRE(swapped->verdict);
  CHECK(swapped->verdict->vehicle == 1);
  CHECK(swapped->verdict->limits.weight == Approx(usual->verdict->limits.weight).epsilon(1e-12));
  for (const ChannelSpec& channel : usual->scene.channels) CHECK(has_channel(*swapped, channel.name));
  Simulation a = start_simulation(usual), b = start_simulation(swapped);
  REQUIRE(run_until(a, 3.0));
  REQUIRE(run_until(b, 3.0));
  // the ramps unfold by then and rock the lander; what the sums' order starts stays below a micrometre
  CHECK((position_of(a, 0) - position_of(b, 1)).norm() < 1e-6);
  CHECK((position_of(a, 1) - position_of(b, 0)).norm() < 1e-6);
}

TEST_CASE("vehicle tables add to the rover and lander of a scenario", "[simulation]") {
  const std::string text =
      "name = \"pair\"\nrover = \"exomars_lvm\"\nduration = 0.1\ngravity = 3.71\n[integration]\nstep = "
      "0.001\n"
      "[terrain]\nkind = \"flat\"\nsoil = \"hard_plate\"\n[initial]\nposition = [0.0, 0.0]\n[drive]\nspeed = "
      "0.02\n"
      "[[vehicle]]\nname = \"scout\"\nfile = \"exomars_lvm\"\n[vehicle.initial]\nposition = [0.0, 3.0]\n"
      "[vehicle.drive]\nspeed = 0.01\n";
  const auto world = load_world(write_scenario("pair", text));
  REQUIRE(world->vehicles.size() == 2);
  const double t = 0.6;  // after the ramp
  CHECK(world->drives[0].programme.spin_at(t).v == Approx(2.0 * world->drives[6].programme.spin_at(t).v));
  CHECK_THROWS_WITH(load_world(write_scenario("pair", text + "role = \"raft\"\n")),
                    ContainsSubstring("role"));
  CHECK_THROWS_WITH(load_world(write_scenario("pair", text), sets({"vehicle.scout.name=rover"})),
                    ContainsSubstring("two vehicles 'rover'"));
}

TEST_CASE("a second rover's loop joints are its own", "[simulation]") {
  const std::string text =
      "name = \"pair\"\nrover = \"rocker_bogie_bar\"\nduration = 0.1\ngravity = 3.71\n"
      "[terrain]\nkind = \"flat\"\nsoil = \"hard_plate\"\n[initial]\nposition = [0.0, 0.0]\n"
      "[[vehicle]]\nname = \"scout\"\nfile = \"rocker_bogie_bar\"\n[vehicle.initial]\nposition = [0.0, "
      "5.0]\n";
  const auto world = load_world(write_scenario("pair", text));
  for (const Row& row : world->model->rows())
    if (row.body_a.index >= 0 && row.body_b.index >= 0)
      CHECK(world->vehicle_of_body[static_cast<std::size_t>(row.body_a.index)] ==
            world->vehicle_of_body[static_cast<std::size_t>(row.body_b.index)]);
  CHECK(world->model->rows().size() == 2 * load_world("differential_bar", {})->model->rows().size());
}

TEST_CASE("a drive that no vehicle has is refused", "[simulation]") {
  const std::string text =
      "name = \"listed\"\nduration = 0.1\ngravity = 3.71\n[drive]\nspeed = 0.02\n"
      "[terrain]\nkind = \"flat\"\nsoil = \"hard_plate\"\n"
      "[[vehicle]]\nname = \"scout\"\nfile = \"exomars_lvm\"\n[vehicle.initial]\nposition = [0.0, 3.0]\n";
  CHECK_THROWS_WITH(load_world(write_scenario("listed", text)), ContainsSubstring("[vehicle.drive] of each"));
}

TEST_CASE("loop joints that close only beyond a joint's stop are refused", "[simulation]") {
  const auto world = load_world("differential_bar", sets({"rover.loop_joint.left_rod.length=0.5"}));
  CHECK_THROWS_WITH(start_simulation(world),
                    ContainsSubstring("where the loop joints close") && ContainsSubstring("stops"));
}
