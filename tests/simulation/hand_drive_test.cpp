// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand: what was commanded is part of the run, whoever commanded it and however fast the run went.
#include "grouser/vehicle/drive/hand_drive.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

HandCommand arc(double speed, double curvature = 0.0) {
  return {.phase = {.speed = speed, .curvature = curvature}};
}
HandCommand crab(double speed, double angle) {
  return {.phase = {.speed = speed, .mode = DriveMode::crab, .crab = angle}};
}
HandCommand turn(double rate) { return {.phase = {.mode = DriveMode::point_turn, .turn_rate = rate}}; }
HandCommand off() { return {.phase = {}, .on = false}; }

struct Told {
  double time;  // s: at the first step from there on
  HandCommand command;
};
const std::vector<Told> kDrive = {{0.5, arc(0.05)},        {1.1, arc(0.04, 0.3)}, {1.9, crab(0.04, 0.31)},
                                  {2.9, turn(0.02)},       {3.6, arc(-0.03)},     {4.2, off()},
                                  {4.9, arc(0.02, -0.11)}, {5.3, off()}};

/// Steps to `time` and commands on the way.
void drive(Simulation& s, double time, const std::vector<Told>& told,
           const std::function<void()>& after_step) {
  std::size_t next = 0;
  while (s.time() < time) {
    if (next < told.size() && s.time() >= told[next].time) s.command(told[next++].command);
    REQUIRE(s.step() == StepStatus::ok);
    after_step();
  }
  REQUIRE(next == told.size());
}

double yaw(const Simulation& s) {
  const RigidTransform& X = s.kinematics().body[static_cast<std::size_t>(s.world().chassis.index)].X_WB;
  return rpy_from_rotation(X.R).yaw;
}

}  // namespace

TEST_CASE("a run driven by hand reruns, runs and resumes to the same bits", "[hand_drive]") {
  struct Case {
    std::string scenario;
    std::vector<std::string> overrides;
  };
  const auto given = GENERATE(Case{"drive_flat_soft", {"duration=6"}},
                              Case{"drive_flat_soft", {"duration=6", "integration.adaptive=true"}},
                              Case{"waypoints", {"duration=6"}}, Case{"torque_limited", {"duration=6"}});
  CAPTURE(given.scenario, given.overrides);
  const ScratchFolder folder("hand");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5", again = folder / "again.h5";
  std::uint64_t last = 0;
  {
    Simulation s = start(given.scenario, given.overrides);
    RunRecorder recorder(whole, s);
    drive(s, 5.999, kDrive, [&] { recorder.after_step(); });
    last = s.state_hash();
    RunSummary summary;
    summary.state_hash = last;
    recorder.close(summary);
  }
  const RerunResult same = rerun(whole, options_of({}));
  CHECK_FALSE(same.first_difference);
  CHECK(same.frames_compared > 30);
  std::vector<std::string> told;
  for (const RunEvent& event : RunReader(whole).read_events())
    if (event.kind == kHandDriveEvent) told.push_back(event.text);
  REQUIRE(told.size() == kDrive.size());
  CHECK(told[1] == "arc 0.04 m/s 0.3 1/m");
  CHECK(told[5] == "off");

  // its scenario, with the commands in it, is a scenario like any other
  Simulation run = start_simulation(load_world_from_run(RunReader(whole)));
  CHECK(run.world().commands.hand.size() == kDrive.size());
  run_scenario(run, options_of(again));
  CHECK_FALSE(rerun(again, options_of({})).first_difference);
  CHECK(RunReader(again).read_state_hashes() == RunReader(whole).read_state_hashes());

  // keyframes before, in and after the drive; what is commanded later comes all the same
  for (const double at : {0.2, 3.1, 4.5}) {
    ResumedRun resumed = resume_run(whole, {.at = at, .changes = {}});
    RunOptions options = options_of(rest);
    options.parent = resumed.parent;
    CHECK(run_scenario(resumed.simulation, options).state_hash == run.state_hash());
    CHECK_FALSE(rerun(rest, options_of({})).first_difference);
  }
}

TEST_CASE("a command by hand drives as the same programme in the scenario does", "[hand_drive]") {
  const double until = 4.0, speed = 0.05;
  WorldSpec by_hand = read_world_spec("drive_flat_soft", sets({"drive.speed=0"}));
  by_hand.vehicles[0].drive.phases.clear();
  WorldSpec by_programme = by_hand;
  by_hand.hand_drive = {arc(speed)};
  by_hand.hand_drive[0].phase.start = 1.0;
  Simulation hand = start_simulation(build_world(by_hand));
  std::vector<double> decisions;
  double next = 0.0;
  const double from = chassis(hand).x();
  REQUIRE(run_until(hand, until, [&] {
    const HandDriveState& state = hand.state().hand.state;
    if (state.on && state.next_time != next) decisions.push_back(state.next_time - HandDrive::kInterval);
    next = state.next_time;
  }));
  REQUIRE(decisions.size() > 6);
  CHECK(decisions[0] == Approx(1.0).margin(0.003));

  // to the top speed in a second: five equal parts, each a smooth step over one interval
  by_programme.vehicles[0].drive.ramp = HandDrive::kInterval - 1e-9;
  for (int k = 0; k < 5; ++k)
    by_programme.vehicles[0].drive.phases.push_back(
        {.start = decisions[static_cast<std::size_t>(k)], .speed = speed * (k + 1) / 5.0});
  Simulation programme = start_simulation(build_world(by_programme));
  REQUIRE(run_until(programme, until));
  CHECK(chassis(hand).x() - from > 0.1);
  CHECK((chassis(hand) - chassis(programme)).norm() < 1e-8);
  CHECK((hand.state().motion.v - programme.state().motion.v).norm() < 1e-7);
}

TEST_CASE("by hand the rover takes arcs, crabs and turns on the spot", "[hand_drive]") {
  const std::vector<std::string> still = {"drive.speed=0", "duration=100"};
  SECTION("arc: as far along a circle as told") {
    Simulation s = start("drive_flat_soft", still);
    s.command(arc(0.05, 0.25));
    REQUIRE(run_until(s, 20.0));
    const double driven = 0.05 * (20.0 - 0.5);
    // the hind wheels roll in the walls of the front wheels' ruts, which are as wide as a wheel: they hold
    // the rover back
    CHECK(yaw(s) == Approx(0.25 * driven).epsilon(0.15));
  }
  SECTION("crab: sideways, heading kept") {
    Simulation s = start("drive_flat_soft", still);
    const Vec3 from = chassis(s);
    s.command(crab(0.05, 0.5));
    REQUIRE(run_until(s, 12.0));
    const Vec3 moved = chassis(s) - from;
    CHECK(std::atan2(moved.y(), moved.x()) == Approx(0.5).margin(0.12));
    CHECK(std::fabs(yaw(s)) < 0.02);
  }
  SECTION("point turn: steers at rest first, then turns about the middle") {
    Simulation s = start("drive_flat_soft", still);
    const Vec3 from = chassis(s);
    s.command(turn(0.04));
    REQUIRE(run_until(s, 20.0));
    CHECK(yaw(s) > 0.4);
    CHECK((chassis(s) - from).head<2>().norm() < 0.15);
  }
}

TEST_CASE("taken over and given back, drives and steering never jump", "[hand_drive]") {
  Simulation s = start("arc_turn", {"duration=40", "integration.adaptive=false"});
  const WheelDrive& wheel = s.world().drives[0];
  double spin = s.state().motion.v[wheel.drive_v], steer = s.state().motion.v[wheel.steer_v], jump = 0.0;
  const std::vector<Told> told = {
      {2.0, arc(0.05)}, {6.0, turn(-0.03)}, {16.0, crab(0.03, -0.4)}, {28.0, off()}};
  drive(s, 38.0, told, [&] {
    const VecX& v = s.state().motion.v;
    jump = std::max({jump, std::fabs(v[wheel.drive_v] - spin), std::fabs(v[wheel.steer_v] - steer)});
    spin = v[wheel.drive_v], steer = v[wheel.steer_v];
  });
  // steering to its largest rate within half an interval at the most
  CHECK(jump < 0.35 / (0.5 * HandDrive::kInterval) * 2.0 * s.world().settings.dt);
  CHECK(jump > 0.0);
  const double t = s.time();
  CHECK(spin == Approx(wheel.programme.spin_at(t).v).margin(1e-12));
  CHECK(s.state().motion.q[wheel.steer_q] == Approx(wheel.programme.steer_at(t).q).margin(1e-12));
}

TEST_CASE("what a vehicle cannot be told by hand is said", "[hand_drive]") {
  Simulation hopper = start("hopper");
  CHECK_THROWS_WITH(hopper.command(arc(0.1)), ContainsSubstring("no driven wheels"));
  const HandDrive unsteered(
      {{"front_left", 0.5, 0.4, 0.1, WheelMount::steered}, {"rear_left", -0.5, 0.4, 0.1, WheelMount::fixed}},
      0.1);
  CHECK_THAT(unsteered.refusal(crab(0.1, 0.3)), ContainsSubstring("wheel 'rear_left' is not steered"));
  CHECK(unsteered.refusal(arc(0.1, 0.3)).empty());
  Simulation flat = start("drive_flat_soft");
  CHECK_THROWS_WITH(flat.command(arc(0.1, 5.0)), ContainsSubstring("centre lies within wheel"));
  CHECK_THROWS_WITH(flat.command(crab(0.1, 2.0)), ContainsSubstring("90 deg"));
  WorldSpec spec = read_world_spec("drive_flat_soft");
  spec.hand_drive = {arc(0.1), arc(0.2)};
  CHECK_THROWS_WITH(build_world(spec), ContainsSubstring("in order of their starts"));
  for (const char* text : {"", "arc", "arc 1 m/s", "arc nan m/s 0 1/m", "arc 1 km/h 0 1/m",
                           "arc 1 m/s 0 1/m x", "fly 1 m/s", "point_turn 1e999 rad/s", "off off"})
    CHECK_THROWS_AS(parse_hand_command(1.0, text, "run.h5"), InputError);
  CHECK_THROWS_AS(parse_hand_command(-1.0, "off", "run.h5"), InputError);
  const HandCommand told = in_degrees(crab(0.1 / 3.0, 0.3));
  CHECK(parse_hand_command(0.0, hand_command_text(told), "run.h5") == told);
}
