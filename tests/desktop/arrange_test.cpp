// SPDX-License-Identifier: BSD-3-Clause
// A person arranges the window: channels are dragged onto plots, tabs go into the middle, layouts have
// names, and a right click opens menus. GROUSER_TEST_PICTURES=FOLDER keeps the pictures.
#include <cstdlib>

#include "app/kept_file.hpp"
#include "app/panel_layout.hpp"
#include "desktop/whole_window.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "hal/keys.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

void leave_picture(WholeWindow& window, const std::string& name) {
  if (const char* folder = std::getenv("GROUSER_TEST_PICTURES"))
    write_png(std::filesystem::path(folder) / (name + ".png"), window.read());
}

WindowLook large() { return {.width = 1600, .height = 1000}; }

}  // namespace

TEST_CASE("arranged: a channel is dragged onto a plot and beside them, its menu removes the plot") {
  const ScratchFolder folder("arrange");
  WholeWindow window(large(), folder.path());
  window.open("drive_flat_soft");
  window.app().show_tab("plots");
  window.settle();
  const std::string first = window.report("plots");
  REQUIRE(first == "sinkage; slip");
  window.drag("group_wheel_load", "plot_new");
  CHECK(window.report("plots") == first + "; load");
  window.click("channel_filter");
  for (const char c : std::string("load")) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(c));
  window.settle();
  window.drag("channel_wheel/front_left/load", "plot_new");
  CHECK(window.report("plots") == first + "; load; load 2");
  leave_picture(window, "plots_dropped");
  window.drag("channel_wheel/front_left/load", "plot_0");  // another unit
  CHECK(window.report("plots") == first + "; load; load 2");
  CHECK(window.report("toast").find("has the unit N") != std::string::npos);
  window.drag("channel_wheel/front_left/load", "plot_2");
  CHECK(window.report("plots") == first + "; load");
  window.click("plot_2", 1);
  CHECK(window.report("popup") == "open");
  leave_picture(window, "plot_menu");
  window.click("context_remove");
  CHECK(window.report("plots") == first);
  CHECK(window.report("popup") == "none");
}

TEST_CASE("arranged: a double click makes a plot fill the panel, Escape and a double click make it smaller") {
  const ScratchFolder folder("arrange");
  WholeWindow window(large(), folder.path());
  window.open("drive_flat_soft");
  window.app().show_tab("plots");
  window.settle();
  const float narrow = window.app().ui_map().at("plot_0").x1 - window.app().ui_map().at("plot_0").x0;
  window.click("plot_0", 0, 2);
  REQUIRE_FALSE(window.report("plot_enlarged").empty());
  const UiRect wide = window.app().ui_map().at("plot_0");
  CHECK(wide.x1 - wide.x0 > 2.0f * narrow);
  CHECK_FALSE(window.shows("plot_1"));
  window.key(Keys::kEscape);
  CHECK(window.report("plot_enlarged").empty());
  CHECK(window.shows("plot_1"));
}

TEST_CASE(
    "arranged: a tab takes the middle by a double click, stands beside or below the view, and goes back") {
  const ScratchFolder folder("arrange");
  WholeWindow window(large(), folder.path());
  window.open("drive_flat_soft");
  window.click("tab_plots", 0, 2);
  CHECK(window.report("tab_out") == "plots");
  CHECK(window.shows("pane"));
  CHECK_FALSE(window.shows("view"));
  leave_picture(window, "pane_whole");
  window.click("pane_beside");
  REQUIRE(window.shows("view"));
  CHECK(window.app().ui_map().at("view").x1 <= window.app().ui_map().at("pane").x0);
  leave_picture(window, "pane_beside");
  window.click("pane_under");
  CHECK(window.app().ui_map().at("view").y1 <= window.app().ui_map().at("pane").y0);
  window.key(Keys::kEscape);
  CHECK(window.report("tab_out") == "plots");  // beside the view it is no enlargement
  window.click("pane_back");
  CHECK(window.report("tab_out").empty());
  window.click("tab_plots", 0, 2);
  window.key(Keys::kEscape);
  CHECK(window.report("tab_out").empty());
  CHECK(window.shows("view"));
}

TEST_CASE("arranged: layouts are kept by name, shown, deleted, and outlive the session") {
  const ScratchFolder folder("arrange");
  WholeWindow window(large(), folder.path());
  window.open("drive_flat_soft");
  window.click("tab_plots", 1);
  window.click("context_pane_beside");
  REQUIRE(window.report("tab_out") == "plots");
  window.click("menu_view");
  window.click("menu_layouts");
  leave_picture(window, "menu_layouts");
  window.click("menu_keep_layout");
  REQUIRE(window.report("dialog") == "layout");
  ImGui::GetIO().AddInputCharacter('w');
  window.settle();
  leave_picture(window, "layout_dialog");
  window.click("layout_confirm");
  REQUIRE(window.kept().desks["layouts"].contains("w"));
  window.click("menu_view");
  window.click("menu_layouts");
  window.click("menu_layout_view");
  CHECK(window.report("tab_out").empty());
  CHECK_FALSE(window.kept().show_left);
  window.click("menu_view");
  window.click("menu_layouts");
  window.click("layout_show_w");
  CHECK(window.report("tab_out") == "plots");
  CHECK(window.kept().show_left);
  window.app().keep();
  const KeptState next = kept_state_of(kept_state_text(window.kept(), 1));
  CHECK(layout_of(next.desks.at("layouts").at("w")).tab == "plots");
  CHECK(layout_of(next.desks.at("window").at("panels")).place == TabPlace::beside);
  window.click("menu_view");
  window.click("menu_layouts");
  window.click("menu_layouts_delete");
  window.click("layout_forget_w");
  CHECK_FALSE(window.kept().desks["layouts"].contains("w"));
}

TEST_CASE("layouts: as text and back, and what is no layout is the usual one") {
  for (const LayoutPreset& preset : layout_presets())
    CHECK(layout_of(layout_text(preset.layout)) == preset.layout);
  CHECK(layout_of("left=5 right=nan share=x place=whole") == PanelLayout{});
  CHECK(layout_of("tab=plots place=nowhere") == PanelLayout{});
}

TEST_CASE("arranged: a right click answers everywhere") {
  const ScratchFolder folder("arrange"), working("arrange_here");
  write_file_atomically(working / "mine.toml", "");
  std::filesystem::current_path(working.path());  // the open dialog begins in the working folder
  WholeWindow window(large(), folder.path());
  window.kept().recent = {(home_folder() / "assets/scenarios/free_fall.toml").string()};
  window.settle();
  const auto offers = [&](const std::string& widget, const std::string& line) {
    INFO(widget);
    window.click(widget, 1);
    CHECK(window.report("popup") == "open");
    CHECK(window.shows("context_" + line));
    leave_picture(window, "menu_of_" + widget.substr(0, widget.find('/')));
    window.key(Keys::kEscape);
    CHECK_FALSE(window.shows("context_" + line));
  };
  offers("recent_first", "show_in_folder");
  window.open("drive_flat_soft");
  offers("part_chassis", "copy_name");
  offers("view", "copy_name");
  window.click("tab_state");
  offers("scrub", "copy_time");
  offers("tab_state", "pane_whole");
  offers("wheel_front_left", "copy_row");
  offers("group_wheel_load", "plot_alone");
  offers("plot_0", "save_png");
  offers("play", "left_panel");
  window.click("tab_log");
  offers("log_last", "copy_log");
  window.key(Keys::kO, true);
  offers("file_mine.toml", "copy_path");
  CHECK(window.report("dialog") == "open");  // the menu lies before its dialog, which stays
}

TEST_CASE("arranged: a menu selects the part, copies its name, and gives commands about it") {
  const ScratchFolder folder("arrange");
  WholeWindow window(large(), folder.path());
  window.open("drive_flat_soft");
  window.click("part_chassis", 1);
  window.click("context_copy_name");
  CHECK(std::string(ImGui::GetClipboardText()) == "chassis");
  window.click("part_chassis", 1);
  window.click("context_show_body");
  CHECK(window.report("popup") == "none");
  window.click("tab_state");
  window.click("wheel_front_left", 1);
  window.click("context_plot_load");
  CHECK(window.report("plots") == "sinkage; slip; load");
}

TEST_CASE(
    "arranged: the view and the map of terrain keep a third of the width, however wide the panels are") {
  const ScratchFolder folder("arrange");
  WholeWindow window({.width = 1280, .height = 720}, folder.path());
  window.kept().left = window.kept().right = 0.6f;
  const auto width = [&](const std::string& widget) {
    REQUIRE(window.shows(widget));
    const UiRect r = window.app().ui_map().at(widget);
    return r.x1 - r.x0;
  };
  constexpr float kThird = 1280.0f / 3.0f - 1.0f;  // px
  window.open("drive_flat_soft");
  CHECK(width("view") >= kThird);
  window.open((home_folder() / "terrains/mars_made.tif").string());
  REQUIRE(window.until("terrain_surveyed", "yes"));
  CHECK(width("terrain_map") >= kThird);
}
