// SPDX-License-Identifier: BSD-3-Clause
#include "desks/campaigns/statistics_room.hpp"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "desks/terrain/terrain_desk.hpp"
#include "grouser/base/asset_path.hpp"
#include "session/scenario_list.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {
void StatisticsRoom::show(StatisticsView view) {
  if (ui_.scenarios.empty()) {
    for (const ScenarioEntry& entry : list_scenarios()) ui_.scenarios.push_back(entry.id);
    ui_.recipes = list_recipes();
    ui_.rovers = rovers_that_drive();
    ui_.landers = asset_ids("landers");
    ui_.soils = asset_ids("soils");
  }
  desk_.carry_out({.kind = StatisticsRequest::Kind::show, .view = view});
}

void StatisticsRoom::carry_out(const StatisticsRequest& request) {
  if (request.kind != StatisticsRequest::Kind::show) return requests_.push_back(request);
  if (session_.view().state == RunState::playing) session_.play_pause();
  terrain_.close();
  show(request.view);
}

bool StatisticsRoom::open(const std::string& path) {
  if (!is_result_name(path)) return false;
  show(desk_.view().shown == StatisticsView::campaign ? StatisticsView::campaign
                                                      : StatisticsView::placements);
  desk_.carry_out({.kind = StatisticsRequest::Kind::open_result, .text = path});
  return true;
}

bool StatisticsRoom::press(const KeyPress& key) {
  if (!is_open()) return false;
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool enter = key.key == GLFW_KEY_ENTER || key.key == GLFW_KEY_KP_ENTER;
  if (key.key == GLFW_KEY_ESCAPE) {
    if (typing) return true;
    const BoardView& board = *desk_.view().board;
    if (desk_.busy())
      requests_.push_back({.kind = StatisticsRequest::Kind::cancel});
    else if (board.choice)
      requests_.push_back({.kind = StatisticsRequest::Kind::choose});
    else
      requests_.push_back({.kind = StatisticsRequest::Kind::close});
  } else if (key.control && (key.key == GLFW_KEY_Z || key.key == GLFW_KEY_Y)) {
    const bool redo = key.key == GLFW_KEY_Y || key.shift;
    if (!typing)  // a field undoes its own
      requests_.push_back({.kind = redo ? StatisticsRequest::Kind::redo : StatisticsRequest::Kind::undo});
  } else if (!typing && enter) {
    requests_.push_back({.kind = StatisticsRequest::Kind::start});
  } else {
    // keys of runs mean nothing here; those of the program go on
    const bool function_key = key.key >= GLFW_KEY_F1 && key.key <= GLFW_KEY_F12 && key.key != GLFW_KEY_F4;
    const bool programs = key.key == GLFW_KEY_O || key.key == GLFW_KEY_Q || key.key == GLFW_KEY_T;
    return !(key.control && programs) && !function_key;
  }
  return true;
}

void StatisticsRoom::update(const StudyView& study, Requests& requests) {
  if (is_open()) desk_.offer(open_scenario(session_));
  for (const StatisticsRequest& request : std::exchange(requests_, {})) desk_.carry_out(request);
  desk_.update(study);
  for (const LogLine& line : desk_.take_messages()) session_.add_log(line.level, line.text);
  if (const auto start = desk_.take_start(); start && saving_.may_leave(start->scenario, start->overrides)) {
    session_.open(start->scenario, start->overrides);
    first_ = start->beside.empty() ? "" : start->scenario;
    beside_ = start->beside;
  }
  if (!first_.empty() && session_.path() == first_ && !session_.loading()) {
    session_.compare_with(beside_);
    first_.clear();
  }
  if (const auto row = desk_.take_study_row())
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::open_row, .row = *row});
}

void StatisticsRoom::build(const Ui& ui, float top) {
  const StatisticsDeskView& view = desk_.view();
  if (view.picture != sent_) {
    sent_ = view.picture;
    textures_.clear();
    if (sent_) textures_.set_base(sent_->columns, sent_->rows, sent_->pixels);
  }
  std::uintptr_t texture = 0;
  if (sent_)
    for (const PlacedPicture& placed : textures_.placed({sent_->columns, sent_->rows}, {}, true))
      texture = placed.texture;
  const ImVec2 screen = ImGui::GetIO().DisplaySize, pad{ui.px(12), ui.px(10)}, slim{ui.px(12), ui.px(6)};
  const float tools = ui.px(44), bar = ui.px(5);
  fixed_area("##statistics_bar", {0, top}, {screen.x, tools}, slim, kStillArea,
             [&] { statistics_bar(ui, ui_, view, requests_); });
  const float low_y = top + tools + ui.px(1), high = screen.y - low_y;
  const float left = std::min(std::max(ui.kept.left * screen.x, ui.px(270)), 0.34f * screen.x);
  fixed_area("##statistics_left", {0, low_y}, {left, high}, pad, 0, [&] {
    if (view.shown == StatisticsView::placements)
      placements_panel(ui, ui_, view, requests_);
    else if (view.shown == StatisticsView::gradeability)
      grades_panel(ui, ui_, view, requests_);
    else if (view.shown == StatisticsView::campaign)
      campaign_folder_panel(ui, ui_, view, requests_);
    else
      study_numbers_panel(ui, view, requests_);
  });
  ui.kept.left += splitter("##statistics_splitter", {left, low_y}, {bar, high}, true) / screen.x;
  fixed_area("##statistics_middle", {left + bar, low_y}, {screen.x - left - bar, high}, {ui.px(8), ui.px(8)},
             kStillArea, [&] {
               if (view.shown == StatisticsView::gradeability)
                 grade_curves_panel(ui, view);
               else
                 cases_panel(ui, view, texture, requests_);
             });
  ui.mark_area("statistics_middle", {left + bar, low_y}, screen);
}

void StatisticsRoom::note(UiReport& report) const {
  const StatisticsDeskView& view = desk_.view();
  constexpr const char* kNames[] = {"placements", "gradeability", "study", "campaign"};
  report["statistics"] = view.open ? kNames[static_cast<int>(view.shown)] : "";
  report["statistics_job"] = view.job;
  report["statistics_done"] = fmt::format("{}/{}", view.done, view.total);
  report["statistics_kept"] = std::to_string(view.kept);
  report["statistics_cases"] = std::to_string(view.board->cases ? view.board->cases->count() : 0);
  report["statistics_chosen"] = std::to_string(view.board->chosen.size());
  report["statistics_campaign"] = fmt::format("{}/{}", view.campaign->now->done, view.campaign->now->total);
  report["statistics_sorting"] = view.sorting ? "yes" : "no";
  report["statistics_tilts"] = std::to_string(view.points.size());
}

}  // namespace grouser::desktop
