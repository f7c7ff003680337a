// SPDX-License-Identifier: BSD-3-Clause
// The card at the end of a run: its numbers against those of a bare run and of the recorded file, when it comes and goes.
#include <filesystem>

#include "catch.hpp"
#include "desks/result/result_panel.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/output.hpp"
#include "session/file_request.hpp"
#include "session/result_request.hpp"
#include "session/run_request.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

const std::vector<Override> kShortRun = {{"duration", "0.3"}, {"view.numbers", "[]"}};

/// The open scenario, played to its end as fast as it goes.
struct Played {
  Session session{wall_clock};
  ResultWork desk;

  explicit Played(const std::vector<Override>& settings = kShortRun) {
    session.open("free_fall", settings);
    REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
    session.set_speed(1000.0);
  }
  bool finish() {
    return update_until(session, [&](const RunView& run) {
      desk.update(run);
      return run.state == RunState::finished;
    });
  }
};

std::vector<std::string> names_of(const std::vector<ResultNumber>& numbers) {
  std::vector<std::string> names;
  for (const ResultNumber& number : numbers) names.push_back(number.name);
  return names;
}

const auto kPanel = [](const ResultView& result, ImVec2 low, ImVec2 high) {
  return [&result, low, high](const Ui& ui, const RunView&, Requests& requests) {
    result_panel(ui, result, low, high, requests);
  };
};

}  // namespace

TEST_CASE("result: a finished run tells what the bare simulation came to, to the bit") {
  Played played;
  played.desk.update(played.session.view());
  CHECK_FALSE(played.desk.view().shown);
  played.session.play_pause();
  REQUIRE(played.finish());
  const ResultView& result = played.desk.view();
  REQUIRE(result.shown);
  CHECK(result.word == "Finished");
  CHECK_FALSE(result.tone);
  CHECK(result.recording.empty());
  Simulation simulation = start_simulation(load_world("free_fall", kShortRun));
  RunOptions options;
  options.now = wall_clock;
  const RunSummary bare = run_scenario(simulation, options);
  CHECK(result.simulated == bare.simulated_s);
  REQUIRE(result.numbers.size() >= 3);
  for (const ResultNumber& number : result.numbers) {
    INFO(number.name);
    CHECK(number.value == bare.metrics.at(number.name).value);
    CHECK(number.unit == bare.metrics.at(number.name).unit);
  }
  CHECK(result.numbers.front().name == "distance");
  CHECK(result.numbers.back().name == "energy_ledger_error");
}

TEST_CASE("result: a live run's card has the numbers that the scenario asks for") {
  Played played(std::vector<Override>{{"duration", "1"}});
  played.session.play_pause();
  REQUIRE(played.finish());
  const std::vector<ResultNumber>& numbers = played.desk.view().numbers;
  REQUIRE(numbers.size() == 3);
  Simulation simulation = start_simulation(load_world("free_fall", std::vector<Override>{{"duration", "1"}}));
  RunOptions options;
  options.now = wall_clock;
  const RunSummary bare = run_scenario(simulation, options);
  CHECK(numbers[0].label == "peak force on a wheel");
  CHECK(numbers[0].value == bare.metrics.at("peak_wheel_force").value);
  CHECK(numbers[1].label == "settled, front left");
  CHECK(numbers[1].value == simulation.output().wheels.front().load);
  CHECK(numbers[2].name == "energy_ledger_error");
}

TEST_CASE("result: closed it stays away for this run, and comes again with the next") {
  Played played;
  played.session.play_pause();
  REQUIRE(played.finish());
  CHECK(played.desk.close());
  CHECK_FALSE(played.desk.close());
  played.session.seek(0.1);
  for (int k = 0; k < 3; ++k) {
    played.session.update();
    played.desk.update(played.session.view());
    CHECK_FALSE(played.desk.view().shown);
  }
  played.session.run_again();
  REQUIRE(update_until(played.session, [&](const RunView& run) {
    played.desk.update(run);
    return played.desk.view().shown;
  }));
  CHECK(played.session.view().state == RunState::finished);
}

TEST_CASE(
    "result: a recorded run offers its file, which has the same numbers, a part of a run is not offered") {
  const auto folder = std::filesystem::temp_directory_path() / "grouser_result_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::string whole = (folder / "whole.h5").string(), part = (folder / "part.h5").string();
  {
    Played played;
    played.session.start_recording(whole);
    played.session.play_pause();
    REQUIRE(played.finish());
    CHECK(played.desk.view().recording == whole);
    const RunReport file = parse_report(RunReader(whole).summary());
    for (const ResultNumber& number : played.desk.view().numbers)
      CHECK(number.value == file.metrics.at(number.name).value);
    played.session.start_recording(part);
    REQUIRE(update_until(played.session, [&](const RunView& run) { return run.recording_path == part; }));
    played.session.single_step();
    played.session.stop_recording();
    REQUIRE(update_until(played.session, [](const RunView& run) { return run.recording_path.empty(); }));
    played.session.play_pause();
    REQUIRE(played.finish());
    played.desk.update(played.session.view());
    CHECK(played.desk.view().shown);
    CHECK(played.desk.view().recording.empty());
  }
  std::filesystem::remove_all(folder);
}

TEST_CASE("result: of many metrics those that tell most, none that is nothing") {
  RunReport report;
  for (const char* name : {"distance", "displacement", "mean_slip", "max_sinkage", "max_tilt", "weight",
                           "peak_wheel_force", "motor_work", "energy_ledger_error", "rejected_steps"})
    report.metrics[name] = {1.5, "-"};
  report.metrics["climb"] = {0.0, "m"};
  CHECK(names_of(result_numbers(report)) == std::vector<std::string>{"distance", "mean_slip", "max_sinkage",
                                                                     "max_tilt", "peak_wheel_force",
                                                                     "energy_ledger_error"});
}

TEST_CASE("result: a run that breaks tells why, in the words of the simulation") {
  Played played({{"initial.velocity", "[0, 0, -200]"}, {"initial.position", "[0, 0, 20]"}});
  played.session.play_pause();
  REQUIRE(update_until(played.session, [](const RunView& run) { return run.state == RunState::failed; }));
  played.desk.update(played.session.view());
  const ResultView& result = played.desk.view();
  CHECK(result.tone == VerdictTone::bad);
  Simulation bare = start_simulation(played.session.world());
  while (bare.step() == StepStatus::ok) {
  }
  CHECK(result.sentence == bare.failure().message);
}

TEST_CASE("result: a verdict is told as soon as it comes, a replay has the card too") {
  Bench bench;
  ResultWork desk;
  desk.update(bench.run_);
  CHECK_FALSE(desk.view().shown);
  bench.add_verdict();
  bench.run_.state = RunState::playing;
  desk.update(bench.run_);
  CHECK(desk.view().word == "Out");
  CHECK(desk.view().sentence == "Six wheels on the ground");
  CHECK(desk.view().tone == VerdictTone::good);
  CHECK(desk.view().live);
  bench.run_.mode = SessionMode::replay;
  desk.update(bench.run_);
  CHECK(desk.view().word == "Out");
  CHECK_FALSE(desk.view().live);
  CHECK(desk.view().over);
}

TEST_CASE("result: the card stays within the view, and its buttons ask for what they say") {
  Bench bench;
  ResultView result;
  result.shown = true;
  result.word = "Hung up";
  result.tone = VerdictTone::bad;
  result.sentence =
      "The belly stands on the edge of the ramp, and no wheel has turned the rover away from it";
  result.live = true;
  result.recording = result.file = "/runs/a.h5";
  for (const char* name : {"distance", "mean_slip", "max_sinkage", "max_tilt", "energy_ledger_error"})
    result.numbers.push_back({name, 0.01, "-"});
  for (const auto& [low, high] :
       {std::pair<ImVec2, ImVec2>{{190, 70}, {720, 390}}, {{190, 70}, {400, 180}}}) {
    for (int k = 0; k < 3; ++k) bench.draw(kPanel(result, low, high));
    const auto card = bench.map_.find("result");
    REQUIRE(card != bench.map_.end());
    CHECK(card->second.x0 >= low.x);
    CHECK(card->second.y0 >= low.y);
    CHECK(card->second.x1 <= high.x);
    CHECK(card->second.y1 <= high.y);
  }
  const auto panel = kPanel(result, {190, 70}, {720, 390});
  CHECK(find<ResultRequest>(bench.click("result_close", panel), ResultRequest::Kind::close));
  CHECK(find<RunRequest>(bench.click("result_again", panel), RunRequest::Kind::again));
  const Requests opened = bench.click("result_open", panel);
  const FileRequest* open = find<FileRequest>(opened, FileRequest::Kind::open);
  REQUIRE(open);
  CHECK(open->path == "/runs/a.h5");
  CHECK(find<ResultRequest>(bench.click("result_report", panel), ResultRequest::Kind::report));
  result.reporting = true;
  CHECK_FALSE(find<ResultRequest>(bench.click("result_report", kPanel(result, {190, 70}, {720, 390}))));
  result.recording.clear();
  bench.draw(panel);
  CHECK(bench.map_.count("result_open") == 0);
}
