// SPDX-License-Identifier: BSD-3-Clause
// Where the panels are: bars above and below, panels left and right, plots below, the view in the middle.
#include <algorithm>

#include "app/app.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {

namespace {

/// A panel may take no more than `most`, however much it wants on a small screen with large text.
float panel_size(float kept, float least, float most) { return std::min(most, std::max(least, kept)); }

constexpr const char* kWalking = "keyboard: arrows move, Enter presses, Tab next panel, Esc leaves";

}  // namespace

Desk* App::in_middle() const {
  for (const auto& desk : desks_)
    if (desk->has_middle()) return desk.get();
  return nullptr;
}

void App::build_tabs(const Ui& ui, TabBar bar) {
  if (!ImGui::BeginTabBar(bar == TabBar::bottom ? "tabs" : "right_tabs")) return;
  std::string& wanted_tab = shared_.shown.wanted_tab;
  for (const Tab& tab : tabs_) {
    if (tab.bar != bar || (tab.offered && !tab.offered())) continue;
    const bool wanted = wanted_tab == tab.id;
    if (wanted) wanted_tab.clear();
    const bool open = ImGui::BeginTabItem(tab.name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0);
    ui.mark(std::string("tab_") + tab.id);
    hint(tab.tip);
    if (!open) continue;
    if (bar == TabBar::bottom) at_bottom_ = &tab;
    tab.draw(ui, requests_);
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

// What is shown while nothing is open, in the middle of the view.
void App::build_start(const Ui& ui, ImVec2 middle) {
  const ImVec2 size{std::min(ui.px(900), static_cast<float>(shared_.size.width) - ui.px(20)),
                    std::min(ui.px(820), static_cast<float>(shared_.size.height) - ui.px(20))};
  ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(10));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(24, 27, 33, 240));
  ImGui::Begin("##start", nullptr, (kFixedArea & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | kStillArea);
  for (const auto& desk : desks_) desk->draw_start(ui, requests_);
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

void App::build_layout(const Ui& ui) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(9), ui.px(6)});
  menu_bar(ui, commands_now(), requests_);
  ImGui::PopStyleVar();
  const float top = ImGui::GetFrameHeight() + ui.px(2);
  if (Desk* middle = in_middle()) {
    shared_.size.width = shared_.size.height = 0.0;
    return middle->draw_middle(ui, top);
  }
  build_panels(ui, top);
}

void App::build_panels(const Ui& ui, float top) {
  const RunView& run = shared_.session.view();
  KeptState& kept = shared_.kept;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const ImVec2 pad{ui.px(12), ui.px(10)}, slim{ui.px(12), ui.px(6)};
  const float bar = ui.px(5), tools = ui.px(44), timeline = ui.px(44), status = ui.px(30);
  fixed_area("##tools", {0, top}, {screen.x, tools}, slim, kStillArea,
             [&] { toolbar(ui, commands_now(), requests_); });
  const StatusLine line{drawing_.quality().pictures_per_second(), drawing_.triangles(),
                        walk_.on() ? kWalking : shared_.looking.probed(ui.units())};
  Activity activity;
  for (const auto& desk : desks_) desk->note(activity);
  fixed_area("##status", {0, screen.y - status}, {screen.x, status}, slim, kStillArea, [&] {
    status_bar(ui, run, line, [&] { work_line_.draw(ui, activity.works, now_, requests_); });
  });
  fixed_area("##timeline", {0, screen.y - status - timeline}, {screen.x, timeline}, {ui.px(12), ui.px(8)},
             kStillArea, [&] {
               for (const auto& desk : desks_) desk->draw_timeline(ui, requests_);
             });

  // Three bars divide what is left; the view keeps at least a third of it.
  float low_y = top + tools + ui.px(1), high_y = screen.y - status - timeline - ui.px(1);
  const float height = high_y - low_y;
  const bool open = run.mode != SessionMode::empty;  // else the panels would be empty too
  if (open && kept.show_bottom) {
    const Tab usual;
    const Tab& tab = at_bottom_ ? *at_bottom_ : usual;
    const float part = panel_size(kept.bottom * screen.y, ui.px(tab.least), tab.most * height);
    high_y -= part;
    kept.bottom -= splitter("##bar_bottom", {0, high_y}, {screen.x, bar}, false) / screen.y;
    fixed_area("##plots", {0, high_y + bar}, {screen.x, part - bar}, slim, kStillArea,
               [&] { build_tabs(ui, TabBar::bottom); });
  }
  float low_x = 0.0f, high_x = screen.x;
  if (open && kept.show_left) {
    const float width = panel_size(kept.left * screen.x, ui.px(190), 0.3f * screen.x);
    fixed_area("##left", {0, low_y}, {width, high_y - low_y}, pad, 0, [&] {
      for (const auto& desk : desks_) desk->draw_left(ui, requests_);
    });
    kept.left += splitter("##bar_left", {width, low_y}, {bar, high_y - low_y}, true) / screen.x;
    low_x = width + bar;
  }
  if (open && kept.show_right) {
    const float width = panel_size(kept.right * screen.x, ui.px(300), 0.42f * screen.x);
    high_x -= width;
    fixed_area("##right", {high_x, low_y}, {width, high_y - low_y}, pad, 0,
               [&] { build_tabs(ui, TabBar::right); });
    high_x -= bar;
    kept.right -= splitter("##bar_right", {high_x, low_y}, {bar, high_y - low_y}, true) / screen.x;
  }
  shared_.size.width = high_x - low_x;
  shared_.size.height = high_y - low_y;
  fixed_area("##view", {low_x, low_y}, {high_x - low_x, high_y - low_y}, {0, 0}, kStillArea,
             [&] { view_panel_.draw(ui, shared_, desks_, renderer_.texture(), requests_); });
  if (!open) build_start(ui, {0.5f * (low_x + high_x), 0.5f * (low_y + high_y)});
}

}  // namespace grouser::desktop
