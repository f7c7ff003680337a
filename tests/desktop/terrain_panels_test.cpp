// SPDX-License-Identifier: BSD-3-Clause
// The panels of the terrain desk draw without a window, and ask for what a person does.
#include "desks/terrain/terrain_panels.hpp"

#include "app/programs/imgui_context.hpp"
#include "catch.hpp"
#include "desktop/terrain_support.hpp"
#include "hal/imgui_versions.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// An ImGui without a display, a desk with a map, and the mouse in our hand.
class TerrainBench {
 public:
  TerrainBench() {
    test::write_faulty_map(folder_ / "map.tif");
    fonts_ = apply_theme(1.0f);
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {1000, 1000};
    io.DeltaTime = 0.1f;
    gui::build_fonts();
    desk.open_map((folder_ / "map.tif").string());
    REQUIRE(test::update_until(desk, [](const TerrainView& v) { return v.surveyed; }));
  }

  TerrainRequests draw() {
    TerrainRequests requests;
    map.clear();
    const Ui ui{kept_, entry_, map, fonts_, 1.0f};
    ImGui::NewFrame();
    const auto window = [&](const char* name, ImVec2 at, ImVec2 size, const auto& content) {
      ImGui::SetNextWindowPos(at);
      ImGui::SetNextWindowSize(size);
      ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration);
      content();
      ImGui::End();
    };
    const TerrainView& view = desk.view();
    const MapShape shape = desk.shape();
    window("bar", {0, 0}, {1000, 60}, [&] { terrain_bar(ui, state, view, requests); });
    window("left", {0, 60}, {250, 700}, [&] {
      map_facts_panel(ui, view);
      clean_steps_panel(ui, view, requests);
    });
    window("map", {250, 60}, {400, 700}, [&] {
      MapCamera& camera = state.camera(view.shown);
      if (state.width > 0.0f && fit) camera.show_all(shape, state.width, state.height), fit = false;
      map_panel(ui, state, view, shape, {}, requests);
    });
    window("right", {650, 60}, {350, 900}, [&] {
      view.shown == TerrainShown::map ? pick_panel(ui, view, requests)
                                      : clean_panel(ui, state, view, requests);
      if (view.site) finish_panel(ui, state, view, requests);
    });
    window("status", {0, 960}, {1000, 40}, [&] { terrain_status(ui, state, view, requests); });
    save_terrain_dialog(ui, state, view, requests);
    ImGui::Render();
    return requests;
  }

  void point(ImVec2 at, bool down) {
    gui::add_mouse_position_event(at.x, at.y);
    gui::add_mouse_button_event(0, down);
  }
  /// Presses a named widget; returns all that was asked for.
  TerrainRequests click(const std::string& name) {
    draw(), draw();
    REQUIRE(map.count(name) == 1);
    const UiRect r = map[name];
    const ImVec2 at{0.5f * (r.x0 + r.x1), 0.5f * (r.y0 + r.y1)};
    TerrainRequests all;
    for (const bool down : {false, true, false, false}) {
      point(at, down);
      for (TerrainRequest& request : draw()) all.push_back(std::move(request));
    }
    point({-1, -1}, false);
    return all;
  }
  const TerrainRequest* find(const TerrainRequests& requests, TerrainRequestKind kind) {
    for (auto it = requests.rbegin(); it != requests.rend(); ++it)
      if (it->kind == kind) return &*it;
    return nullptr;
  }

  TerrainWork desk{test::wall_clock};
  TerrainUi state;
  UiMap map;
  bool fit = true;

 private:
  test::ScratchFolder folder_{"terrain_panels"};
  ImGuiOwner imgui_;
  Fonts fonts_;
  KeptState kept_;
  EntryEdit entry_;
};

}  // namespace

TEST_CASE("Terrain panels: a drag on the map picks the window that lies under it") {
  TerrainBench bench;
  bench.draw(), bench.draw(), bench.draw();
  const UiRect area = bench.map["terrain_map"];
  const MapShape shape = bench.desk.shape();
  const MapCamera camera = bench.state.map_camera;
  const ImVec2 middle{0.5f * (area.x0 + area.x1), 0.5f * (area.y0 + area.y1)};
  const auto at = [&](double column, double row) {
    return ImVec2{middle.x + static_cast<float>(camera.x(column)),
                  middle.y + static_cast<float>(camera.y(row, shape))};
  };
  TerrainRequests all;
  bench.point(at(60.5, 80.5), false);
  bench.draw();
  for (const double part : {0.0, 0.5, 1.0}) {
    bench.point(at(60.5 + 100.0 * part, 80.5 + 40.0 * part), true);
    for (TerrainRequest& request : bench.draw()) all.push_back(request);
  }
  const TerrainRequest* pick = bench.find(all, TerrainRequestKind::pick);
  REQUIRE(pick);
  const CellRect& picked = pick->pick.cells;
  // the pointer is known to a pixel, which is two thirds of a cell
  CHECK(std::abs(picked.column - 60) <= 1);
  CHECK(std::abs(picked.row - 80) <= 1);
  CHECK(std::abs(picked.column + picked.columns - 161) <= 1);
  CHECK(std::abs(picked.row + picked.rows - 121) <= 1);
  bench.point({-1, -1}, false);
  bench.desk.set_pick(pick->pick);
  // its numbers stand beside it, and it is cut
  CHECK(bench.find(bench.click("terrain_cut"), TerrainRequestKind::cut));
  CHECK(bench.map.count("terrain_width") == 1);
}

TEST_CASE("Terrain panels: the steps of the cleaning, cancel, undo and save are asked for by their buttons") {
  TerrainBench bench;
  CHECK(bench.find(bench.click("terrain_pick_middle"), TerrainRequestKind::pick_middle));
  bench.desk.pick_middle();
  CHECK(bench.desk.view().pick_cells);
  Pick pick;
  pick.cells = {0, 0, 256, 256};
  bench.desk.set_pick(pick);
  bench.desk.cut();
  REQUIRE(test::wait_for_job(bench.desk));
  bench.fit = true;
  CHECK(bench.find(bench.click("terrain_clean_all"), TerrainRequestKind::clean_all));
  CHECK_FALSE(bench.find(bench.click("terrain_clean_2"), TerrainRequestKind::clean));  // nothing was filled
  for (const int kind : {0, 1}) {
    const auto asked = bench.click("terrain_clean_" + std::to_string(kind));
    const TerrainRequest* clean = bench.find(asked, TerrainRequestKind::clean);
    REQUIRE(clean);
    CHECK(clean->value == kind);
  }
  bench.desk.clean(CleanKind::outliers);
  REQUIRE(test::wait_for_job(bench.desk));
  CHECK(bench.find(bench.click("terrain_undo"), TerrainRequestKind::undo));
  const auto step = bench.click("terrain_step_raw");
  REQUIRE(bench.find(step, TerrainRequestKind::go_to_step));
  bench.click("terrain_save");
  CHECK(bench.state.save_open);
  bench.desk.clean(CleanKind::kriging);
  bench.desk.update();
  bench.state.save_open = false;
  bench.draw(), bench.draw();
  CHECK(bench.find(bench.click("terrain_cancel"), TerrainRequestKind::cancel));
  bench.desk.cancel();
  REQUIRE(test::wait_for_job(bench.desk));
}

TEST_CASE("Terrain panels: the divider between before and after is dragged") {
  TerrainBench bench;
  Pick pick;
  pick.cells = {0, 0, 256, 256};
  bench.desk.set_pick(pick);
  bench.desk.cut();
  REQUIRE(test::wait_for_job(bench.desk));
  bench.state.compare = true;
  bench.draw(), bench.draw();
  const UiRect grip = bench.map["terrain_divider"];
  const float x = 0.5f * (grip.x0 + grip.x1), y = 0.5f * (grip.y0 + grip.y1);
  const double column = bench.state.site_camera.column;
  bench.point({x, y}, false), bench.draw();
  bench.point({x, y}, true), bench.draw();
  bench.point({x + 80.0f, y}, true), bench.draw();
  CHECK(bench.state.divider > 0.55f);
  CHECK(bench.state.site_camera.column == column);  // the map stays
  bench.point({-1, -1}, false), bench.draw();
}
