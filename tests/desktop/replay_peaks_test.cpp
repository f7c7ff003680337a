// SPDX-License-Identifier: BSD-3-Clause
// The peaks of a run in its file and in its replay, against every step of the run; and the numbers that a
// scenario asks for.
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "catch.hpp"
#include "desks/result/result_work.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/run/replay_data.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

namespace fs = std::filesystem;

/// A drop recorded each 150 ms, and all channels of each step.
struct Drop {
  fs::path file = fs::temp_directory_path() / ("grouser_peaks_" + std::to_string(getpid()) + ".h5");
  std::vector<double> times;
  std::vector<std::vector<double>> steps;  // channels of each step
  RunSummary summary;

  Drop() {
    const auto world = load_world("free_fall", {{"recording.interval", "0.15"}, {"duration", "1.5"}});
    Simulation simulation = start_simulation(world);
    FrameWriter writer(*world);
    Frame frame;
    const auto note = [&] {
      writer.fill(simulation, frame);
      times.push_back(frame.time);
      steps.push_back(frame.channels);
    };
    RunRecorder recorder(file, simulation);
    MetricsTracker tracker(simulation);
    note();
    while (!simulation.finished()) {
      REQUIRE(simulation.step() == StepStatus::ok);
      tracker.observe(simulation);
      recorder.after_step();
      note();
    }
    summary = summarise(simulation, tracker, RunStatus::completed, "");
    recorder.close(summary);
  }
  ~Drop() { fs::remove(file); }
};

struct Extremes {
  double least = INFINITY, greatest = -INFINITY;
  void add(double value) {
    least = std::fmin(least, value);
    greatest = std::fmax(greatest, value);
  }
};

}  // namespace

TEST_CASE(
    "peaks: a run file has the greatest and least of all steps, and those between frames to a thousandth") {
  const Drop drop;
  const RunReader reader(drop.file);
  const std::vector<double> frames = reader.read_times();
  REQUIRE(drop.steps.size() > 5 * frames.size());
  int hidden = 0, watched = 0;  // channels whose frames do not show their peak
  for (std::size_t c = 0; c < reader.channels().size(); ++c) {
    const std::string& name = reader.channels()[c].name;
    INFO(name);
    if (!reader.has_peaks(name)) {
      CHECK(reader.read_curve(name).times == frames);
      continue;
    }
    ++watched;
    Extremes all, shown, of_frames;
    for (const std::vector<double>& step : drop.steps) all.add(step[c]);
    const ChannelCurve curve = reader.read_curve(name);
    for (const double value : curve.values) shown.add(value);
    for (const double value : reader.read_channel(name)) of_frames.add(value);
    CHECK(shown.least == all.least);
    CHECK(shown.greatest == all.greatest);
    const double range = all.greatest - all.least;
    hidden += of_frames.greatest < all.greatest - 0.05 * range;
    std::size_t step = 0, point = 0;
    for (std::size_t k = 1; k < frames.size(); ++k) {
      Extremes truth, kept;
      for (; step < drop.times.size() && drop.times[step] <= frames[k]; ++step)
        truth.add(drop.steps[step][c]);
      for (; point < curve.times.size() && curve.times[point] <= frames[k]; ++point)
        kept.add(curve.values[point]);
      --step, --point;  // the frame ends one interval and begins the next
      const double off = 1e-3 * range + 1e-300;
      CHECK(kept.greatest <= truth.greatest);
      CHECK(kept.least >= truth.least);
      if (!std::isfinite(off)) continue;  // a slip that never had a value
      CHECK(kept.greatest >= truth.greatest - off);
      CHECK(kept.least <= truth.least + off);
    }
  }
  CHECK(watched > 100);
  for (const char* name : {"chassis/acceleration_z", "wheel/front_left/load", "wheel/front_left/force_x",
                           "wheel/rear_left/deflection", "stability/tip_over_margin", "energy/kinetic"})
    CHECK(reader.has_peaks(name));
  CHECK(reader.has_peaks("chassis/roll"));
  CHECK_FALSE(reader.has_peaks("body/chassis/qw"));
  CHECK(hidden > 5);  // without peaks the file would not say it
  CHECK(reader.read_peaks().size() < frames.size() * reader.channels().size());  // and they are few
}

TEST_CASE(
    "peaks: a replay plots what the live run had, and its card has the numbers that the scenario asks for") {
  const Drop drop;
  Session session(wall_clock);
  session.open(drop.file.string());
  REQUIRE(update_until(session, [](const RunView& run) { return run.frame != nullptr; }));
  for (const std::string& note : session.view().scene->notes)
    CHECK(note.find("peaks between") == std::string::npos);
  RunData& data = *session.view().data;
  const std::vector<ChannelSpec>& channels = data.scene()->channels;
  for (const auto& [name, note] :
       {std::pair("wheel/front_left/load", ""), {"body/chassis/qw", "frames each 150 ms"}}) {
    const auto found =
        std::find_if(channels.begin(), channels.end(), [&](const ChannelSpec& c) { return c.name == name; });
    REQUIRE(found != channels.end());
    CHECK(data.sampling_note(static_cast<std::size_t>(found - channels.begin())) == note);
  }
  double greatest = 0.0;
  for (std::size_t c = 0; c < data.scene()->channels.size(); ++c) {
    const std::string& name = data.scene()->channels[c].name;
    if (!name.starts_with("wheel/") || !name.ends_with("/load")) continue;
    for (const double value : data.samples(c).values) greatest = std::max(greatest, value);
  }
  double of_steps = 0.0;
  for (const std::vector<double>& step : drop.steps)
    for (std::size_t c = 0; c < data.scene()->channels.size(); ++c)
      if (data.scene()->channels[c].name.starts_with("wheel/") &&
          data.scene()->channels[c].name.ends_with("/load"))
        of_steps = std::max(of_steps, step[c]);
  CHECK(greatest == of_steps);

  ResultWork desk;
  desk.update(session.view());
  const std::vector<ResultNumber>& numbers = desk.view().numbers;
  REQUIRE(numbers.size() == 3);
  CHECK(numbers[0].label == "peak force on a wheel");
  CHECK(numbers[0].value == drop.summary.metrics.at("peak_wheel_force").value);
  CHECK(numbers[1].label == "settled, front left");
  const auto load = std::find_if(data.scene()->channels.begin(), data.scene()->channels.end(),
                                 [](const ChannelSpec& c) { return c.name == "wheel/front_left/load"; });
  CHECK(numbers[1].value ==
        drop.steps.back()[static_cast<std::size_t>(load - data.scene()->channels.begin())]);
  CHECK(numbers[1].unit == "N");
  CHECK(numbers[2].name == "energy_ledger_error");
}

TEST_CASE("numbers of a scenario: read, written again, refused where they name nothing") {
  const auto world =
      load_world("free_fall", {{"view.numbers", R"(["fall: least chassis/position_z", "a: max_tilt"])"}});
  REQUIRE(world->scene.numbers.size() == 2);
  CHECK(world->scene.numbers[0].label == "fall");
  CHECK(world->scene.numbers[0].of == ShownNumber::Of::least);
  CHECK(world->scene.numbers[0].name == "chassis/position_z");
  CHECK(world->scene.numbers[1].of == ShownNumber::Of::metric);
  for (const char* bad :
       {"no label", "a: end max_tilt", "a: chassis/position_z", "a: top chassis/position_z", ": x", "a: "})
    CHECK_THROWS_AS(load_world("free_fall", {{"view.numbers", std::string("[\"") + bad + "\"]"}}),
                    InputError);
  CHECK_THROWS_WITH(load_world("free_fall", {{"view.numbers", R"(["a: end wheel/none/load"])"}}),
                    Catch::Matchers::ContainsSubstring("wheel/none/load"));
  CHECK_THROWS_WITH(load_world("free_fall", {{"view.numbers", R"(["a: end wheel/front_lefd/load"])"}}),
                    Catch::Matchers::ContainsSubstring("did you mean 'wheel/front_left/load'"));
  CHECK_THROWS_WITH(
      start_simulation(load_world("free_fall", {{"view.numbers", R"(["a: peak_weel_force"])"}})),
      Catch::Matchers::ContainsSubstring("view.numbers") &&
          Catch::Matchers::ContainsSubstring("did you mean 'peak_wheel_force'"));
  CHECK(ResultNumber{"lander_min_tip_over_margin", -0.02, "deg"}.below_margin());
  CHECK_FALSE(ResultNumber{"lander_min_tip_over_margin", 0.02, "deg"}.below_margin());
  CHECK_FALSE(ResultNumber{"displacement", -1.0, "m"}.below_margin());
}
