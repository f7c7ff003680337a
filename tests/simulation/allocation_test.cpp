// SPDX-License-Identifier: BSD-3-Clause
// A program of its own, as all its allocations are counted while a rover drives.
#include <array>
#include <tuple>

#include "allocation_counter.hpp"
#include "catch.hpp"
#include "changing_sections.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/strut.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"

using namespace grouser;

TEST_CASE("steps allocate nothing, over several ground tiles", "[simulation]") {
  using Case = std::array<const char*, 3>;
  const auto [method, adaptive, formulation] =
      GENERATE(Case{"euler", "false", "tree"}, Case{"beeman", "false", "tree"},
               Case{"beeman", "true", "tree"}, Case{"rk4", "false", "tree"},
               Case{"beeman", "false", "constrained"}, Case{"beeman", "true", "constrained"});
  CAPTURE(method, adaptive, formulation);
  const auto world = load_world("drive_flat_soft", {{"integration.method", method},
                                                    {"integration.adaptive", adaptive},
                                                    {"integration.formulation", formulation},
                                                    {"drive.speed", "0.1"},
                                                    {"duration", "100"}});
  Simulation simulation = start_simulation(world);
  Kinematics kinematics(*world->model);
  // The start allocates: what has no size before it. Its ramp is over after 2 s.
  while (simulation.time() < 2.0) REQUIRE(simulation.step() == StepStatus::ok);

  // A tile's side is 0.64 m. Tiles are made between steps, by the simulation or, as here, before it: farther
  // ahead than it looks itself, so that it finds none missing.
  constexpr double kReach = 0.8, kDistance = 0.7;
  const int x = world->model->joints()[static_cast<std::size_t>(world->chassis.index)].q_index + 4;
  const double from = simulation.state().motion.q[x];
  std::int64_t within = 0, between = 0;
  while (simulation.state().motion.q[x] < from + kDistance) {
    const MotionState& motion = simulation.state().motion;
    calc_kinematics(*world->model, motion.q, motion.v, kinematics);
    std::int64_t before = allocation_count();
    for (const WheelPart& wheel : world->wheels) {
      const Vec3& p = kinematics.body[static_cast<std::size_t>(wheel.body.index)].X_WB.p;
      simulation.ground().reserve_ahead(p.x(), p.y(), kReach);
    }
    between += allocation_count() - before;
    before = allocation_count();
    const StepStatus status = simulation.step();
    within += allocation_count() - before;
    REQUIRE(status == StepStatus::ok);
  }
  CHECK(within == 0);
  CHECK(between > 0);  // the counter works, and new tiles were entered
}

TEST_CASE("commands from outside and the steps that take them allocate nothing", "[simulation]") {
  const auto world = load_world("drive_flat_soft", {{"drive.mode", "external"}, {"duration", "100"}});
  Simulation simulation = start_simulation(world);
  std::vector<ExternalValue> values;
  for (std::size_t k = 0; k < world->external->columns.size(); ++k) values.push_back({k, 0.0});
  const auto command = [&](double share) {
    for (ExternalValue& value : values) {
      const ExternalColumn& column = world->external->columns[value.column];
      value.value = column.kind == ExternalKind::joint ? column.start : share * column.highest;
    }
    simulation.command(ExternalCommand{values});
  };
  command(0.1);
  while (simulation.time() < 2.0) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  int failed = 0;
  for (int k = 0; k < 300; ++k) {
    command(0.05 + 0.0001 * k);
    failed += simulation.step() == StepStatus::ok ? 0 : 1;
  }
  CHECK(allocation_count() == before);
  CHECK(failed == 0);
  CHECK(simulation.state().first<ExternalMemory>()->taken_at > 2.8);
}

TEST_CASE("steps on deforming ground allocate nothing once its tiles are there", "[simulation]") {
  const auto world = load_world("drive_flat_soft", {{"terrain.soil_law", "scm"}, {"drive.speed", "0.05"}});
  Simulation simulation = start_simulation(world);
  while (simulation.time() < 3.0) REQUIRE(simulation.step() == StepStatus::ok);
  Kinematics kinematics(*world->model);
  const MotionState& motion = simulation.state().motion;
  calc_kinematics(*world->model, motion.q, motion.v, kinematics);
  constexpr double kReach = 0.8;  // m, more than it drives in what follows
  for (const WheelPart& wheel : world->wheels) {
    const Vec3& p = kinematics.body[static_cast<std::size_t>(wheel.body.index)].X_WB.p;
    simulation.ground().reserve_ahead(p.x(), p.y(), kReach);
  }
  const std::int64_t before = allocation_count();
  while (simulation.time() < 8.0) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(allocation_count() == before);
}

TEST_CASE("steps of a walker's feet in deforming ground allocate nothing", "[simulation]") {
  const auto world =
      load_world("walker_crawl_flat", {{"terrain.soil_law", "scm"}, {"terrain.soil", "wong_LETE_sand"}});
  Simulation simulation = start_simulation(world);
  while (simulation.time() < 1.0) REQUIRE(simulation.step() == StepStatus::ok);
  constexpr double kReach = 2.0;  // m, more than it walks in what follows
  simulation.ground().reserve_ahead(0.0, 0.0, kReach);
  const std::int64_t before = allocation_count();
  while (simulation.time() < 4.0) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(allocation_count() == before);
}

TEST_CASE("steps of a walker allocate nothing", "[simulation]") {
  const char* scenario = GENERATE("walker_crawl_flat", "walker_trot_flat", "walker_crawl_slope",
                                  "walker_crawl_rocks", "atlas_stand", "stepup_31cm");
  CAPTURE(scenario);
  Simulation simulation = start_simulation(load_world(scenario));
  while (simulation.time() < 0.5) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  while (simulation.time() < 4.0)
    REQUIRE(simulation.step() == StepStatus::ok);  // steps of its feet, a push, a foot lifted
  CHECK(allocation_count() == before);
}

TEST_CASE("steps of a rover on limbs allocate nothing", "[simulation]") {
  Simulation simulation = start_simulation(load_world("limb_rover_walk"));
  // one wheel is lifted, comes down and bears, and the body shifts. A tile of ground is made where the wheel comes to it, before that
  while (simulation.time() < 3.2) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(simulation.state().all<WalkLegMemory>()[2].mode == LegMode::swings);
  const std::int64_t before = allocation_count();
  while (simulation.time() < 7.0) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(allocation_count() == before);
  CHECK(simulation.state().all<WalkLegMemory>()[2].mode == LegMode::stands);
}

TEST_CASE("steps of a rover driven by hand allocate nothing", "[simulation]") {
  Simulation simulation = start_simulation(load_world("drive_flat_soft", {{"drive.speed", "0"}}));
  simulation.command({.phase = {.speed = 0.01}});
  while (simulation.time() < 2.0) REQUIRE(simulation.step() == StepStatus::ok);
  const DrivePhase told[] = {{.speed = 0.01, .curvature = 0.2},
                             {.speed = 0.01, .mode = DriveMode::crab, .crab = 0.2},
                             {.mode = DriveMode::point_turn, .turn_rate = 0.001}};
  std::int64_t within = 0;
  for (int k = 0; k < 900; ++k) {
    const std::int64_t before = allocation_count();
    if (k % 200 == 100) simulation.command({.phase = told[k / 200 % 3], .on = k < 700});
    const StepStatus status = simulation.step();
    within += allocation_count() - before;
    REQUIRE(status == StepStatus::ok);
  }
  CHECK(within == 0);
}

TEST_CASE("steps of a landing on viscoelastic ground with a leg controller allocate nothing",
          "[simulation]") {
  const auto [method, step] = GENERATE(std::pair("beeman", "0.001"), std::pair("rk4", "0.0002"));
  const auto world = load_world("europa_landing", {{"integration.method", method},
                                                   {"integration.step", step},
                                                   {"lander", "europa_impedance"},
                                                   {"initial_lander.roll_deg", "8"}});
  Simulation simulation = start_simulation(world);
  for (int i = 0; i < 5; ++i) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  while (simulation.time() < 0.5) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(allocation_count() - before == 0);
}

// Bodies that tumble from step to step meet more of them than a mesh remembers; the crown comes to touch within the steps that count.
TEST_CASE("steps of meshes in contact allocate nothing", "[simulation]") {
  const auto [scenario, method, from, until] =
      GENERATE(std::tuple("docking_smart_olev", "beeman", 38.0, 42.0),
               std::tuple("tumbling", "beeman", 0.01, 0.6), std::tuple("tumbling", "rk4", 0.01, 0.3));
  CAPTURE(scenario, method);
  Simulation simulation = start_simulation(load_world(scenario, {{"integration.method", method}}));
  while (simulation.time() < from) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  bool touched = false;
  while (simulation.time() < until) {
    REQUIRE(simulation.step() == StepStatus::ok);
    touched = touched || simulation.state().contacts.anchors.front().pair >= 0.0;
  }
  CHECK(allocation_count() == before);
  CHECK(touched);
}

// From before the plug touches until its section has come to rest, and its table is laid out again.
TEST_CASE("steps of a mesh whose section changes allocate nothing", "[simulation]") {
  const std::string driver = GENERATE(test::by_time(), test::by_screw(test::kSprung));
  const test::ScratchFolder folder("section_allocation");
  Simulation simulation = start_simulation(load_world(
      test::write_plug_world(folder.path(), test::plug_text(test::kRough, driver),
                             test::sleeve_text(test::kRough, "edge = 0.02\n" + test::sleeve_section()), 3e-4),
      {}));
  while (simulation.time() < 0.05) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  bool touched = false;
  while (simulation.time() < 0.25) {
    REQUIRE(simulation.step() == StepStatus::ok);
    touched = touched || simulation.state().contacts.anchors.front().pair >= 0.0;
  }
  CHECK(allocation_count() == before);
  CHECK(touched);
}

TEST_CASE("steps of a landing on crushing struts allocate nothing", "[simulation]") {
  const char* formulation = GENERATE("tree", "constrained");
  Simulation simulation =
      start_simulation(load_world("strut_landing", {{"integration.formulation", formulation}}));
  for (int i = 0; i < 5; ++i) REQUIRE(simulation.step() == StepStatus::ok);
  const std::int64_t before = allocation_count();
  while (simulation.time() < 0.3) REQUIRE(simulation.step() == StepStatus::ok);
  CHECK(simulation.state().first<StrutMemory>()->crush_loss > 0.0);
  CHECK(allocation_count() - before == 0);
}

TEST_CASE("noting the peaks of a recorded step allocates nothing between frames", "[simulation]") {
  const test::ScratchFolder folder("recorded_steps");
  const auto world = load_world("drive_flat_soft", {{"recording.interval", "100"}, {"duration", "20"}});
  Simulation simulation = start_simulation(world);
  RunRecorder recorder(folder / "run.h5", simulation);
  while (simulation.time() < 2.0) {
    REQUIRE(simulation.step() == StepStatus::ok);
    recorder.after_step();
  }
  std::int64_t within = 0;
  while (simulation.time() < 4.0) {
    REQUIRE(simulation.step() == StepStatus::ok);
    const std::int64_t before = allocation_count();
    recorder.after_step();
    within += allocation_count() - before;
  }
  CHECK(within == 0);
}
