// SPDX-License-Identifier: BSD-3-Clause
// Layout of the window: bars above and below, panels left and right, plots below, the view in the middle.
#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/window_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {

namespace {

/// A panel may take no more than `most`, however much it wants on a small screen with large text.
float panel_size(float kept, float least, float most) { return std::min(most, std::max(least, kept)); }

/// Text of the status bar during the walk by keyboard.
constexpr const char* kWalking = "keyboard: arrows move, Enter presses, Tab next panel, Esc leaves";

}  // namespace

Desk* App::in_middle() const {
  for (const auto& desk : desks_)
    if (desk->has_middle()) return desk.get();
  return nullptr;
}

/// Null also where the tab is not offered for what is open.
const Tab* App::tab_out() const {
  for (const Tab& tab : tabs_)
    if (window_.tab_out() == tab.id && (!tab.offered || tab.offered())) return &tab;
  return nullptr;
}

namespace {

using Screen = WindowRequest::Kind;

/// A place of a tab: id of its menu line, texts of menu, button and tooltip.
struct PlaceName {
  TabPlace place;
  const char *id, *title, *button, *tip;
};
constexpr PlaceName kPlaces[] = {
    {TabPlace::whole, "pane_whole", "Fill the middle", "Fill", "In place of the view"},
    {TabPlace::beside, "pane_beside", "Beside the view", "Beside", "Right of the view"},
    {TabPlace::under, "pane_under", "Below the view", "Below", "Below the view"},
    {TabPlace::bar, "pane_back", "Back into its bar", "Back", "Back into its bar"}};

/// A double click enlarges the tab whose heading was drawn last, or puts it back; a right click offers all
/// places.
void take_tab_mouse(const Tab& tab, TabPlace now, Requests& requests) {
  const auto place = [&](TabPlace wanted) {
    return WindowRequest{.kind = Screen::place_tab, .tab = tab.id, .place = wanted};
  };
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
    ask(requests, place(now == TabPlace::bar ? TabPlace::whole : TabPlace::bar));
  offer_menu(requests, [&] {
    MenuEntries entries;
    for (const PlaceName& p : kPlaces)
      if (p.place != now) entries.push_back({p.id, p.title, place(p.place)});
    entries.push_back({});
    entries.push_back({"keep_layout"});
    return entries;
  });
}

}  // namespace

void App::offer_panels_menu() {
  const ImGuiIO& io = ImGui::GetIO();
  // A right click that moved no more than this opens the menu; a longer one has dragged something.
  constexpr float kStill = 4.0f;  // pixels
  if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right) || io.MouseDragMaxDistanceSqr[1] >= kStill * kStill)
    return;
  // Whatever was clicked may have asked for its own menu.
  const auto answers = [](const Request& r) { return r.as<MenuRequest>() != nullptr; };
  if (cover() == Cover::covered || std::any_of(requests_.begin(), requests_.end(), answers)) return;
  ask(requests_, MenuRequest{io.MousePos.x,
                             io.MousePos.y,
                             {{"left_panel"},
                              {"right_panel"},
                              {"bottom_panel"},
                              {"layout_usual"},
                              {"keep_layout"},
                              {},
                              {"palette"},
                              {"help"}}});
}

void App::build_pane(const Ui& ui, const Tab& tab, ImVec2 low, ImVec2 size) {
  fixed_area("##pane", low, size, {ui.px(12), ui.px(10)}, kStillArea, [&] {
    // One tab, and buttons at its right that put it into the other places.
    if (!ImGui::BeginTabBar("pane_tabs")) return;
    const bool open = ImGui::BeginTabItem(tab.name);
    ui.mark(std::string("tab_") + tab.id);
    hint("A double click puts it back into its bar");
    take_tab_mouse(tab, window_.place(), requests_);
    for (const PlaceName& p : kPlaces) {
      if (p.place == window_.place()) continue;
      if (ImGui::TabItemButton(p.button, ImGuiTabItemFlags_Trailing))
        ask(requests_, WindowRequest{.kind = Screen::place_tab, .tab = tab.id, .place = p.place});
      ui.mark(p.id);
      hint(p.tip, p.place == TabPlace::bar && window_.place() == TabPlace::whole ? "Esc" : nullptr);
    }
    if (open) tab.draw(ui, requests_);
    if (open) ImGui::EndTabItem();
    ImGui::EndTabBar();
  });
  ui.mark_area("pane", low, {low.x + size.x, low.y + size.y});
}

void App::build_view(const Ui& ui, ImVec2 low, ImVec2 size) {
  shared_.size.width = size.x;
  shared_.size.height = size.y;
  fixed_area("##view", low, size, {0, 0}, kStillArea,
             [&] { view_panel_.draw(ui, shared_, desks_, renderer_.texture(), requests_); });
}

void App::build_middle(const Ui& ui, ImVec2 low, ImVec2 size) {
  // Nothing is out of its bar while nothing is open.
  const Tab* tab = shared_.session.view().mode == SessionMode::empty ? nullptr : tab_out();
  if (!tab) return build_view(ui, low, size);
  // A view of size 0 is not drawn.
  if (window_.place() == TabPlace::whole) {
    shared_.size.width = shared_.size.height = 0.0;
    return build_pane(ui, *tab, low, size);
  }
  // The middle is divided along x or y: the view, a bar that is dragged, and the tab.
  const bool beside = window_.place() == TabPlace::beside;
  const float bar = ui.px(5), length = beside ? size.x : size.y, part = std::floor(window_.share() * length);
  const float view = length - part;
  build_view(ui, low, beside ? ImVec2{view, size.y} : ImVec2{size.x, view});
  const ImVec2 edge = beside ? ImVec2{low.x + view, low.y} : ImVec2{low.x, low.y + view};
  const ImVec2 bar_size = beside ? ImVec2{bar, size.y} : ImVec2{size.x, bar};
  // Dragging the bar towards the tab makes its share smaller.
  window_.set_share(window_.share() - splitter("##bar_pane", edge, bar_size, beside) / length);
  build_pane(ui, *tab, beside ? ImVec2{edge.x + bar, edge.y} : ImVec2{edge.x, edge.y + bar},
             beside ? ImVec2{part - bar, size.y} : ImVec2{size.x, part - bar});
}

void App::build_tabs(const Ui& ui, TabBar bar) {
  if (!ImGui::BeginTabBar(bar == TabBar::bottom ? "tabs" : "right_tabs")) return;
  std::string& wanted_tab = shared_.shown.wanted_tab;
  const Tab* const out = tab_out();
  if (out && wanted_tab == out->id) wanted_tab.clear();  // it is in front already
  // Tabs of this bar that are offered for what is open, less the one that is out of it.
  for (const Tab& tab : tabs_) {
    if (tab.bar != bar || &tab == out || (tab.offered && !tab.offered())) continue;
    const bool wanted = wanted_tab == tab.id;
    if (wanted) wanted_tab.clear();
    const bool open = ImGui::BeginTabItem(tab.name, nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0);
    ui.mark(std::string("tab_") + tab.id);
    hint(tab.tip);
    take_tab_mouse(tab, TabPlace::bar, requests_);
    if (!open) continue;
    if (bar == TabBar::bottom) at_bottom_ = &tab;
    tab.draw(ui, requests_);
    ImGui::EndTabItem();
  }
  ImGui::EndTabBar();
}

// Builds the start panel, which is shown in the middle of the view while nothing is open.
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
  // A desk that has the middle of the window, such as the one of terrain, replaces the panels; the view is
  // not drawn.
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
  // Bars of fixed height at the top and at the bottom.
  fixed_area("##tools", {0, top}, {screen.x, tools}, slim, kStillArea,
             [&] { toolbar(ui, commands_now(), requests_); });
  const StatusLine line{drawing_.quality().pictures_per_second(), drawing_.triangles(),
                        walk_.on() ? kWalking : shared_.looking.probed(ui.units())};
  // The desks list their work for the status bar.
  Activity activity;
  for (const auto& desk : desks_) desk->note(activity);
  fixed_area("##status", {0, screen.y - status}, {screen.x, status}, slim, kStillArea, [&] {
    status_bar(ui, run, line, [&] { work_line_.draw(ui, activity.works, now_, requests_); });
  });
  fixed_area("##timeline", {0, screen.y - status - timeline}, {screen.x, timeline}, {ui.px(12), ui.px(8)},
             kStillArea, [&] {
               for (const auto& desk : desks_) desk->draw_timeline(ui, requests_);
             });

  // Three splitters divide the remaining room; of the width the view keeps a third.
  float low_y = top + tools + ui.px(1), high_y = screen.y - status - timeline - ui.px(1);
  const float height = high_y - low_y;
  const bool open = run.mode != SessionMode::empty;  // else the panels would be empty too
  if (open && kept.show_bottom) {
    // The panel below keeps its share of the window, within the limits of the tab that it shows.
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
    // The view's third goes before the panel's wish, yet not before the room that its controls need.
    const float least = ui.px(300), rest = screen.x * 2.0f / 3.0f - low_x - bar;
    const float most = panel_size(rest, least, 0.42f * screen.x);
    const float width = panel_size(kept.right * screen.x, least, most);
    high_x -= width;
    fixed_area("##right", {high_x, low_y}, {width, high_y - low_y}, pad, 0,
               [&] { build_tabs(ui, TabBar::right); });
    high_x -= bar;
    kept.right -= splitter("##bar_right", {high_x, low_y}, {bar, high_y - low_y}, true) / screen.x;
  }
  build_middle(ui, {low_x, low_y}, {high_x - low_x, high_y - low_y});
  if (!open) build_start(ui, {0.5f * (low_x + high_x), 0.5f * (low_y + high_y)});
}

}  // namespace grouser::desktop
