// SPDX-License-Identifier: BSD-3-Clause
// Small windows, large text and two pixels for one: no control of any tab, desk, menu or dialog is where nobody gets at it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "desktop/campaign_support.hpp"
#include "desktop/window_walk.hpp"
#include "grouser/mission/placement/placement_campaign.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "hal/font_files.hpp"
#include "hal/headless.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

void write_run(const std::filesystem::path& path) {
  Simulation simulation = start_simulation(load_world("free_fall", {{"duration", "0.2"}}));
  RunOptions options;
  options.out = path;
  options.now = wall_clock;
  REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
}

void write_placements(const std::filesystem::path& path) {
  const PlacementSetting setting =
      read_placement_campaign({.terrain = "egress_mars", .samples = 60, .seed = 1});
  write_table_csv(
      path, make_placement_table(setting.ground, setting.form,
                                 set_down(setting.ground, setting.form, setting.spots, {.threads = 1}), 1));
}

/// Where pictures of all that is visited are written, for a person to look at; empty: nowhere.
std::filesystem::path pictures_folder() {
  const char* folder = std::getenv("GROUSER_TEST_PICTURES");
  return folder ? folder : "";
}

std::string picture_name(const WindowLook& look, const std::string& shown) {
  std::string name = fmt::format("{}x{}_scale{:g}_text{:g}_{}.png", look.width, look.height,
                                 look.screen_scale, look.text_size, shown);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

void walk_all(WholeWindow& window, const std::filesystem::path& folder, const Visit& visit) {
  walk_start(window, visit);
  walk_run(window, "egress_mars", visit);
  walk_statistics(window, (folder / "placements.csv").string(), (folder / "rows").string(), visit);
  walk_replay(window, (folder / "run.h5").string(), visit);
  walk_terrain(window, visit);
}

}  // namespace

TEST_CASE("small window: every control is in reach, whatever is shown") {
  if (!HeadlessContext::available()) {
    std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
    skipped() = true;
    return;
  }
  // one size in every run of the tests; all of them, ten minutes, with GROUSER_ALL_WINDOWS=1
  std::vector<WindowLook> looks{WindowLook{1024, 640}};
  if (std::getenv("GROUSER_ALL_WINDOWS"))
    looks = {WindowLook{1024, 640}, WindowLook{1024, 640, 1.0f, 24.0f}, WindowLook{1280, 720, 1.0f, 24.0f},
             WindowLook{1280, 720, 2.0f}, WindowLook{1024, 640, 1.0f, 28.0f}};
  const WindowLook look = GENERATE_COPY(from_range(looks));
  CAPTURE(look.width, look.height, look.screen_scale, look.text_size);
  const ScratchFolder folder("small_window");
  write_run(folder / "run.h5");
  write_placements(folder / "placements.csv");
  make_folder(folder / "rows", 400, 400);
  const std::filesystem::path pictures = pictures_folder();
  WholeWindow window(look, folder.path(), !pictures.empty());
  int visits = 0;
  walk_all(window, folder.path(), [&](const std::string& shown) {
    ++visits;
    if (!pictures.empty()) write_png(pictures / picture_name(look, shown), window.read());
    INFO(shown);
    CHECK(window.report("cut") == "");
  });
  CHECK(visits > 30);
}

TEST_CASE("Window: file names in Chinese and Japanese are drawn, rare characters as well") {
  if (!HeadlessContext::available()) {
    std::cout << "SKIPPED: no EGL that gives OpenGL 3.3 here\n";
    skipped() = true;
    return;
  }
  if (font_files().far_east.path.empty()) {
    std::cout << "SKIPPED: no font with Chinese and Japanese characters here\n";
    skipped() = true;
    return;
  }
  const ScratchFolder folder("far_east");
  const std::string map = folder / "盖尔陨石坑_月面探査.tif";
  write_faulty_map(map);
  WholeWindow window({}, folder / "state");
  window.open(map);
  REQUIRE(window.until("terrain_surveyed", "yes"));
  const ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];
  for (const ImWchar c : {0x76D6, 0x5C14, 0x9668, 0x5751, 0x6708, 0x63A2})
    CHECK(font.FindGlyphNoFallback(c) != nullptr);
}
