// SPDX-License-Identifier: BSD-3-Clause
// Painting: what a stroke writes is what the library's own operation makes, undo brings back the same bytes, and strokes
// have no gaps however far apart the pointer's places are.
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "catch.hpp"
#include "desks/paint/paint_panel.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/paint/paint_work.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "grouser/survey/soil_map/soil_map_file.hpp"
#include "session/document/document_request.hpp"
#include "session/document/document_work.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using PaintKind = PaintRequest::Kind;

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() /
      ("grouser_paint_test_" + std::to_string(::getpid()));  // tests run side by side
  Folder() { std::filesystem::remove_all(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

/// Session, document and paint desk, wired as the window does.
struct PaintBench {
  Folder folder;
  Session session{wall_clock};
  DocumentWork desk{std::filesystem::path{}};
  PaintWork paint{folder.path};

  explicit PaintBench(const std::string& scenario) {
    session.open(scenario);
    REQUIRE(wait_for([&] { return session.view().mode == SessionMode::live && session.view().frame; }));
  }
  template <class Condition>
  bool wait_for(Condition condition) {
    for (int k = 0; k < 6000; ++k) {
      const Opened opened = session.update();
      if (opened == Opened::another) {
        desk.opened(session);
        paint.leave();
      }
      if (opened != Opened::nothing) paint.show(session.world());
      desk.update(session);
      if (const auto stroke = paint.take_finished())
        desk.carry_out({.settings = {stroke->setting}, .what = stroke->what}, session);
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  void settle() {
    REQUIRE(wait_for([&] {
      return !paint.view().writing && !desk.view().document->building() && !session.loading() &&
             session.view().frame;
    }));
  }
  void stroke(const std::vector<Vec2>& path, bool erase = false) {
    paint.carry_out({.kind = PaintKind::press, .erase = erase}, path.front());
    for (const Vec2& p : path) paint.carry_out({.kind = PaintKind::drag, .erase = erase}, p);
    paint.carry_out({.kind = PaintKind::release}, path.back());
    settle();
  }
  const SoilMap* world_map() const { return session.world()->scene.terrain->soil_map(); }
};

}  // namespace

TEST_CASE("painting: a stroke is the library's own, one step of the history, and undo restores the bytes") {
  PaintBench bench("traverse_mars");
  bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  REQUIRE(bench.paint.view().active);
  bench.paint.carry_out({.kind = PaintKind::add_soil, .text = "bedrock"}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::radius, .value = 1.3}, std::nullopt);
  const SoilMap before = *bench.paint.view().map;
  // far apart: a fast hand
  const std::vector<Vec2> path = {{-10, -3}, {4, 6}, {4.2, -8}};
  bench.stroke(path);

  SoilMap expected = before;
  apply(expected, {bench.paint.view().value, {}, BrushStroke{1.3, path}}, nullptr, "test");
  REQUIRE(bench.world_map());
  CHECK(bench.world_map()->hash() == expected.hash());
  CHECK(expected.hash() != before.hash());
  CHECK(bench.desk.view().document->changes().size() == 1);
  const int bedrock = bench.session.world()->scene.terrain->material_at(0.0, 24.0 / 7.0 + 0.1);
  CHECK(bench.session.world()->materials[static_cast<std::size_t>(bedrock)].id == "bedrock");

  bench.stroke({{0, -12}, {1, -12}});
  const std::uint64_t second = bench.world_map()->hash();
  bench.desk.carry_out({.kind = DocumentRequest::Kind::undo}, bench.session);
  bench.settle();
  CHECK(bench.world_map()->hash() == expected.hash());
  CHECK(bench.paint.view().map->hash() == expected.hash());  // the next stroke begins there
  bench.desk.carry_out({.kind = DocumentRequest::Kind::redo}, bench.session);
  bench.settle();
  CHECK(bench.world_map()->hash() == second);
  bench.stroke({{-30, -30}, {30, 30}, {-30, 30}, {30, -30}},
               true);  // erasing goes back to the start, not one step
  bench.paint.carry_out({.kind = PaintKind::radius, .value = 100.0}, std::nullopt);
  bench.stroke({{0, 0}}, true);
  CHECK(bench.paint.view().map->hash() == [&] {
    SoilMap plain = *bench.paint.view().map;
    apply(plain, {before.cells()[0], {}, FillAll{}}, nullptr, "test");
    return plain.hash();
  }());
}

TEST_CASE("painting: saved beside a scenario, the map opens again as it was") {
  PaintBench bench("traverse_mars");
  bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::add_soil, .text = "bedrock"}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::tool, .tool = PaintTool::polygon}, std::nullopt);
  for (const Vec2& corner : {Vec2(-5, -5), Vec2(5, -5), Vec2(5, 5), Vec2(20, 20)})
    bench.paint.carry_out({.kind = PaintKind::press}, corner);
  bench.paint.carry_out({.kind = PaintKind::drop_point}, std::nullopt);
  bench.paint.carry_out({.kind = PaintKind::finish}, std::nullopt);
  bench.settle();
  REQUIRE(bench.world_map());
  const std::uint64_t painted = bench.world_map()->hash();
  const std::filesystem::path saved = bench.folder.path / "site.toml";
  bench.desk.save(saved, bench.session);
  bench.paint.clean();  // as at the end of the program
  const auto world = load_world(saved.string());
  REQUIRE(world->scene.terrain->soil_map());
  CHECK(world->scene.terrain->soil_map()->hash() == painted);
  CHECK(load_soil_map(bench.folder.path / "site_soils.tif").hash() == painted);
}

TEST_CASE("painting: a plane has no map to paint, and says so") {
  PaintBench bench("drive_flat_soft");
  CHECK(bench.paint.view().why_not.find("plane") != std::string::npos);
  bench.paint.carry_out({.kind = PaintKind::toggle}, std::nullopt);
  CHECK_FALSE(bench.paint.view().active);
}

TEST_CASE("painting: a button that is let go outside the view ends the stroke") {
  test::Bench bench;
  PaintView view;
  view.active = true;
  const auto mouse = [&](const Ui&, const RunView&, Requests& requests) {
    paint_mouse(view, 0.0, 0.0, false, requests);
  };
  CHECK_FALSE(test::find<PaintRequest>(bench.draw(mouse), PaintKind::release));
  view.stroking = true;
  CHECK(test::find<PaintRequest>(bench.draw(mouse), PaintKind::release));
}
