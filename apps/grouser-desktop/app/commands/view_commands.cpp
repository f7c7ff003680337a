// SPDX-License-Identifier: BSD-3-Clause
// The commands of the menus View and Help: camera, what is drawn, panels, text.
#include <array>

#include "app/commands/command_list.hpp"
#include "app/window_request.hpp"
#include "session/plot_request.hpp"
#include "view/camera/view_request.hpp"
#include "view/look/look_request.hpp"

namespace grouser::desktop {
namespace {

using View = ViewRequest::Kind;
using Screen = WindowRequest::Kind;

Request preset(CameraPreset wanted) { return ViewRequest{.kind = View::preset, .preset = wanted}; }

/// Nine views that are kept of a scenario, and shown again.
void add_kept_views(Commands& all) {
  // Command holds pointers to texts: those of the eighteen commands are made once and kept.
  struct Names {
    std::string keep_id, recall_id, keep, recall, keep_keys, recall_keys;
  };
  static const std::array<Names, kKeptViews> kNames = [] {
    std::array<Names, kKeptViews> names;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::string digit = std::to_string(k + 1);
      names[k] = {"keep_view_" + digit, "show_view_" + digit, "Keep as view " + digit,
                  "Show view " + digit, "Ctrl+" + digit,      "Shift+" + digit};
    }
    return names;
  }();
  static constexpr auto kIsShown = [](CommandMoment c) { return c.run.scene != nullptr; };
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    const int index = static_cast<int>(k);
    all.push_back({.id = kNames[k].recall_id.c_str(),
                   .group = CommandGroup::view,
                   .title = kNames[k].recall.c_str(),
                   .request = ViewRequest{.kind = View::recall, .index = index},
                   .keys = kNames[k].recall_keys.c_str(),
                   .words = "camera kept",
                   .enabled = kIsShown});
    all.push_back({.id = kNames[k].keep_id.c_str(),
                   .group = CommandGroup::view,
                   .title = kNames[k].keep.c_str(),
                   .request = ViewRequest{.kind = View::keep, .index = index},
                   .keys = kNames[k].keep_keys.c_str(),
                   .words = "camera save",
                   .enabled = kIsShown});
  }
}

const Command kViewCommands[] = {{.id = "view_follow",
                                  .group = CommandGroup::view,
                                  .title = "Three-quarter view",
                                  .request = preset(CameraPreset::follow),
                                  .keys = "5",
                                  .words = "camera",
                                  .enabled = is_open},
                                 {.id = "view_front",
                                  .group = CommandGroup::view,
                                  .title = "From the front",
                                  .request = preset(CameraPreset::front),
                                  .keys = "1",
                                  .words = "camera",
                                  .icon = Icon::front,
                                  .enabled = is_open},
                                 {.id = "view_side",
                                  .group = CommandGroup::view,
                                  .title = "From the side",
                                  .request = preset(CameraPreset::side),
                                  .keys = "3",
                                  .words = "camera",
                                  .icon = Icon::side,
                                  .enabled = is_open},
                                 {.id = "view_top",
                                  .group = CommandGroup::view,
                                  .title = "From above",
                                  .request = preset(CameraPreset::top),
                                  .keys = "7",
                                  .words = "camera top plan",
                                  .icon = Icon::top,
                                  .enabled = is_open},
                                 {.id = "view_iso",
                                  .group = CommandGroup::view,
                                  .title = "Isometric",
                                  .request = preset(CameraPreset::iso),
                                  .keys = "9",
                                  .words = "camera",
                                  .icon = Icon::iso,
                                  .enabled = is_open},
                                 {.id = "close_up",
                                  .group = CommandGroup::view,
                                  .title = "Close to the selected part or the next wheel",
                                  .request = ViewRequest{.kind = View::close_up, .index = 1},
                                  .keys = "V",
                                  .words = "camera zoom",
                                  .enabled = is_open},
                                 {.id = "close_up_before",
                                  .group = CommandGroup::view,
                                  .title = "Close to the wheel before",
                                  .request = ViewRequest{.kind = View::close_up, .index = -1},
                                  .keys = "Shift+V",
                                  .words = "camera zoom previous",
                                  .enabled = is_open},
                                 {.id = "view_all",
                                  .group = CommandGroup::view,
                                  .title = "Show the whole rover",
                                  .request = ViewRequest{.kind = View::frame_all},
                                  .keys = "Home",
                                  .words = "camera frame all fit",
                                  .icon = Icon::home,
                                  .enabled = is_open},
                                 {.id = "follow",
                                  .group = CommandGroup::view,
                                  .title = "Camera follows the rover",
                                  .request = ViewRequest{.kind = View::toggle_follow},
                                  .keys = "C",
                                  .words = "track",
                                  .icon = Icon::follow,
                                  .enabled = is_open,
                                  .active = [](CommandMoment c) { return c.camera.follow; }},
                                 {.id = "parallel",
                                  .group = CommandGroup::view,
                                  .title = "Without perspective",
                                  .request = ViewRequest{.kind = View::toggle_parallel},
                                  .keys = "Shift+C",
                                  .words = "camera orthographic parallel",
                                  .enabled = is_open,
                                  .active = [](CommandMoment c) { return c.camera.parallel; }}};

/// Switches of what the view draws.
const Command kDrawnCommands[] = {
    {.id = "forces",
     .group = CommandGroup::view,
     .title = "Force arrows at the wheels",
     .request = WindowRequest{.kind = Screen::toggle_forces},
     .keys = "F",
     .words = "loads vectors",
     .icon = Icon::force,
     .active = [](CommandMoment c) { return c.kept.forces; }},
    {.id = "grid",
     .group = CommandGroup::view,
     .title = "Metre grid on the ground",
     .request = WindowRequest{.kind = Screen::toggle_grid},
     .keys = "Shift+G",
     .words = "scale",
     .icon = Icon::grid,
     .active = [](CommandMoment c) { return c.kept.grid; }},
    {.id = "patterns",
     .group = CommandGroup::view,
     .title = "Patterns besides colours",
     .request = WindowRequest{.kind = Screen::toggle_patterns},
     .words = "colour blind hatching accessible",
     .hint = "Soils are hatched, lines of plots dashed, and points of statistics have shapes",
     .active = [](CommandMoment c) { return c.kept.patterns; }},
    {.id = "ruler",
     .group = CommandGroup::view,
     .title = "Ruler: two clicks on the ground",
     .request = LookRequest{.kind = LookRequest::Kind::toggle_ruler},
     .keys = "U",
     .words = "measure distance",
     .enabled = is_open}};

}  // namespace

void add_view_commands(Commands& all) {
  add(all, kViewCommands);
  add_kept_views(all);
  add(all, kDrawnCommands);
}

namespace {

/// Shows a tab of the panel below.
Command tab(const char* id, const char* title, const char* name, const char* words) {
  return {.id = id,
          .group = CommandGroup::panels,
          .title = title,
          .request = WindowRequest{.kind = Screen::show_tab, .tab = name},
          .words = words,
          .enabled = is_open};
}

const Command kTabs[] = {
    tab("tab_plots", "Show the plots", "plots", "channels charts tab"),
    tab("tab_log", "Show the log", "log", "messages errors tab"),
    tab("tab_measured", "Show measurements beside the run", "measured", "csv data residuals tab"),
    tab("tab_runs", "Show the recorded runs", "runs", "branches reruns h5 tab"),
    tab("tab_soils", "Show the soils", "soils", "library regolith sand curves tab")};

const Command kPanelCommands[] = {
    {.id = "text_larger",
     .group = CommandGroup::panels,
     .title = "Larger text",
     .request = WindowRequest{.kind = Screen::larger_text},
     .keys = "Ctrl++",
     .words = "font size zoom",
     .enabled = [](CommandMoment c) { return c.kept.text_size < kMostText; }},
    {.id = "text_smaller",
     .group = CommandGroup::panels,
     .title = "Smaller text",
     .request = WindowRequest{.kind = Screen::smaller_text},
     .keys = "Ctrl+-",
     .words = "font size zoom",
     .enabled = [](CommandMoment c) { return c.kept.text_size > kLeastText; }},
    {.id = "text_usual",
     .group = CommandGroup::panels,
     .title = "Text of the usual size",
     .request = WindowRequest{.kind = Screen::set_text_size, .text_size = kUsualText},
     .keys = "Ctrl+0",
     .words = "font size reset"},
    {.id = "left_panel",
     .group = CommandGroup::panels,
     .title = "Scene panel",
     .request = WindowRequest{.kind = Screen::toggle_left},
     .keys = "Tab",
     .words = "parts tree left",
     .active = [](CommandMoment c) { return c.kept.show_left; }},
    {.id = "right_panel",
     .group = CommandGroup::panels,
     .title = "Wheels panel",
     .request = WindowRequest{.kind = Screen::toggle_right},
     .keys = "Shift+Tab",
     .words = "state inspect paint right",
     .active = [](CommandMoment c) { return c.kept.show_right; }},
    {.id = "bottom_panel",
     .group = CommandGroup::panels,
     .title = "Plots, log and study",
     .request = WindowRequest{.kind = Screen::toggle_bottom},
     .keys = "F4",
     .words = "channels charts below",
     .active = [](CommandMoment c) { return c.kept.show_bottom; }},
    {.id = "keep_layout",
     .group = CommandGroup::panels,
     .title = "Keep this layout…",
     .request = WindowRequest{.kind = Screen::show_layout_dialog},
     .words = "panels arrangement save workspace",
     .hint = "Where the panels are, under a name",
     .enabled = is_open},
    {.id = "enlarge_plots",
     .group = CommandGroup::panels,
     .title = "Plots in the middle",
     .keys = "Ctrl+M",
     .words = "channels charts maximise fill pane",
     .enabled = is_open,
     .active = [](CommandMoment c) { return c.tab_out == "plots"; },
     .make = [](CommandMoment c) -> Request {
       return WindowRequest{.kind = Screen::place_tab,
                            .tab = "plots",
                            .place = c.tab_out == "plots" ? TabPlace::bar : TabPlace::whole};
     }},
    {.id = "clear_plots",
     .group = CommandGroup::panels,
     .title = "Clear the plots",
     .request = PlotRequest{.kind = PlotRequest::Kind::clear},
     .words = "channels none",
     .enabled = is_open},
    {.id = "fullscreen",
     .group = CommandGroup::panels,
     .title = "Full screen",
     .request = WindowRequest{.kind = Screen::fullscreen},
     .keys = "F11",
     .words = "window maximise"},
    {.id = "palette",
     .group = CommandGroup::help,
     .title = "All commands…",
     .request = WindowRequest{.kind = Screen::show_palette},
     .keys = "Ctrl+K Ctrl+Shift+P",
     .words = "search find palette",
     .hint = "Type a few letters of what is wanted"},
    {.id = "help",
     .group = CommandGroup::help,
     .title = "Keys and mouse",
     .request = WindowRequest{.kind = Screen::toggle_help},
     .keys = "F1",
     .words = "shortcuts",
     .icon = Icon::help,
     .active = [](CommandMoment c) { return c.help_open; }}};

}  // namespace

void add_panel_commands(Commands& all) {
  for (const LayoutPreset& preset : layout_presets())
    all.push_back({.id = preset.id,
                   .group = CommandGroup::panels,
                   .title = preset.title,
                   .request = WindowRequest{.kind = Screen::show_preset, .name = preset.id},
                   .words = "layout panels arrangement",
                   .enabled = is_open});
  add(all, kTabs);
  add(all, kPanelCommands);
}

}  // namespace grouser::desktop
