// SPDX-License-Identifier: BSD-3-Clause
// Where the panels are: bars above and below, panels left and right, plots below, the view in the middle.
#include <algorithm>

#include "app/app.hpp"
#include "desks/document/document_panels.hpp"
#include "desks/measured/measured_panel.hpp"
#include "desks/paint/paint_panel.hpp"
#include "desks/path/path_panel.hpp"
#include "desks/runs/runs_panel.hpp"
#include "desks/soils/soils_panel.hpp"
#include "desks/stepup/stepup_panel.hpp"
#include "desks/view/stance_marks.hpp"
#include "widgets/area.hpp"
namespace grouser::desktop {
namespace {

/// A panel may take no more than `most`, however much it wants on a small screen with large text.
float panel_size(float kept, float least, float most) { return std::min(most, std::max(least, kept)); }

/// What a tab of the panel below needs: px, and part of the window between the bars.
struct TabHeight {
  float least, most;
};
TabHeight height_of(const std::string& tab) {
  if (tab == "stepup") return {250.0f, 0.75f};
  const bool fields_above_plots = tab == "soils" || tab == "study" || tab == "measured";
  return fields_above_plots ? TabHeight{190.0f, 0.75f} : TabHeight{150.0f, 0.6f};
}

constexpr const char* kWalking = "keyboard: arrows move, Enter presses, Tab next panel, Esc leaves";

}  // namespace

void App::build_tabs(const Ui& ui) {
  const RunView& run = session_.view();
  if (!ImGui::BeginTabBar("tabs")) return;
  const auto tab = [&](const char* name, const char* mark, const char* tip, const auto& content) {
    const bool wanted = passing_.wanted_tab == mark;
    if (wanted) passing_.wanted_tab.clear();
    const bool open = ImGui::BeginTabItem(name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0);
    ui.mark(std::string("tab_") + mark);
    hint(tip);
    if (!open) return;
    tab_ = mark;
    content();
    ImGui::EndTabItem();
  };
  tab("Plots", "plots", "Channels over time", [&] {
    ImGui::BeginChild("##channels", {std::min(ui.px(290), 0.3f * ImGui::GetContentRegionAvail().x), 0}, false,
                      kStillArea);
    channels_panel(ui, run, requests_);
    ImGui::EndChild();
    ImGui::SameLine(0, ui.px(10));
    ImGui::BeginGroup();
    plots_panel(ui, run, requests_);
    ImGui::EndGroup();
  });
  tab("Log", "log", "What was opened, recorded, and what went wrong", [&] { log_panel(ui, session_.log()); });
  if (run.other)
    tab("Compare", "compare", "Headline numbers of both runs", [&] { compare_panel(ui, run, requests_); });
  tab("Measured", "measured", "Measurements from a file beside the run",
      [&] { measured_panel(ui, run, measured_.view(), requests_); });
  if (run.scene && !leg_names(*run.scene).empty())
    tab("Gait", "gait", "Which feet stood when", [&] { gait_panel(ui, run); });
  tab("Study", "study", "One scenario, many variations of its numbers",
      [&] { study_panel(ui, run, study_.view(), requests_); });
  tab("Runs", "runs", "Recorded runs, their branches and reruns",
      [&] { runs_panel(ui, run, runs_.view(), requests_); });
  tab("Soils", "soils", "Soils to choose from, their numbers and curves",
      [&] { soils_panel(ui, soils_.view(), document_.view(), requests_); });
  if (stepup_.view().available)
    tab("Step-up", "stepup", "A step up, planned for this robot: what it takes, or what stands in its way",
        [&] { stepup_panel(ui, stepup_.view(), document_.view(), requests_); });
  ImGui::EndTabBar();
}

void App::build_right(const Ui& ui) {
  const RunView& run = session_.view();
  if (!ImGui::BeginTabBar("right_tabs")) return;
  if (ImGui::BeginTabItem("State")) {
    ImGui::Dummy({0, ui.px(4)});
    wheels_panel(ui, run);
    legs_panel(ui, run);
    state_panel(ui, run);
    motors_panel(ui, run);
    ImGui::EndTabItem();
  }
  ui.mark("tab_state");
  hint("What the run has come to: loads, sinkage, slip, pose");
  const ImGuiTabItemFlags front =
      std::exchange(passing_.show_inspector, false) ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
  if (ImGui::BeginTabItem("Inspect", nullptr, front)) {
    ImGui::Dummy({0, ui.px(4)});
    inspector_panel(ui, run, document_.view(), requests_);
    ImGui::EndTabItem();
  }
  ui.mark("tab_inspect");
  hint("The numbers of what is selected, to be changed; click a part in the view to select it");
  if (ImGui::BeginTabItem("Paint")) {
    ImGui::Dummy({0, ui.px(4)});
    paint_panel(ui, paint_.view(), requests_);
    ImGui::EndTabItem();
  }
  ui.mark("tab_paint");
  hint("Soils, painted on the ground");
  const ImGuiTabItemFlags path_front =
      std::exchange(passing_.show_path, false) ? ImGuiTabItemFlags_SetSelected : ImGuiTabItemFlags_None;
  if (ImGui::BeginTabItem("Path", nullptr, path_front)) {
    ImGui::Dummy({0, ui.px(4)});
    path_panel(ui, path_.view(), requests_);
    ImGui::EndTabItem();
  }
  ui.mark("tab_path");
  hint("Waypoints, and what the drive along them costs");
  ImGui::EndTabBar();
}

// What is shown while nothing is open, in the middle of the view.
void App::build_start(const Ui& ui, ImVec2 middle) {
  const ImVec2 size{std::min(ui.px(900), static_cast<float>(size_.width) - ui.px(20)),
                    std::min(ui.px(820), static_cast<float>(size_.height) - ui.px(20))};
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(10));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(24, 27, 33, 240));
  ImGui::Begin("##start", nullptr, (kFixedArea & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | kStillArea);
  restore_panel(ui, document_.view(), requests_);
  start_panel(ui, session_.view(), scenarios_, requests_);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

void App::build_layout(const Ui& ui) {
  const RunView& run = session_.view();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(9), ui.px(6)});
  menu_bar(ui, commands_now(), requests_);
  ImGui::PopStyleVar();
  const float bar = ui.px(5), top = ImGui::GetFrameHeight() + ui.px(2);
  const ImVec2 pad{ui.px(12), ui.px(10)}, slim{ui.px(12), ui.px(6)};
  if (terrain_.is_open() || campaigns_.is_open()) {
    size_.width = size_.height = 0.0;
    return terrain_.is_open() ? terrain_.build(ui, top) : campaigns_.build(ui, top);
  }
  const float tools = ui.px(44), timeline = ui.px(44), status = ui.px(30);
  fixed_area("##tools", {0, top}, {screen.x, tools}, slim, kStillArea,
             [&] { toolbar(ui, commands_now(), requests_); });
  const Statistics drawn{drawing_.quality().pictures_per_second(), drawing_.triangles()};
  fixed_area("##status", {0, screen.y - status}, {screen.x, status}, slim, kStillArea,
             [&] { status_bar(ui, run, drawn, walk_.on() ? kWalking : looking_.probed(ui.units())); });
  fixed_area("##timeline", {0, screen.y - status - timeline}, {screen.x, timeline}, {ui.px(12), ui.px(8)},
             kStillArea, [&] { timeline_panel(ui, run, requests_); });

  // Three bars divide what is left; the view keeps at least a third of it.
  float low_y = top + tools + ui.px(1), high_y = screen.y - status - timeline - ui.px(1);
  const float height = high_y - low_y;
  const bool open = run.mode != SessionMode::empty;  // else the panels would be empty too
  if (open && kept_.show_bottom) {
    const TabHeight tab = height_of(tab_);
    const float part = panel_size(kept_.bottom * screen.y, ui.px(tab.least), tab.most * height);
    high_y -= part;
    kept_.bottom -= splitter("##bar_bottom", {0, high_y}, {screen.x, bar}, false) / screen.y;
    fixed_area("##plots", {0, high_y + bar}, {screen.x, part - bar}, slim, kStillArea,
               [&] { build_tabs(ui); });
  }
  float low_x = 0.0f, high_x = screen.x;
  if (open && kept_.show_left) {
    const float width = panel_size(kept_.left * screen.x, ui.px(190), 0.3f * screen.x);
    fixed_area("##left", {0, low_y}, {width, high_y - low_y}, pad, 0, [&] {
      scene_panel(ui, run, document_.view(), requests_);
      notes_panel(ui, run);
    });
    kept_.left += splitter("##bar_left", {width, low_y}, {bar, high_y - low_y}, true) / screen.x;
    low_x = width + bar;
  }
  if (open && kept_.show_right) {
    const float width = panel_size(kept_.right * screen.x, ui.px(300), 0.42f * screen.x);
    high_x -= width;
    fixed_area("##right", {high_x, low_y}, {width, high_y - low_y}, pad, 0, [&] { build_right(ui); });
    high_x -= bar;
    kept_.right -= splitter("##bar_right", {high_x, low_y}, {bar, high_y - low_y}, true) / screen.x;
  }
  size_.width = high_x - low_x;
  size_.height = high_y - low_y;
  fixed_area("##view", {low_x, low_y}, {high_x - low_x, high_y - low_y}, {0, 0}, kStillArea, [&] {
    view_panel(ui, run,
               {document_.view().placing, &paint_.view(), &looking_.ruler(), &path_.view(),
                renderer_.newtons_per_metre(), renderer_.mesh_pressure()},
               camera_.camera(), renderer_.texture(), requests_);
  });
  if (!open) build_start(ui, {0.5f * (low_x + high_x), 0.5f * (low_y + high_y)});
}

}  // namespace grouser::desktop
