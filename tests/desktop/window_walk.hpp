// SPDX-License-Identifier: BSD-3-Clause
// A walk through every tab, desk, menu and dialog of the window, for tests that look at each of them.
#pragma once
#include "desktop/terrain_support.hpp"
#include "desktop/whole_window.hpp"
#include "grouser/base/asset_path.hpp"
#include "hal/keys.hpp"
#include "scratch_folder.hpp"

namespace grouser::test {

/// Is told the name of what is shown now.
using Visit = std::function<void(const std::string&)>;

inline void walk_start(WholeWindow& window, const Visit& visit) {
  visit("start");
  window.key(Keys::kO, true);
  visit("dialog open");
  window.key(Keys::kEscape);
}

/// A live run: all that is beside and below the view, with its dialogs.
inline void walk_run(WholeWindow& window, const std::string& scenario, const Visit& visit) {
  window.open(scenario);
  for (const std::string tab : {"plots", "log", "measured", "study", "runs", "soils"}) {
    window.click("tab_" + tab);
    REQUIRE(window.until([&] { return window.app().complete(); }));
    visit("tab " + tab);
  }
  window.click("tab_plots");
  for (const std::string tab : {"state", "inspect", "paint", "path"}) {
    window.click("tab_" + tab);
    visit("right " + tab);
  }
  window.key(Keys::kB);
  window.click("tab_paint");
  visit("painting");
  window.key(Keys::kEscape);
  window.key(Keys::kW);
  visit("path drawn");
  window.key(Keys::kEscape);
  for (const std::string menu : {"file", "edit", "run", "view", "help"}) {
    window.click("menu_" + menu);
    CHECK(window.report("popup") == "open");
    CHECK(window.report("state") == "paused");  // the press that opens a menu chooses nothing in it
    visit("menu " + menu);
    window.key(Keys::kEscape);
  }
  window.key(Keys::kR, true);
  visit("dialog record");
  window.key(Keys::kEscape);
  window.key(Keys::kS, true, true);
  visit("dialog save");
  window.key(Keys::kEscape);
  window.key(Keys::kF1);
  visit("keys");
  window.key(Keys::kEscape);
  window.click("menu_file");
  window.click("menu_connect");
  visit("dialog connect");
  window.key(Keys::kEscape);
}

/// A replay: what only a recorded run has.
inline void walk_replay(WholeWindow& window, const std::string& file, const Visit& visit) {
  window.open(file);
  window.session().compare_with(file);
  REQUIRE(window.until([&] { return !window.report("other").empty(); }));
  window.click("tab_compare");
  visit("tab compare");
  window.click("tab_runs");
  visit("tab runs of a replay");
  window.key(Keys::kF12, false, true);
  visit("dialog video");
  window.key(Keys::kEscape);
  window.key(Keys::kB, true);
  visit("dialog branch");
  window.key(Keys::kEscape);
}

inline void walk_terrain(WholeWindow& window, const Visit& visit) {
  const ScratchFolder folder("walk_terrain");
  write_faulty_map(folder / "map.tif");
  window.open((folder / "map.tif").string());
  REQUIRE(window.until("terrain_surveyed", "yes"));
  visit("terrain map");
  window.click("terrain_pick_middle");
  visit("terrain pick");
  window.click("terrain_cut");
  REQUIRE(window.until("terrain_shown", "site"));
  REQUIRE(window.until("terrain_looking", "no"));
  visit("terrain piece");
  window.click("terrain_clean_0");
  REQUIRE(window.until("terrain_steps", "1/1"));
  window.click("terrain_compare");
  window.click("terrain_mask");
  visit("terrain cleaned");
  window.key(Keys::kS, true);
  visit("dialog terrain");
  window.key(Keys::kEscape);
  window.key(Keys::kEscape);  // what was cleaned is not given up by it
  visit("dialog leave terrain");
  window.click("leave_discard");
  window.open((home_folder() / "terrains/rocky_craters.toml").string());
  REQUIRE(
      window.until([&] { return window.report("terrain_job").empty() && window.shows("terrain_legend"); }));
  visit("recipe");
  window.key(Keys::kEscape);
}

/// `results`: a placements.csv. `campaign`: the folder of one.
inline void walk_statistics(WholeWindow& window, const std::string& results, const std::string& campaign,
                            const Visit& visit) {
  const auto sorted = [&] { return window.report("statistics_sorting") == "no"; };
  window.key(Keys::kT, true, true);
  visit("statistics");
  window.open(results);
  REQUIRE(window.until([&] { return window.report("statistics_cases") != "0" && sorted(); }));
  visit("placements");
  window.click("statistics_gradeability");
  visit("gradeability");
  window.click("statistics_start");
  REQUIRE(window.until([&] { return window.report("statistics_tilts") != "0"; }));
  visit("gradeability curves");
  if (window.shows("statistics_cancel")) window.click("statistics_cancel");
  REQUIRE(window.until([&] { return window.report("statistics_job").empty(); }));
  window.click("statistics_study");
  visit("statistics of a study");
  window.open(campaign);
  REQUIRE(window.until([&] { return window.report("statistics_cases") != "0" && sorted(); }));
  visit("campaign");
  window.key(Keys::kEscape);
}

}  // namespace grouser::test
