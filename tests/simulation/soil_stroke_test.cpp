// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes in a run: from the next step on, in the run file, and the same bits again.
#include "grouser/terrain/surface/soil_stroke.hpp"

#include <fmt/format.h>

#include <limits>

#include "../scratch_folder.hpp"
#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

const char* const kStrokeScenario = R"(
units = "SI"
name = "painted"
rover = "exomars_lvm"
duration = 60.0
gravity = 3.71
[integration]
step = 0.003
[recording]
keyframe_interval = 0.6
[terrain]
kind = "flat"
soil = "wong_LETE_sand"
soil_map = "soils.tif"
[initial]
position = [-0.4, 0.0]
[drive]
start = 0.2
speed = 0.06
)";
constexpr int kSand = 1, kMars = 2, kPlate = 3;

SoilLegend stroke_legend() {
  return {{{kSand, "sand", "wong_LETE_sand", {220, 160, 80}},
           {kMars, "mars", "DLR_mars_sim", {180, 90, 60}},
           {kPlate, "plate", "hard_plate", {120, 120, 130}}},
          "test"};
}

/// A map of sand, 16 m by 8 m.
SoilMap sand_map() {
  SoilGrid grid{.columns = 160, .rows = 80, .west = -7.95, .north = 3.95, .cell = 0.1};
  return {grid, stroke_legend(), std::vector<std::uint8_t>(grid.count(), kSand), "test"};
}

class StrokeSite {
 public:
  explicit StrokeSite(const std::string& name) : folder_("strokes_" + name) { put(sand_map(), ""); }
  void put(const SoilMap& map, const std::string& more) {
    write_file_atomically(folder_ / "painted.toml", kStrokeScenario + more);
    write_soil_raster(folder_ / "soils.tif", map);
    write_legend(folder_ / "soils.tif", map.legend());
  }
  std::string scenario() const { return (folder_ / "painted.toml").string(); }
  fs::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  ScratchFolder folder_;
};

SoilMapOperation brush(int value, std::vector<Vec2> path, double radius, double hardness = 1.0) {
  return {value, {}, BrushStroke{radius, std::move(path), hardness, 7}};
}
SoilMapOperation area(int value, double west, double east) {
  return {value, {}, FillPolygon{{{{west, -3}, {east, -3}, {east, 3}, {west, 3}}}}};
}

struct ToldStroke {
  double time;  // s: at the first step from there on
  SoilMapOperation operation;
};
const std::vector<ToldStroke> kStrokes = {{0.5, brush(kMars, {{-0.9, 0.1}, {0.333333333333, 0.7}}, 0.4)},
                                          {0.5, area(kPlate, 0.15, 0.45)},  // two at one time
                                          {1.1, brush(kMars, {{0.1, 0.0}}, 0.8, 0.25)},
                                          {1.7, {kSand, {kMars}, FloodFill{{0.1, 0.0}}}},
                                          {2.3, {kMars, {kPlate}, FillAll{}}}};

/// Steps to `time` and paints on the way.
void drive_and_paint(Simulation& s, double time, const std::vector<ToldStroke>& told,
                     const std::function<void()>& after_step = {}) {
  std::size_t next = 0;
  while (s.time() < time) {
    while (next < told.size() && s.time() >= told[next].time) s.paint(told[next++].operation);
    REQUIRE(s.step() == StepStatus::ok);
    if (after_step) after_step();
  }
  REQUIRE(next == told.size());
}

bool same_motion(const Simulation& a, const Simulation& b) {
  return a.state().motion.q == b.state().motion.q && a.state().motion.v == b.state().motion.v &&
         a.ground().hash() == b.ground().hash();
}

double mean_sinkage(Simulation& s, double until, double span) {
  double sum = 0.0;
  int count = 0;
  REQUIRE(run_until(s, until, [&] {
    if (s.time() < until - span) return;
    for (const WheelOutput& wheel : s.output().wheels) sum += wheel.sinkage;
    ++count;
  }));
  return sum / (count * static_cast<double>(s.output().wheels.size()));
}

}  // namespace

TEST_CASE("a stroke under a driving rover changes its wheels from the next step on, not before",
          "[soil_stroke]") {
  StrokeSite site("under");
  Simulation plain = start(site.scenario()), painted = start(site.scenario());
  REQUIRE(run_until(plain, 3.0));
  REQUIRE(run_until(painted, 3.0));
  REQUIRE(painted.state_hash() == plain.state_hash());
  painted.paint(area(kMars, -7.0, 7.0));
  CHECK(painted.state_hash() == plain.state_hash());  // nothing yet
  REQUIRE(plain.step() == StepStatus::ok);
  REQUIRE(painted.step() == StepStatus::ok);
  CHECK(painted.state().soils.taken_at == Approx(3.0).margin(0.002));
  for (std::size_t w = 0; w < plain.output().wheels.size(); ++w)
    CHECK(painted.output().wheels[w].force != plain.output().wheels[w].force);
  // in new tracks, some metres on, as on ground that was of this soil from the start
  SoilMap all = sand_map();
  apply(all, {kMars, {}, FillAll{}}, nullptr, "test");
  site.put(all, "");
  Simulation uniform = start(site.scenario());
  const double mars = mean_sinkage(uniform, 45.0, 8.0), after = mean_sinkage(painted, 45.0, 8.0),
               sand = mean_sinkage(plain, 45.0, 8.0);
  CAPTURE(mars, after, sand);
  CHECK(std::fabs(after - mars) < 0.03 * std::fabs(sand - mars));
}

TEST_CASE("painted before a wheel comes there, the ground is as if it had been so from the start",
          "[soil_stroke]") {
  StrokeSite site("ahead");
  const SoilMapOperation ahead = area(kMars, 0.5, 7.0);
  Simulation live = start(site.scenario());
  SoilMap map = sand_map();
  apply(map, ahead, nullptr, "test");
  site.put(map, "");
  Simulation from_start = start(site.scenario());
  REQUIRE(run_until(live, 0.9));
  live.paint(ahead);
  REQUIRE(run_until(live, 15.0));
  REQUIRE(run_until(from_start, 15.0));
  CHECK(chassis(live).x() > 0.3);  // the front wheels are well on the other soil
  CHECK(same_motion(live, from_start));
  CHECK(live.state_hash() != from_start.state_hash());  // what was painted is part of the state
  Frame frame;
  FrameWriter(live.world()).fill(live, frame);
  REQUIRE(frame.painted);
  CHECK(frame.painted->soil_map()->hash() == map.hash());
  CHECK(ground_of(live.scene(), &frame)->soil_map()->class_at(3.0, 0.0) == kMars);
  CHECK(live.scene().terrain->soil_map()->class_at(3.0, 0.0) == kSand);
}

TEST_CASE("a painted run reruns, runs and resumes to the same bits", "[soil_stroke]") {
  using Sets = std::vector<std::string>;
  const auto overrides = GENERATE(Sets{"duration=3.6"}, Sets{"duration=3.6", "integration.adaptive=true"});
  CAPTURE(overrides);
  StrokeSite site("bits");
  const fs::path whole = site / "whole.h5", again = site / "again.h5", rest = site / "rest.h5",
                 more = site / "more.h5";
  std::uint64_t last = 0;
  std::vector<double> times;
  {
    Simulation s = start(site.scenario(), overrides);
    RunRecorder recorder(whole, s);
    drive_and_paint(s, 3.5999, kStrokes, [&] { recorder.after_step(); });
    last = s.state_hash();
    for (const auto& stroke : s.state().soils.painted->strokes) times.push_back(stroke->time);
    RunSummary summary;
    summary.state_hash = last;
    recorder.close(summary);
  }
  REQUIRE(times.size() == kStrokes.size());
  CHECK(times[1] > times[0]);
  const RerunResult same = rerun(whole, options_of({}));
  CHECK_FALSE(same.first_difference);
  CHECK(same.frames_compared > 30);

  Simulation run = start_simulation(load_world_from_run(RunReader(whole)));
  CHECK(run.world().soil_strokes.size() == kStrokes.size());
  run_scenario(run, options_of(again));
  CHECK(run.state_hash() == last);
  CHECK_FALSE(rerun(again, options_of({})).first_difference);

  // before, between and after the strokes; by the keyframe before and exactly
  for (const double at : {0.2, 1.33, 3.0})
    for (const bool exactly : {false, true}) {
      if (exactly && at != 1.33) continue;
      CAPTURE(at, exactly);
      ResumedRun resumed = resume_run(whole, {.at = at, .changes = {}, .exactly = exactly});
      RunOptions options = options_of(rest);
      options.parent = resumed.parent;
      CHECK(run_scenario(resumed.simulation, options).state_hash == last);
      CHECK_FALSE(rerun(rest, options_of({})).first_difference);
    }
  // a run that went on from one that went on
  ResumedRun second = resume_run(rest, {.at = {}, .changes = test::sets({"duration=4"})});
  RunOptions options = options_of(more);
  options.parent = second.parent;
  run_scenario(second.simulation, options);
  CHECK_FALSE(rerun(more, options_of({})).first_difference);
}

TEST_CASE("strokes of a scenario are those that are painted while it runs", "[soil_stroke]") {
  StrokeSite site("scenario");
  Simulation live = start(site.scenario(), {"duration=3"});
  std::string tables;
  drive_and_paint(live, 2.9999, kStrokes);
  const char* const kKeys[] = {
      "class = 'mars'\ntype = 'brush'\npoints = [[-0.9, 0.1], [0.333333333333, 0.7]]\nradius = 0.4\nseed = 7",
      "class = 'plate'\ntype = 'polygon'\npoints = [[0.15, -3], [0.45, -3], [0.45, 3], [0.15, 3]]",
      "class = 'mars'\ntype = 'brush'\npoints = [[0.1, 0.0]]\nradius = 0.8\nhardness = 0.25\nseed = 7",
      "class = 'sand'\nonly = ['mars']\ntype = 'flood'\nat = [0.1, 0.0]",
      "class = 'mars'\nonly = ['plate']\ntype = 'all'"};
  const auto& strokes = live.state().soils.painted->strokes;
  for (std::size_t k = 0; k < strokes.size(); ++k)
    tables += fmt::format("[[soil_stroke]]\ntime = {}\n{}\n", strokes[k]->time, kKeys[k]);
  site.put(sand_map(), tables);
  Simulation told = start(site.scenario(), {"duration=3"});
  REQUIRE(told.world().soil_strokes.size() == kStrokes.size());
  drive_and_paint(told, 2.9999, {});
  CHECK(told.state().soils.painted->map_hash == live.state().soils.painted->map_hash);
  CHECK(same_motion(told, live));
}

TEST_CASE("after a reset what was painted is gone, and waits for nothing", "[soil_stroke]") {
  StrokeSite site("reset");
  Simulation s = start(site.scenario());
  const std::uint64_t at_start = s.state_hash();
  drive_and_paint(s, 0.6, {{0.3, area(kMars, -7.0, 7.0)}});
  s.paint(area(kPlate, -7.0, 7.0));
  s.reset();
  CHECK(s.state_hash() == at_start);
  REQUIRE(s.step() == StepStatus::ok);
  CHECK_FALSE(s.state().soils.painted);
}

TEST_CASE("strokes that no run takes are refused with what is wrong", "[soil_stroke]") {
  StrokeSite site("refused");
  Simulation s = start(site.scenario());
  const auto refused = [&](const SoilMapOperation& operation, const char* words) {
    CHECK_THROWS_WITH(s.paint(operation), ContainsSubstring(words));
  };
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  refused(brush(kMars, {{0, 0}}, kNan), "a radius of nan m");
  refused(brush(kMars, {{0, 0}}, 1.0, kNan), "a hardness of nan");
  refused(brush(kMars, {{0, kNan}}, 1.0), "a point that is not finite");
  refused(brush(9, {{0, 0}}, 1.0), "class 9, expected a class of the legend: sand (1), mars (2), plate (3)");
  refused({kMars, {4}, FillAll{}}, "class 4");
  refused(brush(kMars, {{0, 30}, {5, 30}}, 1.0), "outside the soil map");
  refused(area(kMars, 9.0, 12.0), "x from -8 to 8 m");
  refused(brush(kMars, {}, 1.0), "0 points");
  refused(brush(kMars, std::vector<Vec2>(1'000'000, Vec2(0, 0)), 1.0), "1000000 points, expected at most");
  refused({kMars, {}, FillByRule{}}, "a rule without a terrain");
  for (int k = 0; k < 10; ++k) s.paint(brush(kMars, std::vector<Vec2>(kMostStrokePoints, Vec2(0, 0)), 0.2));
  refused(brush(kMars, {{0, 0}}, 1.0), "11 strokes of 100001 points in one run");
  Simulation flat = start("drive_flat_soft");
  CHECK_THROWS_WITH(flat.paint(brush(1, {{0, 0}}, 1.0)), ContainsSubstring("terrain.soil_map"));

  const auto bad = [&](const std::string& keys, const std::string& words) {
    site.put(sand_map(), keys);
    CHECK_THROWS_WITH(load_world(site.scenario()), ContainsSubstring(words));
  };
  const std::string all = "[[soil_stroke]]\nclass = 'mars'\ntype = 'all'\ntime = ";
  bad(all + "2.0\n" + all + "1.0\n", "a stroke at 1 s after one at 2 s");
  bad(all + "1.0\n" + all + "1.0\n", "no two at one time");
  bad(all + "-1.0\n", "time");
  bad(all + "nan\n", "time");
  bad("[[soil_stroke]]\ntime = 1.0\nclass = 'mud'\ntype = 'all'\n", "no class \"mud\" in the legend");
  bad("[[soil_stroke]]\ntime = 1.0\nclass = 'mars'\ntype = 'brush'\npoints = [[0, 90]]\nradius = 1.0\n",
      "outside the soil map");
  bad(all + "1.0\nspeed = 3\n", "speed");
  CHECK_THROWS_WITH(
      load_world("drive_flat_soft", test::sets({"soil_stroke=[{time=1, class='a', type='all'}]"})),
      ContainsSubstring("soil_stroke"));
}

TEST_CASE("a stroke as text: in short parts, with all digits, and back", "[soil_stroke]") {
  std::vector<Vec2> path;
  for (int k = 0; k < 300; ++k) path.emplace_back(k / 7.0, -1e3 / (k + 1.0));
  const std::vector<SoilMapOperation> operations = {
      brush(3, path, 1.0 / 3.0, 0.1),
      {1, {2, 3}, FillPolygon{{path, {{0, 0}, {1, 0}, {0, 1}}}}},
      {1, {}, FloodFill{{-0.1, 1e-9}, true}},
      {2, {1}, in_degrees({2, {}, FillByRule{.max = 0.3}}).where},
      {2, {}, FillByRule{GroundQuantity::roughness, 0.01, 0.5, 2.0}},
      {255, {}, FillAll{}}};
  SoilStrokeReader reader("run.h5");
  double time = 0.0;
  std::vector<std::vector<std::string>> texts;
  for (const SoilMapOperation& operation : operations) {
    texts.push_back(soil_stroke_texts(operation));
    for (std::size_t k = 0; k < texts.back().size(); ++k) {
      CHECK(texts.back()[k].size() <= kEventTextBytes);
      CHECK(begins_soil_stroke(texts.back()[k]) == (k == 0));
      reader.take(time, texts.back()[k]);
    }
    time += 1.5;
  }
  CHECK(texts[0].size() > 40);
  reader.take(time, texts[0][0]);  // killed in the middle of one
  const std::vector<SoilStroke> strokes = std::move(reader).strokes();
  REQUIRE(strokes.size() == operations.size());
  for (std::size_t k = 0; k < strokes.size(); ++k) {
    CHECK(strokes[k].time == 1.5 * static_cast<double>(k));
    CHECK(soil_stroke_texts(strokes[k].operation) == texts[k]);
    CHECK(strokes[k].operation.where.index() == operations[k].where.index());
  }
  CHECK(std::get<BrushStroke>(strokes[0].operation.where).path == path);
  for (const char* text : {"", "1/1", "0/1 class 1 all", "2/2 class 1 all", "1/1 class 1 everything",
                           "1/1 class 1 brush radius x hardness 1 seed 0 points 1 2", "1/1 class 1 all 5",
                           "1/1 class 1 flood at 1 2 corners", "-1/-1 class 1 all"})
    CHECK_THROWS_AS(SoilStrokeReader("run.h5").take(1.0, text), InputError);
  CHECK_THROWS_AS(SoilStrokeReader("run.h5").take(-1.0, "1/1 class 1 all"), InputError);
}

TEST_CASE("under loaded wheels soils change without a blow, and the energy book closes", "[soil_stroke]") {
  struct Change {
    int from, to;
  };
  const auto change = GENERATE(Change{kSand, kPlate}, Change{kPlate, kSand}, Change{kSand, kMars},
                               Change{kMars, kSand}, Change{kMars, kPlate});
  const bool adaptive = GENERATE(false, true);
  CAPTURE(change.from, change.to, adaptive);
  StrokeSite site("energy");
  SoilMap map = sand_map();
  apply(map, {change.from, {}, FillAll{}}, nullptr, "test");
  site.put(map, "");
  Simulation s = start(site.scenario(), {adaptive ? "integration.adaptive=true" : "duration=60"});
  REQUIRE(run_until(s, 6.0));
  const double before = s.state().ledger.residual(), low = chassis(s).z();
  double usual = 0.0, heaviest = 0.0, highest = low;
  for (const WheelOutput& wheel : s.output().wheels) usual = std::max(usual, wheel.load);
  s.paint({change.to, {}, FillAll{}});
  REQUIRE(s.step() == StepStatus::ok);
  CHECK(vertical_sum(s) < 1.05 * weight(s));
  CHECK(std::fabs(s.state().ledger.residual() - before) < 1.0);  // J, of 50 and more that were dissipated
  const bool ran = run_until(s, 10.0, [&] {
    for (const WheelOutput& wheel : s.output().wheels) heaviest = std::max(heaviest, wheel.load);
    highest = std::max(highest, chassis(s).z());
  });
  INFO(s.failure().message);
  REQUIRE(ran);
  CHECK(heaviest < 1.5 * usual);
  CHECK(highest - low < 0.06);  // m: out of its tracks at the most
  // hard ground does not resist a wheel that rolls up out of a track in it: what lifts the rover is not in the book
  const double lifted = change.to == kPlate ? 1.6 * weight(s) * (highest - low) : 0.0;
  CHECK(std::fabs(s.state().ledger.residual() - before) < 0.5 + lifted);
}
