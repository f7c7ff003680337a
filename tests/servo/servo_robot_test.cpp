// SPDX-License-Identifier: BSD-3-Clause
// The robot behind the servo link: what it answers, what moves it, and that a run which was driven from outside is repeated without the
// outside.
#include "servo/servo_robot.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/servos.hpp"
#include "scratch_folder.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

ServoFrame frame_of(int code, std::vector<float> reals = {}) {
  return {.code = static_cast<std::uint8_t>(code), .reals = std::move(reals)};
}

std::vector<float> reals_of(const std::vector<double>& angles) { return {angles.begin(), angles.end()}; }

/// Angles that bend all legs by about `bend` more (rad) from those at the start, and turn the body a little.
std::vector<float> bent(const Simulation& s, double bend) {
  std::vector<double> angles = told_angles(*main_walker(s.world()), s.state());
  for (std::size_t leg = 0; leg < 4; ++leg) {
    angles[3 * leg] += 0.05 + 0.2 * bend;
    angles[3 * leg + 1] += bend;
    angles[3 * leg + 2] -= 0.7 * bend;
  }
  return reals_of(angles);
}

std::string text_of(const cli::Json& reply) { return reply.value("error", ""); }

/// Drives a robot by frames for `seconds` in which the legs bend and stretch; every 0.02 s they are told.
void drive(Simulation& s, double seconds, const std::function<void()>& after_step) {
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] {
    REQUIRE(s.step() == StepStatus::ok);
    after_step();
    return true;
  });
  const std::vector<float> from = reals_of(told_angles(*main_walker(s.world()), s.state())),
                           to = bent(s, 0.15);
  for (int k = 0; k < static_cast<int>(std::lround(seconds / 0.02)); ++k) {
    const float share = 0.5f - 0.5f * std::cos(0.1f * static_cast<float>(k));
    std::vector<float> angles = from;
    for (std::size_t i = 0; i < angles.size(); ++i) angles[i] += share * (to[i] - from[i]);
    const cli::Json told = robot.answer(frame_of(208, angles));
    REQUIRE(text_of(told) == "");
    REQUIRE(robot.answer(frame_of(209, {0.02f}))["steps"] == 20);
  }
}

}  // namespace

TEST_CASE("a robot says who it is and what its state is", "[servo]") {
  Simulation s = start("walker_stand");
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] { return s.step() == StepStatus::ok; });
  CHECK(robot.greeting().dump() == R"({"device_id":"quad"})");
  const cli::Json who = robot.answer(frame_of(200));
  CHECK(who["code"] == 200);
  CHECK(who["legs"].size() == 4);
  CHECK(who["highest"][0].get<double>() == Approx(22.5 * 3.14159265358979 / 180.0));
  CHECK(who["lowest"].size() == 12);
  const cli::Json state = robot.answer(frame_of(201));
  CHECK(state["angles"].size() == 12);
  CHECK(state["told"].size() == 12);
  CHECK(state["position"][2].get<double>() == Approx(chassis(s).z()));
  CHECK(state["verdict"].is_null());
  const cli::Json feet = robot.answer(frame_of(202));
  double load = 0.0;
  for (const auto& one : feet["loads"]) load += one.get<double>();
  CHECK(load == Approx(weight(s)).epsilon(0.01));
  const cli::Json power = robot.answer(frame_of(203));
  double sum = 0.0;
  for (std::size_t k = 0; k < 12; ++k)
    sum += power["torques"][k].get<double>() * power["speeds"][k].get<double>();
  CHECK(power["power"].get<double>() == Approx(sum).margin(1e-12));
  // the knees and hips of a robot that stands bear: each torque is what its servo gives way by
  CHECK(std::fabs(power["torques"][2].get<double>()) > 0.05);
  CHECK(robot.answer(frame_of(209, {0.5f}))["steps"] == 500);
  CHECK(s.time() == Approx(0.5));
  CHECK_FALSE(robot.said_bye());
  CHECK(robot.answer(frame_of(211))["time"] == s.time());
  CHECK(robot.said_bye());
  CHECK(robot.refused() == 0);
}

TEST_CASE("what a robot cannot do it says, and does nothing", "[servo]") {
  Simulation s = start("walker_stand");
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] { return s.step() == StepStatus::ok; });
  const std::uint64_t before = s.state_hash();
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinite = std::numeric_limits<float>::infinity();
  const auto refused = [&](const ServoFrame& frame, const char* why) {
    const cli::Json reply = robot.answer(frame);
    CAPTURE(reply.dump());
    CHECK_THAT(text_of(reply), ContainsSubstring(why));
    CHECK(reply["code"] == frame.code);
  };
  refused(frame_of(1), "expected one of 200 to 203 and 207 to 211");
  refused(frame_of(201, {1.0f}), "state with 1 reals, expected 0");
  refused(frame_of(208, {0.1f}), "angles with 1 reals, expected 12");
  std::vector<float> angles = bent(s, 0.0);
  angles[5] = nan;
  refused(frame_of(208, angles), "real 5 is nan");
  angles[5] = infinite;
  refused(frame_of(208, angles), "real 5 is inf");
  angles[5] = 0.8f;
  refused(frame_of(208, angles), "angle 5 (leg 1, knee): 0.8 rad, expected -0.785398 to 0.785398");
  refused(frame_of(210, {4.0f, 0.0f, 0.0f, 0.0f}), "leg 4, expected a whole number from 0 to 3");
  refused(frame_of(210, {0.5f, 0.0f, 0.0f, 0.0f}), "leg 0.5");
  refused(frame_of(210, {3.0f, 0.0f, 0.1f, 0.0f}), "angle 10 (leg 3, hip)");
  refused(frame_of(209, {-1.0f}), "advance by -1 s");
  refused(frame_of(209, {4000.0f}), "expected 0 to 3600 s");
  CHECK(robot.refused() == 11);
  CHECK(s.state_hash() == before);
  REQUIRE(s.step() == StepStatus::ok);
  CHECK_FALSE(s.state().first<ServoMemory>()->begun());

  cli::ServoRobot by_clock(s, "quad", ServoTime::wall_clock, [] { return true; });
  CHECK_THAT(text_of(by_clock.answer(frame_of(209, {1.0f}))),
             ContainsSubstring("in real time") && ContainsSubstring("--lockstep"));
  Simulation rover = start("wheel_drop_200");
  CHECK_THROWS_WITH(cli::ServoRobot(rover, "r", ServoTime::lockstep, [] { return true; }),
                    ContainsSubstring("no legs"));
}

TEST_CASE("limits that are rounded to reals are within themselves", "[servo]") {
  Simulation s = start("walker_stand");
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] { return s.step() == StepStatus::ok; });
  const auto limits = servo_limits(*main_walker(s.world()));
  for (std::size_t leg = 0; leg < 4; ++leg)
    for (const bool high : {false, true}) {
      std::vector<float> reals{static_cast<float>(leg)};
      for (std::size_t k = 3 * leg; k < 3 * leg + 3; ++k)
        reals.push_back(static_cast<float>(high ? limits[k].highest : limits[k].lowest));
      CHECK(text_of(robot.answer(frame_of(210, reals))) == "");
    }
}

TEST_CASE("angles are told at the start of the next step, and go where they are told", "[servo]") {
  Simulation s = start("walker_stand");
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] { return s.step() == StepStatus::ok; });
  const std::vector<float> to = bent(s, 0.1);
  const double high = chassis(s).z();
  robot.answer(frame_of(208, to));
  CHECK(s.state().first<ServoMemory>()->taken_at == -1.0);
  robot.answer(frame_of(209, {0.001f}));
  CHECK(s.state().first<ServoMemory>()->taken_at == 0.0);
  robot.answer(frame_of(209, {1.0f}));
  const cli::Json state = robot.answer(frame_of(201));
  for (std::size_t k = 0; k < 12; ++k) {
    CHECK(state["told"][k].get<double>() == Approx(to[k]).margin(1e-7));
    // they give way by torque over stiffness, and are told steps of 0.1 degrees
    CHECK(state["angles"][k].get<double>() == Approx(to[k]).margin(0.03));
  }
  CHECK(std::fabs(chassis(s).z() - high) > 0.001);

  SECTION("one leg's servos leave the others' alone") {
    robot.answer(frame_of(210, {2.0f, 0.1f, -0.8f, 0.2f}));
    robot.answer(frame_of(209, {0.001f}));
    const auto told = told_angles(*main_walker(s.world()), s.state());
    CHECK(told[7] == -0.8);
    CHECK(told[4] == Approx(to[4]).margin(1e-7));
  }
  SECTION("servos that are under way stop") {
    const double knee = state["angles"][2].get<double>();
    std::vector<float> far = to;
    for (std::size_t k = 2; k < 12; k += 3) far[k] = 0.5f;
    robot.answer(frame_of(208, far));
    robot.answer(frame_of(209, {0.015f}));
    const double there = robot.answer(frame_of(201))["angles"][2].get<double>();
    CHECK(there > knee + 0.01);
    robot.answer(frame_of(207));
    robot.answer(frame_of(209, {0.5f}));
    const double stopped = robot.answer(frame_of(201))["angles"][2].get<double>();
    // full torque at 0.07 rad beyond, and what a knee gives way to the weight
    CHECK(stopped < there + 0.1);
    CHECK(stopped < 0.45);
  }
}

TEST_CASE("a run driven from outside reruns, runs and resumes to the same bits", "[servo]") {
  const auto overrides = GENERATE(std::vector<std::string>{"duration=2"},
                                  std::vector<std::string>{"duration=2", "integration.method=rk4"});
  CAPTURE(overrides);
  const ScratchFolder folder("servo");
  const fs::path whole = folder / "whole.h5", rest = folder / "rest.h5", again = folder / "again.h5";
  std::uint64_t last = 0;
  {
    Simulation s = start("walker_stand", overrides);
    MetricsTracker metrics(s);
    RunRecorder recorder(whole, s);
    drive(s, 2.0, [&] {
      metrics.observe(s);
      recorder.after_step();
    });
    last = s.state_hash();
    const RunSummary summary = summarise(s, metrics, RunStatus::completed, "");
    // the work of servos that are told another angle is in the book
    CHECK(summary.metrics.at("energy_ledger_error").value < 0.01);
    CHECK(summary.metrics.at("motor_work").value > 0.05);
    recorder.close(summary);
  }
  std::size_t commands = 0;
  for (const RunEvent& event : RunReader(whole).read_events())
    if (event.kind == kServoEvent && event.text.rfind("1/", 0) == 0) ++commands;
  CHECK(commands == 100);
  const RerunResult same = rerun(whole, options_of());
  CHECK_FALSE(same.first_difference);
  CHECK(same.frames_compared == 101);

  // its scenario, with the commands in it, is a scenario like any other
  Simulation run = start_simulation(load_world_from_run(RunReader(whole)));
  CHECK(run.world().commands.servos.size() == 100);
  run_scenario(run, options_of(again));
  CHECK(run.state_hash() == last);
  CHECK_FALSE(rerun(again, options_of()).first_difference);
  CHECK(RunReader(again).read_state_hashes() == RunReader(whole).read_state_hashes());

  ResumedRun resumed = resume_run(whole, {.at = 1.0, .changes = {}});
  RunOptions options = options_of(rest);
  options.parent = resumed.parent;
  CHECK(run_scenario(resumed.simulation, options).state_hash == last);
  CHECK_FALSE(rerun(rest, options_of()).first_difference);
}

TEST_CASE("a scenario tells servos as a client does, one that cannot be followed is refused", "[servo]") {
  WorldSpec spec = read_world_spec("walker_stand", sets({"duration=0.5"}));
  const auto with = [&](std::vector<ServoCommand> commands) {
    WorldSpec changed = spec;
    changed.servo_commands = std::move(commands);
    return changed;
  };
  Simulation by_client = start_simulation(build_world(spec));
  const std::vector<float> to = bent(by_client, 0.1);
  std::vector<double> angles;
  for (const float real : to) angles.push_back(shortest_number(real));
  Simulation by_scenario = start_simulation(build_world(with({{0.1, angles}})));
  while (by_client.time() < 0.1) REQUIRE(by_client.step() == StepStatus::ok);
  by_client.tell_servos(angles);
  while (!by_client.finished()) REQUIRE(by_client.step() == StepStatus::ok);
  while (!by_scenario.finished()) REQUIRE(by_scenario.step() == StepStatus::ok);
  CHECK(chassis(by_client) == chassis(by_scenario));

  CHECK_THROWS_WITH(build_world(with({{0.1, {0.1}}})), ContainsSubstring("1 angles at 0.1 s"));
  CHECK_THROWS_WITH(build_world(with({{0.2, angles}, {0.2, angles}})),
                    ContainsSubstring("in order of their times"));
  std::vector<double> far = angles;
  far[1] = 0.2;
  CHECK_THROWS_WITH(build_world(with({{0.1, far}})), ContainsSubstring("angle 1 (leg 0, hip)"));
  CHECK_THROWS_AS(by_client.tell_servos(far), InputError);
  WorldSpec rover = read_world_spec("wheel_drop_200", {});
  rover.servo_commands = {{0.1, angles}};
  CHECK_THROWS_WITH(build_world(rover), ContainsSubstring("no legs"));
}

TEST_CASE("a gait is silent once servos are told from outside", "[servo]") {
  Simulation s = start("walker_crawl_flat", {"gait.start=0.1", "duration=3"});
  REQUIRE(run_until(s, 0.3));
  const auto told = told_angles(*main_walker(s.world()), s.state());
  s.tell_servos(told);
  REQUIRE(run_until(s, 1.0));
  CHECK(told_angles(*main_walker(s.world()), s.state()) == told);
}

TEST_CASE("one leg that is told while the gait walks leaves the others where the gait told them", "[servo]") {
  Simulation s = start("walker_crawl_flat", {"gait.start=0.1", "duration=5"});
  cli::ServoRobot robot(s, "quad", ServoTime::lockstep, [&] { return s.step() == StepStatus::ok; });
  const std::vector<double> at_start = told_angles(*main_walker(s.world()), s.state());
  REQUIRE(run_until(s, 2.0));  // in the middle of a step
  const std::vector<double> before = told_angles(*main_walker(s.world()), s.state());
  REQUIRE(text_of(robot.answer(frame_of(210, {0.0f, 0.1f, -0.9f, 0.2f}))) == "");
  REQUIRE(robot.answer(frame_of(209, {0.01f}))["steps"] == 10);
  const std::vector<double> after = told_angles(*main_walker(s.world()), s.state());
  for (std::size_t k = 0; k < after.size(); ++k) {
    CAPTURE(k);
    const bool told = k < 3;
    CHECK(after[k] ==
          Approx(told ? std::array{0.1, -0.9, 0.2}[k] : before[k]).margin(1e-7));  // reals of 4 bytes
  }
  CHECK(before != at_start);
}

TEST_CASE("parts of commands that run files tell are put together", "[servo]") {
  std::vector<double> angles;
  for (int k = 0; k < 24; ++k) angles.push_back(-0.1 * k / 7.0);
  const std::vector<std::string> parts = servo_command_texts(angles);
  REQUIRE(parts.size() > 2);
  for (const std::string& part : parts) CHECK(part.size() <= kEventTextBytes);
  ServoCommandReader reader("run.h5");
  for (const std::string& part : parts) reader.take(1.5, part);
  reader.take(2.0, parts[0]);  // the program was killed here
  const std::vector<ServoCommand> commands = std::move(reader).commands();
  REQUIRE(commands.size() == 1);
  CHECK(commands[0] == ServoCommand{1.5, angles});
  for (const char* bad : {"", "1/1 x", "1/1 0.1 nan", "2/2 0.1", "0/1 0.1", "3/2 0.1", "1/1 0.1  0.2"}) {
    ServoCommandReader other("run.h5");
    CAPTURE(bad);
    CHECK_THROWS_AS(other.take(0.0, bad), InputError);
  }
}
