// SPDX-License-Identifier: BSD-3-Clause
// The path desk: each finished change is one step with exact undo, what the preview says is what the library's own traverse
// of the saved scenario says, to the bit, and of several questions the newest is answered.
#include <unistd.h>

#include <filesystem>

#include "catch.hpp"
#include "desks/path/path_panel.hpp"
#include "desks/path/path_request.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/document/document_request.hpp"
#include "session/document/document_work.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using PathKind = PathRequest::Kind;

struct PathBench {
  Session session{wall_clock};
  DocumentWork document{std::filesystem::path{}};
  PathWork desk{wall_clock};

  explicit PathBench(const std::string& scenario, const std::vector<Override>& overrides = {}) {
    session.open(scenario, overrides);
    REQUIRE(wait_for([&] { return session.view().mode == SessionMode::live && session.view().frame; }));
  }
  template <class Condition>
  bool wait_for(Condition condition) {
    const double end = wall_clock() + 120.0;
    while (wall_clock() < end) {
      if (session.update() == Opened::another) document.opened(session);
      document.update(session);
      if (const auto change = desk.take_change())
        document.carry_out({.settings = change->settings, .what = change->what}, session);
      desk.show(session.world(), !document.view().document->building() && !session.loading());
      desk.update();
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    return false;
  }
  void settle() {
    REQUIRE(wait_for(
        [&] { return !document.view().document->building() && !session.loading() && session.view().frame; }));
  }
  void answered() {
    settle();
    REQUIRE(
        wait_for([&] { return desk.view().answer && !desk.view().working && !desk.view().answer->coarse; }));
  }
  void ask(const PathRequest& request, const Vec2& ground = Vec2::Zero()) { desk.carry_out(request, ground); }
  /// Takes a waypoint where it is and lets it go elsewhere.
  void drag(std::size_t index, const Vec2& by) {
    const Vec2 from = desk.view().waypoints.at(index);
    ask({.kind = PathKind::take, .index = index}, from);
    ask({.kind = PathKind::drag}, from + 0.5 * by);
    ask({.kind = PathKind::drag}, from + by);
    ask({.kind = PathKind::release});
    settle();
  }
  void undo() {
    document.carry_out({.kind = DocumentRequest::Kind::undo}, session);
    settle();
  }
  const std::vector<Vec2>& waypoints() const { return desk.view().waypoints; }
  std::size_t changes() const { return document.view().document->changes().size(); }
};

}  // namespace

TEST_CASE("path: the preview says what the library's traverse of the saved scenario says, to the bit") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_path_test_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  PathBench bench("waypoints");
  bench.ask({.kind = PathKind::toggle});
  bench.answered();
  const double before = bench.desk.view().answer->result.energy;
  bench.drag(2, {0.31237, -0.5});
  bench.answered();
  const std::filesystem::path file = folder / "drawn.toml";
  bench.document.save(file, bench.session);

  const auto world = load_world(file.string());
  TraverseOptions options;  // as the command line has them
  options.speed = scenario_speed(*world);
  options.waypoints = scenario_waypoints(*world);
  options.now = wall_clock;
  const TraverseResult own = run_traverse(world, options);
  const TraverseResult& shown = bench.desk.view().answer->result;
  CHECK(shown.status == TraverseStatus::completed);
  CHECK(shown.energy != before);
  CHECK(shown.energy == own.energy);
  CHECK(shown.time == own.time);
  CHECK(shown.path_length == own.path_length);
  CHECK(shown.max_slip == own.max_slip);
  CHECK(shown.mean_slip == own.mean_slip);
  CHECK(shown.max_sinkage == own.max_sinkage);
  REQUIRE(shown.poses.size() == own.poses.size());
  for (std::size_t k = 0; k < own.poses.size(); ++k) REQUIRE(shown.poses[k].slip == own.poses[k].slip);
  std::filesystem::remove_all(folder);
}

TEST_CASE(
    "path: dragging, adding and removing are one step each, and undo restores the waypoints to the bit") {
  PathBench bench("waypoints");
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  const std::vector<Vec2> first = bench.waypoints();
  REQUIRE(first.size() == 5);
  bench.drag(3, {0.123456, 0.2});
  const std::vector<Vec2> moved = bench.waypoints();
  CHECK(moved[3].x() == 2.1235);  // a tenth of a millimetre
  CHECK(moved[3].y() == 2.2);
  CHECK(bench.document.view().document->last_step() == "Move waypoint 4");
  bench.ask({.kind = PathKind::insert, .index = 1}, {-4.5, 0.1});  // on the line, then pulled aside
  bench.ask({.kind = PathKind::drag}, {-4.5, 0.6});
  bench.ask({.kind = PathKind::release});
  bench.settle();
  REQUIRE(bench.waypoints().size() == 6);
  CHECK(bench.waypoints()[1] == Vec2(-4.5, 0.6));
  bench.ask({.kind = PathKind::append}, {6.0, 1.0});
  bench.settle();
  REQUIRE(bench.waypoints().size() == 7);
  CHECK(bench.waypoints().back() == Vec2(6.0, 1.0));
  bench.ask({.kind = PathKind::select, .index = 2});
  bench.ask({.kind = PathKind::remove});
  bench.settle();
  CHECK(bench.waypoints().size() == 6);
  CHECK(bench.session.world()->follower->spec().waypoints == bench.waypoints());
  CHECK(bench.changes() == 1);  // one key
  bench.undo();
  CHECK(bench.waypoints().size() == 7);
  bench.undo();
  bench.undo();
  CHECK(bench.waypoints() == moved);
  bench.undo();
  CHECK(bench.waypoints() == first);
  CHECK(bench.changes() == 0);
  CHECK_FALSE(bench.document.unsaved());
}

TEST_CASE(
    "path: Escape gives a drag back, fine and snapped drags keep to their grips, neighbours stay apart") {
  PathBench bench("waypoints");
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  const std::vector<Vec2> first = bench.waypoints();
  bench.ask({.kind = PathKind::take, .index = 2}, first[2]);
  bench.ask({.kind = PathKind::drag}, first[2] + Vec2(1.0, 1.0));
  CHECK(bench.waypoints() != first);
  bench.ask({.kind = PathKind::cancel});
  CHECK(bench.waypoints() == first);
  CHECK(bench.desk.view().active);
  bench.ask({.kind = PathKind::take, .index = 2}, first[2]);
  bench.ask({.kind = PathKind::drag, .grip = PlacingGrip::fine}, first[2] + Vec2(1.0, 0.0));
  CHECK(bench.waypoints()[2].x() == Approx(first[2].x() + 0.1));
  bench.ask({.kind = PathKind::drag, .grip = PlacingGrip::snap}, first[2] + Vec2(0.234, 0.0));
  CHECK(bench.waypoints()[2].x() == -0.8);
  bench.ask({.kind = PathKind::drag}, first[3]);  // onto the next one
  CHECK(bench.waypoints()[2].x() == -0.8);
  bench.ask({.kind = PathKind::cancel});
  bench.settle();
  CHECK(bench.changes() == 0);
  bench.ask({.kind = PathKind::cancel});
  CHECK_FALSE(bench.desk.view().active);
}

TEST_CASE("path: what is drawn while a change is still being built is not lost") {
  PathBench bench("waypoints");
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  bench.ask({.kind = PathKind::place, .index = 4, .x = 4.5, .y = 0.0});
  REQUIRE(bench.wait_for([&] { return bench.session.loading(); }));
  bench.ask({.kind = PathKind::place, .index = 3, .x = 2.5, .y = 2.0});
  const auto first = bench.session.world();
  REQUIRE(bench.wait_for([&] { return bench.session.world() != first; }));  // of the first change
  CHECK(bench.waypoints()[3] == Vec2(2.5, 2.0));
  bench.ask({.kind = PathKind::append}, {6.0, 1.0});
  bench.settle();
  REQUIRE(bench.waypoints().size() == 6);
  CHECK(bench.waypoints()[3] == Vec2(2.5, 2.0));
  CHECK(bench.waypoints()[4] == Vec2(4.5, 0.0));
  CHECK(bench.session.world()->follower->spec().waypoints == bench.waypoints());
}

TEST_CASE("path: what the library refuses is taken back") {
  PathBench bench("waypoints");
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  const std::vector<Vec2> first = bench.waypoints();
  bench.ask({.kind = PathKind::place, .index = 1, .x = 1e7, .y = 0.0});  // out of a scenario's range
  CHECK(bench.waypoints() != first);
  bench.settle();
  REQUIRE(bench.wait_for([&] { return bench.waypoints() == first; }));
  CHECK_FALSE(bench.document.view().document->refusal().empty());
  CHECK_FALSE(bench.document.view().document->can_undo());
}

TEST_CASE("path: a rover without waypoints is given a path, and where it cannot climb the reason is told") {
  PathBench bench("drive_flat_soft", {{"terrain.kind", "plane"}, {"terrain.slope_deg", "35"}});
  CHECK_FALSE(bench.session.world()->follower);
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  REQUIRE(bench.desk.view().can_start);
  bench.ask({.kind = PathKind::start});
  bench.answered();
  REQUIRE(bench.session.world()->follower);
  CHECK(bench.waypoints().size() == 2);
  CHECK(bench.document.view().document->last_step() == "Start a path");
  const TraverseResult& result = bench.desk.view().answer->result;
  REQUIRE_FALSE(result.failures.empty());
  CHECK(result.message == blocked_message(result.failures));
  CHECK(blocking_failure(result.failures).at < 0.5);
  CHECK_FALSE(blocking_failure(result.failures).reason.empty());
  bench.undo();
  CHECK_FALSE(bench.session.world()->follower);
  CHECK(bench.waypoints().empty());
  CHECK(bench.desk.view().can_start);
}

TEST_CASE("path: a path that was begun is saved and drives as it was shown") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("grouser_path_start_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  PathBench bench("traverse_mars");
  bench.ask({.kind = PathKind::toggle});
  bench.settle();
  bench.ask({.kind = PathKind::start});
  bench.settle();
  bench.ask({.kind = PathKind::append}, {-10.0, -2.0});
  bench.answered();
  const std::filesystem::path file = folder / "begun.toml";
  bench.document.save(file, bench.session);
  CHECK(read_text_file(file).find("# m, from the middle of the terrain") !=
        std::string::npos);  // remarks stay
  const auto world = load_world(file.string());
  REQUIRE(world->follower);
  CHECK(world->follower->spec().waypoints == bench.waypoints());
  TraverseOptions options;
  options.speed = scenario_speed(*world);
  options.waypoints = scenario_waypoints(*world);
  options.now = wall_clock;
  CHECK(run_traverse(world, options).energy == bench.desk.view().answer->result.energy);
  std::filesystem::remove_all(folder);
}

TEST_CASE("path: where nothing runs live, the desk says why it has no path") {
  PathWork desk(wall_clock);
  desk.show(nullptr, true);
  desk.carry_out({.kind = PathKind::toggle}, std::nullopt);
  desk.carry_out({.kind = PathKind::start}, std::nullopt);
  desk.carry_out({.kind = PathKind::append}, Vec2(1.0, 1.0));
  CHECK(desk.view().why_not.find("live") != std::string::npos);
  CHECK_FALSE(desk.take_change());
}

TEST_CASE("path: of several questions the newest is answered, and a long one ends at once") {
  const auto world = load_world("drive_flat_soft");
  PathPreview preview(wall_clock);
  const std::vector<Vec2> across = {{0, 0}, {5000, 0}}, near = {{0, 0}, {1, 0}};
  preview.ask({world, across});
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  for (int k = 0; k < 20; ++k) preview.ask({world, across});
  const double asked = wall_clock();
  preview.ask({world, near});
  std::shared_ptr<const PathAnswer> answer;
  while (preview.working() && wall_clock() < asked + 60.0) {
    if (auto news = preview.take()) answer = std::move(news);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (auto news = preview.take()) answer = std::move(news);
  REQUIRE(answer);
  CHECK(answer->waypoints == near);
  CHECK(answer->result.path_length == 1.0);
  preview.ask({world, across});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
}  // and it ends while it drives

TEST_CASE("path: the pointer takes the waypoint under it, else adds one on the line") {
  Bench bench;
  auto ground = std::make_shared<Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  Camera camera;
  camera.frame(CameraPreset::top, {0, 0, 0}, 4.0, 0.0);
  PathView path;
  path.active = true;
  path.waypoints = {{-2.0, 0.0}, {2.0, 0.0}, {2.0, 1.5}};
  const auto view = [&](const Ui& ui, const RunView&, Requests& requests) {
    const PictureArea picture{ImGui::GetCursorScreenPos(), {800, 450}, &camera, ground.get()};
    ImGui::InvisibleButton("view", picture.size);
    const bool pressed = ImGui::IsItemActivated();
    path_mouse(ui, path, picture, {0, 0}, ImGui::IsItemHovered(), pressed, requests);
    path_marks(ui, path, picture);
    ui.mark_area("middle", {picture.low.x + 390, picture.low.y + 215},
                 {picture.low.x + 410, picture.low.y + 235});
    ui.mark_area("corner", {picture.low.x + 20, picture.low.y + 400},
                 {picture.low.x + 30, picture.low.y + 410});
  };
  const auto asked = [&](const char* where) -> std::optional<PathRequest> {
    const Requests requests = bench.click(where, view);
    const PathRequest* r = find<PathRequest>(requests);
    return r ? std::optional(*r) : std::nullopt;
  };
  const auto taken = asked("waypoint_2");
  REQUIRE(taken);
  CHECK(taken->kind == PathKind::take);
  CHECK(taken->index == 1);
  const auto added = asked("middle");
  REQUIRE(added);
  CHECK(added->kind == PathKind::insert);
  CHECK(added->index == 1);
  CHECK_FALSE(asked("corner"));
}

TEST_CASE("path: the panel offers a start, and fits a narrow window") {
  Bench bench;
  PathView path;
  path.active = true;
  path.can_start = true;
  const auto panel = [&](const Ui& ui, const RunView&, Requests& requests) {
    path_panel(ui, path, requests);
  };
  const Requests requests = bench.click("path_start", panel);
  REQUIRE(find<PathRequest>(requests));
  CHECK(find<PathRequest>(requests)->kind == PathKind::start);
}
