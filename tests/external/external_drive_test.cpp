// SPDX-License-Identifier: BSD-3-Clause
// Drives that are commanded from outside within runs: what is held, what is refused, and that runs repeat
// without their controller.
#include "grouser/simulation/step/external_drive.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/recording/run_file/run_repair.hpp"
#include "grouser/recording/run_file/run_writer.hpp"
#include "grouser/simulation/observe/chosen_channels.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "heading.hpp"
#include "scratch_folder.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

Simulation start_external(const std::string& scenario, std::vector<std::string> overrides = {}) {
  overrides.push_back("drive.mode=external");
  return start(scenario, overrides);
}

void command(Simulation& s, const std::string& name, double value) {
  const ExternalValue one{s.world().external->column(name), value};
  s.command(ExternalCommand{{&one, 1}});
}

RunOptions run_options(const std::optional<fs::path>& out) {
  RunOptions options;
  options.out = out;
  options.now = [] { return 0.0; };
  return options;
}

/// Ten steps between two commands, as an order of 0.03 s makes.
void hold_heading(Simulation& s, const std::function<void()>& after_step) {
  HeadingController controller(s.world().external->columns);
  ChosenChannels yaw(s, {"chassis/yaw"}, "test");
  while (!s.finished()) {
    double heading = 0.0;
    yaw.read(s, {&heading, 1});
    s.command(ExternalCommand{controller.command(heading)});
    for (int k = 0; k < 10 && !s.finished(); ++k) {
      REQUIRE(s.step() == StepStatus::ok);
      after_step();
    }
  }
}

/// Records a run that a controller drives. Returns its last state's hash.
std::uint64_t record_heading(Simulation& s, const fs::path& out) {
  RunRecorder recorder(out, s);
  hold_heading(s, [&] { recorder.after_step(); });
  RunSummary summary;
  summary.state_hash = s.state_hash();
  recorder.close(summary);
  return s.state_hash();
}

}  // namespace

TEST_CASE("a heading is held from outside, and the run repeats without the controller", "[external]") {
  const bool adaptive = GENERATE(false, true);
  CAPTURE(adaptive);
  const ScratchFolder folder("external");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5", again = folder / "again.h5",
                 repaired = folder / "repaired.h5";
  std::vector<std::string> settings = {"duration=60"};
  if (adaptive) settings = {"duration=12", "integration.adaptive=true"};
  Simulation driven = start_external("drive_flat_soft", settings);
  const std::uint64_t last = record_heading(driven, whole);
  const RigidTransform& X =
      driven.kinematics().body[static_cast<std::size_t>(driven.world().chassis.index)].X_WB;
  const double yaw = rpy_from_rotation(X.R).yaw;
  if (adaptive)
    CHECK(yaw > 0.03);
  else
    CHECK(yaw == Approx(kHeading).margin(0.06));

  const RerunResult same = rerun(whole, run_options({}));
  CHECK(same.difference == "");
  CHECK(same.frames_compared > 30);
  const RunReader file(whole);
  const RunCommands commands = read_commands(file);
  REQUIRE(commands.columns.size() == driven.world().external->columns.size());
  CHECK(commands.columns[0] == CommandColumn{"wheel_speed/front_left", "rad/s"});
  CHECK(commands.times.size() > (adaptive ? 15 : 300));
  CHECK(commands.times[0] == 0.0);
  CHECK(commands.steps[0] == 0);
  CHECK(commands.values[0] == kWheelSpeed);
  CHECK(file.read_events().size() < 30);  // the commands are no events

  // with the commands in it, it is a run like any other
  Simulation run = start_simulation(load_world_from_run(file));
  CHECK(run.world().external->commands.times == commands.times);
  CHECK(run_scenario(run, run_options(again)).state_hash == last);
  CHECK(rerun(again, run_options({})).difference == "");
  CHECK(read_commands(RunReader(again)).values.size() == commands.values.size());

  for (const double at : {0.2, 5.1, 11.0}) {
    ResumedRun resumed = resume_run(whole, {.at = at, .changes = {}});
    RunOptions options = run_options(rest);
    options.parent = resumed.parent;
    CHECK(run_scenario(resumed.simulation, options).state_hash == last);
    CHECK(rerun(rest, run_options({})).difference == "");
  }
  repair_run(whole, repaired);
  CHECK(rerun(repaired, run_options({})).difference == "");
}

TEST_CASE("a state that is restored goes on to the same bits under the same commands", "[external]") {
  Simulation s = start_external("drive_flat_soft", {"duration=4"});
  command(s, "wheel_speed/front_left", 0.2);
  REQUIRE(run_until(s, 1.0));
  const SimulationState kept = s.state();
  const auto go_on = [&] {
    command(s, "steering/rear_right", 0.2);
    REQUIRE(run_until(s, 2.0));
    command(s, "joint/deploy_front_left", 0.1);
    REQUIRE(run_until(s, 3.0));
    return s.state_hash();
  };
  const std::uint64_t once = go_on();
  command(s, "steering/rear_right", -0.2);
  s.restore(kept);
  // what waited for a step is no part of a state: it is commanded after the state too, and the later command
  // counts
  CHECK(go_on() == once);
}

TEST_CASE("what is commanded is reached within the drives' limits, and held", "[external]") {
  Simulation s =
      start_external("drive_flat_soft", {"duration=20", "drive.steer_rate_deg=10", "drive.ramp=1"});
  const World& world = s.world();
  const ExternalDrive& drive = *world.external;
  CHECK(drive.columns.size() == 18);  // six wheels, six angles, six legs
  const ExternalColumn& speed = drive.columns[drive.column("wheel_speed/front_left")];
  const ExternalColumn& steer = drive.columns[drive.column("steering/front_left")];
  const ExternalColumn& joint = drive.columns[drive.column("joint/deploy_front_left")];
  command(s, speed.name, speed.highest);
  command(s, steer.name, 0.3);
  command(s, joint.name, joint.start + 0.05);
  double fastest = 0.0;
  REQUIRE(run_until(s, 0.5, [&] { fastest = std::max(fastest, s.state().motion.v[steer.v]); }));
  CHECK(s.state().motion.v[speed.v] == Approx(0.5 * speed.highest).epsilon(0.01));
  REQUIRE(run_until(s, 6.0, [&] { fastest = std::max(fastest, s.state().motion.v[steer.v]); }));
  CHECK(fastest == Approx(10.0 * kDegree).epsilon(1e-3));
  CHECK(s.state().motion.v[speed.v] == speed.highest);
  CHECK(s.state().motion.q[steer.q] == 0.3);
  CHECK(s.state().motion.q[joint.q] == joint.start + 0.05);
  // others follow the scenario, which goes on at 0.011 m/s
  const ExternalColumn& other = drive.columns[drive.column("wheel_speed/rear_left")];
  CHECK(s.state().motion.v[other.v] ==
        Approx(0.011 / world.wheels[static_cast<std::size_t>(other.wheel)].spec.reference_radius()));
}

TEST_CASE("a torque is given up to what the motor can, and a speed takes over from it", "[external]") {
  const std::string method = GENERATE("beeman", "rk4");
  CAPTURE(method);
  Simulation s =
      start_external("torque_limited", {"duration=12", "drive.speed=0", "integration.method=" + method});
  const ExternalDrive& drive = *s.world().external;
  CHECK(drive.columns.size() == 24);
  const auto all = [&](const std::string& kind, double value) {
    for (const ExternalColumn& column : drive.columns)
      if (column.name.rfind(kind + "/", 0) == 0) command(s, column.name, value);
  };
  all("wheel_torque", 0.5);
  REQUIRE(run_until(s, 0.15));
  for (const WheelOutput& wheel : s.output().wheels) CHECK(wheel.drive_torque == Approx(0.5).epsilon(1e-3));
  const double gained = s.state().motion.v[drive.columns[0].v];
  CHECK(gained > 0.0);
  all("wheel_torque", 24.0);
  REQUIRE(run_until(s, 4.0));
  for (const WheelOutput& wheel : s.output().wheels)
    CHECK(wheel.drive_torque < 24.0);  // its speed takes from it
  all("wheel_speed", 0.1);
  REQUIRE(run_until(s, 11.0));
  CHECK(s.state().motion.v[drive.columns[0].v] == Approx(0.1).epsilon(0.05));
  CHECK(s.state().ledger.relative_error() < 0.02);
}

TEST_CASE("bad commands say what is wrong, and change nothing", "[external]") {
  Simulation s = start_external("drive_flat_soft", {"duration=4"});
  const std::uint64_t before = s.state_hash();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(
      command(s, "wheel_speed/front_left", nan),
      ContainsSubstring("command to rover: wheel_speed/front_left") && ContainsSubstring("nan rad/s"));
  CHECK_THROWS_WITH(command(s, "wheel_speed/front_left", 9.0),
                    ContainsSubstring("9 rad/s") && ContainsSubstring("to 0."));
  CHECK_THROWS_WITH(command(s, "steering/front_left", -7.0), ContainsSubstring("rad"));
  CHECK_THROWS_WITH(command(s, "wheel_speed/front_lef", 0.1),
                    ContainsSubstring("no column") && ContainsSubstring("wheel_speed/front_left"));
  CHECK_THROWS_WITH(command(s, "wheel_torque/front_left", 0.1), ContainsSubstring("no column"));
  const ExternalValue far{99, 0.0};
  CHECK_THROWS_WITH(s.command(ExternalCommand{{&far, 1}}),
                    ContainsSubstring("column 99") && ContainsSubstring("0 to 17"));
  HandCommand hand;
  hand.phase.speed = 0.02;
  CHECK_THROWS_WITH(s.command(hand), ContainsSubstring("commanded from outside"));
  CHECK(s.state_hash() == before);
  Simulation never = start_external("drive_flat_soft", {"duration=4"});
  REQUIRE(run_until(s, 0.5));
  REQUIRE(run_until(never, 0.5));
  CHECK(s.state_hash() == never.state_hash());

  Simulation motors = start_external("torque_limited", {"duration=4"});
  const ExternalDrive& drive = *motors.world().external;
  const ExternalValue both[] = {{drive.column("wheel_torque/rear_left"), 1.0},
                                {drive.column("wheel_speed/rear_left"), 0.1}};
  CHECK_THROWS_WITH(motors.command(ExternalCommand{both}), ContainsSubstring("a torque beside a speed"));
  Simulation own = start("drive_flat_soft", {"duration=4"});
  CHECK_THROWS_WITH(own.command(ExternalCommand{{&far, 1}}), ContainsSubstring("drive.mode=external"));
}

TEST_CASE("a command that changes nothing is not taken", "[external]") {
  Simulation s = start_external("drive_flat_soft", {"duration=4"});
  command(s, "wheel_speed/front_left", 0.2);
  REQUIRE(s.step() == StepStatus::ok);
  const double taken_at = s.state().first<ExternalMemory>()->taken_at;
  CHECK(taken_at == 0.0);
  REQUIRE(run_until(s, 0.5));
  command(s, "wheel_speed/front_left", 0.2);
  REQUIRE(s.step() == StepStatus::ok);
  CHECK(s.state().first<ExternalMemory>()->taken_at == taken_at);
}

TEST_CASE("a table of commands is read as it was written, also of a recording that was left behind",
          "[external]") {
  const ScratchFolder folder("external_table");
  const fs::path path = folder / "run.h5";
  RunHeader header;
  header.commands = {{"wheel_speed/left", "rad/s"}, {"steering/left", "rad"}, {"joint/leg", "rad"}};
  constexpr int kCommands = 1500;
  const auto value = [](int k, int c) { return c == 1 && k % 3 == 0 ? std::nan("") : 0.001 * k + c; };
  const bool closed = GENERATE(true, false);
  CAPTURE(closed);
  {
    RunWriter writer(path, header, {{"a", "m", ""}});
    for (int k = 0; k < kCommands; ++k) {
      const double row[] = {value(k, 0), value(k, 1), value(k, 2)}, frame[] = {1.0 * k};
      writer.append_frame(0.01 * k, static_cast<std::uint64_t>(k), frame, 7);
      writer.append_command(0.01 * k, static_cast<std::uint64_t>(k), row);
      if (k % 37 == 0) writer.flush();
    }
    CHECK_THROWS_WITH(writer.append_command(20.0, 2000, {}), ContainsSubstring("0 values"));
    if (closed) writer.close("{}");
  }
  const RunReader reader(path);
  CHECK(reader.closed_cleanly() == closed);
  const RunCommands read = read_commands(reader);
  CHECK(read.columns == header.commands);
  REQUIRE(read.times.size() == kCommands - 1);  // those before the last frame
  int wrong = 0;
  for (int k = 0; k + 1 < kCommands; ++k)
    for (int c = 0; c < 3; ++c) {
      const double was = read.values[static_cast<std::size_t>(3 * k + c)];
      wrong += std::isnan(value(k, c)) ? !std::isnan(was) : was != value(k, c);
    }
  CHECK(wrong == 0);
  CHECK(read.steps.back() == kCommands - 2);
}

TEST_CASE("scenarios that cannot be commanded from outside are refused", "[external]") {
  CHECK_THROWS_WITH(start("wheel_drop_200", {"drive.mode=outside"}), ContainsSubstring("drive.mode"));
  CHECK_THROWS_WITH(start_external("strut_landing"), ContainsSubstring("nothing to command"));
}
