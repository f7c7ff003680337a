// SPDX-License-Identifier: BSD-3-Clause
// Painting while a run goes on: the simulation takes the stroke, the run file holds it, and a reset leaves it out.
#include <chrono>
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/paint/paint_work.hpp"
#include "desks/paint/soil_tint.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "grouser/terrain/surface/soil_stroke.hpp"
#include "scratch_folder.hpp"
#include "session/run/replay_data.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

using PaintKind = PaintRequest::Kind;

/// A rover on flat sand with a map of two soils; `cells` along each side of the square ground.
std::string site(const ScratchFolder& folder, int cells, double cell) {
  std::ofstream(folder / "site.toml") << "units = \"SI\"\nname = \"site\"\nrover = \"exomars_lvm\"\n"
                                         "duration = 8.0\ngravity = 3.71\n[integration]\nstep = 0.003\n"
                                         "[terrain]\nkind = \"flat\"\nsize = ["
                                      << cells * cell << ", " << cells * cell << "]\ncell = " << cell
                                      << "\nsoil = \"wong_LETE_sand\"\n[initial]\nposition = [-0.4, "
                                         "0.0]\n[drive]\nstart = 0.2\nspeed = 0.06\n";
  const std::string scenario = (folder / "site.toml").string();
  const auto bare = load_world(scenario);
  SoilGrid grid = grid_of(*bare->terrain->heightfield());
  const SoilLegend legend(
      {{1, "sand", "wong_LETE_sand", {220, 160, 80}}, {2, "mars", "DLR_mars_sim", {180, 90, 60}}}, "test");
  std::vector<std::uint8_t> plain(grid.count(), 1);
  write_soil_map(folder / "soils.tif", SoilMap(std::move(grid), legend, std::move(plain), "test"));
  return scenario;
}

std::vector<Override> with_map(const ScratchFolder& folder) {
  return {{"terrain.soil_map", "\"" + (folder / "soils.tif").string() + "\""}};
}

/// Session and paint desk, wired as the window does.
struct PaintRunBench {
  const ScratchFolder folder{"paint_run"};
  Session session{wall_clock};
  PaintWork paint{folder / "painted"};

  PaintRunBench() {
    session.open(site(folder, 80, 0.1), with_map(folder));
    REQUIRE(wait_for([&] { return session.view().mode == SessionMode::live && session.view().frame; }));
    paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
    REQUIRE(paint.view().active);
  }
  template <class Condition>
  bool wait_for(Condition condition) {
    return update_until(session, [&](const RunView& run) {
      if (session.world() && !shown) {
        paint.show(session.world());
        shown = true;
      }
      const bool ended = run.state == RunState::finished || run.state == RunState::failed;
      paint.note_run({run.mode == SessionMode::live, ended, run.state == RunState::playing, run.newest});
      for (const SoilMapOperation& stroke : paint.take_run_strokes()) session.paint(stroke);
      return condition();
    });
  }
  void stroke(const std::vector<Vec2>& path, bool erase = false) {
    paint.carry_out({.kind = PaintKind::press, .erase = erase}, path.front());
    for (const Vec2& p : path) paint.carry_out({.kind = PaintKind::drag, .erase = erase}, p);
    paint.carry_out({.kind = PaintKind::release}, path.back());
  }
  std::uint64_t map_of_frame() const {
    return ground_of(*session.view().scene, session.view().frame.get())->soil_map()->hash();
  }
  bool shown = false;
};

}  // namespace

TEST_CASE("painting: a stroke goes into the run that has begun, and its file reruns to the same bits") {
  PaintRunBench bench;
  const fs::path file = bench.folder / "painted.h5";
  CHECK(bench.paint.view().go == StrokesGo::into_scenario);
  const std::uint64_t plain = bench.paint.view().map->hash();
  bench.session.start_recording(file.string());
  bench.session.set_speed(4.0);
  bench.session.play_pause();
  REQUIRE(bench.wait_for([&] { return bench.session.view().newest > 1.0; }));
  CHECK(bench.paint.view().go == StrokesGo::into_run);
  bench.paint.carry_out({.kind = PaintKind::soil_class, .value = 2}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::radius, .value = 0.7}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::hardness, .value = 0.5}, std::nullopt);
  bench.stroke({{-0.51234567, 0.3}, {0.6, 0.1}, {1.4, -0.4}});
  const std::uint64_t first = bench.paint.view().map->hash();
  CHECK(first != plain);
  REQUIRE(bench.wait_for([&] { return bench.map_of_frame() == first; }));
  const double seen = bench.session.view().newest;
  CHECK_FALSE(bench.session.view().frame->time < 1.0);

  // paused: from the next step on
  bench.session.play_pause();
  REQUIRE(bench.wait_for([&] { return bench.session.view().state == RunState::paused; }));
  bench.paint.carry_out({.kind = PaintKind::radius, .value = 0.3}, std::nullopt);
  bench.stroke({{0.5, 0.1}}, true);  // what lay there at first
  const std::uint64_t second = bench.paint.view().map->hash();
  CHECK(second != first);
  CHECK(bench.paint.view().map->class_at(0.5, 0.1) == 1);
  // at rest, what no step has counted is taken back to the byte, handed over or not; the run never has it
  using TakenBack = PaintWork::TakenBack;
  for (const bool handed_over : {false, true}) {
    bench.stroke({{-2.0, 2.0}});
    CHECK(bench.paint.view().map->hash() != second);
    if (handed_over) REQUIRE(bench.wait_for([] { return true; }));
    CHECK(bench.paint.take_back_run_stroke() == (handed_over ? TakenBack::handed_over : TakenBack::here));
    if (handed_over) bench.session.take_back_stroke();
    CHECK(bench.paint.view().map->hash() == second);
    CHECK(bench.paint.view().run_strokes == 2);
  }
  bench.session.single_step();
  REQUIRE(bench.wait_for([&] { return bench.map_of_frame() == second; }));
  CHECK(bench.paint.take_back_run_stroke() == TakenBack::nothing);  // the step has counted it
  CHECK_FALSE(bench.paint.undo_refusal().empty());
  bench.session.set_speed(1000.0);
  bench.session.play_pause();
  REQUIRE(bench.wait_for([&] { return bench.session.view().state == RunState::finished; }));
  REQUIRE(bench.wait_for([&] { return bench.session.view().recording_path.empty(); }));
  CHECK(bench.paint.view().go == StrokesGo::nowhere);
  CHECK_THROWS_WITH(bench.stroke({{1.0, 1.0}}), Catch::Matchers::ContainsSubstring("Backspace"));

  RunOptions options;
  options.now = wall_clock;
  const RerunResult result = rerun(file, options);
  CHECK_FALSE(result.first_difference);
  // the replay shows the soils of the instant, forth and back
  ReplayData replay(file);
  const auto hash_at = [&](double time) {
    return ground_of(*replay.scene(), replay.frame(replay.frame_at(time)).get())->soil_map()->hash();
  };
  CHECK(hash_at(0.9) == plain);
  CHECK(hash_at(7.9) == second);
  CHECK(hash_at(seen) == first);
  CHECK(hash_at(0.5) == plain);
  std::size_t marks = 0;
  for (const RunEvent& event : replay.events()) marks += event.kind == kSoilStrokeEvent ? 1 : 0;
  CHECK(marks == 2);

  // begun again: without them
  bench.session.reset();
  REQUIRE(bench.wait_for([&] { return bench.session.view().newest == 0.0; }));
  CHECK(bench.paint.view().map->hash() == plain);
  CHECK(bench.paint.view().run_strokes == 0);
  CHECK(bench.paint.undo_refusal().empty());
  CHECK(bench.map_of_frame() == plain);
}

TEST_CASE(
    "painting: a soil that the running world does not have needs it to be built anew, and is refused in "
    "words") {
  PaintRunBench bench;
  bench.session.play_pause();
  REQUIRE(bench.wait_for([&] { return bench.session.view().newest > 0.1; }));
  bench.paint.carry_out({.kind = PaintKind::add_soil, .text = "bedrock"}, std::nullopt);
  CHECK_THROWS_WITH(bench.stroke({{1.0, 1.0}}), Catch::Matchers::ContainsSubstring("no class bedrock") &&
                                                    Catch::Matchers::ContainsSubstring("sand (1), mars (2)"));
  CHECK(bench.paint.view().run_strokes == 0);
  CHECK_FALSE(bench.paint.view().stroking);
}

TEST_CASE("painting: a stroke of 1,000 events on a large map keeps within a picture's time, also live") {
  const ScratchFolder folder("paint_large");
  const auto world = load_world(site(folder, 2000, 0.05), with_map(folder));
  PaintWork paint(folder / "painted");
  paint.show(world);
  paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  paint.note_run({true, false, false, 1.0});
  REQUIRE(paint.view().go == StrokesGo::into_run);
  paint.carry_out({.kind = PaintKind::soil_class, .value = 2}, std::nullopt);
  paint.carry_out({.kind = PaintKind::radius, .value = 1.0}, std::nullopt);
  paint.carry_out({.kind = PaintKind::hardness, .value = 0.3}, std::nullopt);
  constexpr int kEvents = 1000;
  constexpr double kPicture = 0.016;  // s
  const auto at = [](int k) { return Vec2(-40.0 + 0.08 * k, 20.0 * std::sin(0.01 * k)); };
  SoilTint tint;
  tint.of(*paint.view().map);
  const double begun = wall_clock();
  paint.carry_out({.kind = PaintKind::press}, at(0));
  for (int k = 1; k < kEvents; ++k) {  // each in a picture of its own
    paint.carry_out({.kind = PaintKind::drag}, at(k));
    tint.of(*paint.view().map);
  }
  paint.carry_out({.kind = PaintKind::release}, at(kEvents));
  CHECK((wall_clock() - begun) / kEvents < kPicture);
  const std::vector<SoilMapOperation> strokes = paint.take_run_strokes();
  REQUIRE(strokes.size() == 1);
  CHECK(point_count(strokes[0]) == kEvents);
  // what was painted in pieces is the stroke that the simulation lays at once
  SoilMap whole = *world->terrain->soil_map();
  apply(whole, strokes[0], nullptr, "test");
  CHECK(whole.hash() == paint.view().map->hash());
}

namespace {

/// A paint desk on a world with the map of two soils, at its start; strokes are waited for.
struct PaintedSite {
  const ScratchFolder folder{"painted_site"};
  PaintWork paint{folder / "painted"};

  PaintedSite() {
    paint.show(world(40));
    paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
    paint.carry_out({.kind = PaintKind::soil_class, .value = 2}, std::nullopt);
  }
  std::shared_ptr<const World> world(int cells) {
    return load_world(site(folder, cells, 0.1), with_map(folder));
  }
  bool written() {
    for (const double end = wall_clock() + 300.0; wall_clock() < end; std::this_thread::yield())
      if (paint.take_finished()) return true;
    return false;
  }
  void press(bool erase = false) {
    paint.carry_out({.kind = PaintKind::press, .erase = erase}, Vec2(0.0, 0.0));
    paint.carry_out({.kind = PaintKind::release}, Vec2(0.0, 0.0));
  }
  std::uint64_t hash() const { return paint.view().map->hash(); }
};

}  // namespace

TEST_CASE("painting: a ground that was rebuilt larger is erased to its own soils") {
  PaintedSite bench;
  // The ground at first is all of the second soil, the larger one all of the first.
  SoilMap second = *bench.paint.view().map;
  apply(second, {2, {}, FillAll{}}, nullptr, "test");
  write_soil_map(bench.folder / "soils.tif", second);
  bench.paint.leave();
  bench.paint.show(load_world((bench.folder / "site.toml").string(), with_map(bench.folder)));
  bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  REQUIRE(bench.hash() == second.hash());
  bench.paint.show(bench.world(80));
  bench.paint.carry_out({.kind = PaintKind::soil_class, .value = 2}, std::nullopt);
  const std::uint64_t plain = bench.hash();
  CHECK(bench.paint.view().map->grid().columns == 80);
  bench.press();
  REQUIRE(bench.written());
  CHECK(bench.hash() != plain);
  bench.press(true);
  CHECK(bench.hash() == plain);
}

TEST_CASE("painting: a flood with Ctrl restores the soil that was there at first, also in a run") {
  PaintedSite bench;
  const std::uint64_t plain = bench.hash();
  bench.press();
  REQUIRE(bench.written());
  REQUIRE(bench.hash() != plain);
  bench.paint.carry_out({.kind = PaintKind::tool, .tool = PaintTool::flood}, std::nullopt);
  bench.press(true);
  CHECK(bench.hash() == plain);
  REQUIRE(bench.written());
  bench.paint.note_run({true, false, false, 1.0});
  bench.paint.carry_out({.kind = PaintKind::tool, .tool = PaintTool::brush}, std::nullopt);
  bench.press();
  REQUIRE(bench.hash() != plain);
  bench.paint.carry_out({.kind = PaintKind::tool, .tool = PaintTool::flood}, std::nullopt);
  bench.press(true);
  CHECK(bench.hash() == plain);
  const std::vector<SoilMapOperation> strokes = bench.paint.take_run_strokes();
  REQUIRE(strokes.size() == 2);
  CHECK(strokes.back().value == 1);
}

TEST_CASE("painting: Escape and another tool end the stroke in progress, and painting can begin again") {
  PaintedSite bench;
  for (const bool escape : {true, false}) {
    bench.paint.carry_out({.kind = PaintKind::press}, Vec2(escape ? -1.0 : 1.0, 0.0));
    REQUIRE(bench.paint.view().stroking);
    escape ? bench.paint.carry_out({.kind = PaintKind::cancel}, std::nullopt) : bench.paint.put_down();
    CHECK_FALSE(bench.paint.view().active);
    CHECK_FALSE(bench.paint.view().stroking);
    REQUIRE(bench.written());
    bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
    REQUIRE(bench.paint.view().active);
    const std::uint64_t painted = bench.hash();
    bench.paint.carry_out({.kind = PaintKind::drag}, Vec2(0.0, 1.0));  // no button is down
    CHECK(bench.hash() == painted);
  }
}

TEST_CASE("painting: strokes of a scenario that was left change nothing in the next one") {
  PaintedSite bench;
  bench.press();
  REQUIRE(bench.paint.view().writing);
  bench.paint.leave();
  bool finished = false;
  for (int k = 0; k < 20000; ++k, std::this_thread::yield())
    finished |= bench.paint.take_finished().has_value();
  CHECK_FALSE(finished);
  bench.paint.show(bench.world(40));
  bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::soil_class, .value = 2}, std::nullopt);
  bench.paint.note_run({true, false, false, 1.0});
  bench.press();
  REQUIRE(bench.paint.view().run_strokes == 1);
  bench.paint.leave();
  CHECK(bench.paint.take_back_run_stroke() == PaintWork::TakenBack::nothing);
  CHECK(bench.paint.view().run_strokes == 0);
}

TEST_CASE(
    "painting: the colours of a map that changed are those of a map made anew, and share what is the same") {
  const ScratchFolder folder("tint");
  const auto world = load_world(site(folder, 200, 0.5), with_map(folder));
  SoilMap map = *world->terrain->soil_map();
  SoilTint kept;
  const auto before = kept.of(map);
  apply(map, {2, {}, BrushStroke{1.0, {{3.0, 4.0}}}}, nullptr, "test");
  const auto after = kept.of(map);
  const auto anew = SoilTint().of(map);
  REQUIRE(after->bands.size() == anew->bands.size());
  std::size_t shared = 0, cells = 0;
  for (std::size_t k = 0; k < after->bands.size(); ++k) {
    CHECK(*after->bands[k] == *anew->bands[k]);
    shared += after->bands[k] == before->bands[k];
    cells += after->bands[k]->size();
  }
  CHECK(shared >= after->bands.size() - 2);  // 2 m of rows lie in one band or two
  CHECK(shared < after->bands.size());
  CHECK(cells == map.cells().size());
}

TEST_CASE(
    "painting: the pointer's distance from where a key was pressed sets the radius, then the hardness, until "
    "a click") {
  const ScratchFolder folder("sizing");
  PaintWork paint(folder / "painted");
  paint.show(load_world(site(folder, 200, 0.5), with_map(folder)));
  paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  paint.carry_out({.kind = PaintKind::size_mode}, Vec2(1.0, 1.0));
  paint.point_at(Vec2(4.0, 5.0));
  CHECK(paint.view().radius == 5.0);
  paint.carry_out({.kind = PaintKind::press}, Vec2(4.0, 5.0));
  CHECK_FALSE(paint.view().stroking);
  paint.carry_out({.kind = PaintKind::hardness_mode}, Vec2(1.0, 1.0));
  paint.point_at(Vec2(1.0, 3.0));
  CHECK(paint.view().radius == 5.0);
  CHECK(paint.view().hardness == 0.4);
  paint.point_at(Vec2(90.0, 3.0));
  CHECK(paint.view().hardness == 1.0);
}
