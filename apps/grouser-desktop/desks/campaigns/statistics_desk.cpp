// SPDX-License-Identifier: BSD-3-Clause
// Panels write into requests_, which update() hands to StatisticsWork; results that need the session (a run
// to open, a row of a study) come back through take_ functions.
#include "desks/campaigns/statistics_desk.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "desks/campaigns/statistics_request.hpp"
#include "grouser/base/asset_path.hpp"
#include "hal/keys.hpp"
#include "session/ground_files.hpp"
#include "session/scenario_list.hpp"
#include "session/study/study_request.hpp"
#include "session/table_kind.hpp"
#include "widgets/area.hpp"

namespace grouser::desktop {
void StatisticsDesk::register_requests(RequestTable& table) {
  // Showing the desk gives up the open document, so it is done at once; all else waits for update().
  table.on<StatisticsRequest>([this](const StatisticsRequest& request) {
    if (request.kind != StatisticsRequest::Kind::show) return requests_.push_back(request);
    if (shared_.session.view().state == RunState::playing) shared_.session.play_pause();
    show(request.view);
  });
  table.on<ShowStudyCasesRequest>([this](const ShowStudyCasesRequest&) { show(StatisticsView::study); });
}

void StatisticsDesk::close() { work_.close(); }

bool StatisticsDesk::complete() const {
  return !has_middle() || (!work_.busy() && !work_.view().sorting && !work_.view().campaign->now->loading);
}

/// Shows the desk once unsaved changes are saved or given up.
void StatisticsDesk::show(StatisticsView view) {
  if (!shared_.saving.may_give_up([this, view] { show_now(view); })) return;
  show_now(view);
}

/// Takes the middle of the window; fills the lists of assets the first time.
void StatisticsDesk::show_now(StatisticsView view) {
  shared_.middle.take(this, [this] { close(); });
  if (ui_.scenarios.empty()) {
    for (const ScenarioEntry& entry : list_scenarios()) ui_.scenarios.push_back(entry.id);
    ui_.recipes = list_recipes();
    ui_.rovers = rovers_that_drive();
    ui_.landers = asset_ids("landers");
    ui_.soils = asset_ids("soils");
  }
  work_.carry_out({.kind = StatisticsRequest::Kind::show, .view = view});
}

bool StatisticsDesk::open(const std::string& given, double) {
  std::string path = given;
  // A table of a campaign belongs to its folder, which is opened instead.
  if (is_table_of(path, TableKind::campaign))
    path = std::filesystem::absolute(path).parent_path().string();
  else if (is_table_name(path) && !is_table_of(path, TableKind::placements))
    return false;
  if (!is_result_name(path)) return false;
  show(work_.view().shown == StatisticsView::campaign ? StatisticsView::campaign
                                                      : StatisticsView::placements);
  work_.carry_out({.kind = StatisticsRequest::Kind::open_result, .text = path});
  // Only folders of campaigns enter the list of recent files.
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::path(path) / "campaign.json", error))
    remember_recent(shared_.kept, path);
  return true;
}

bool StatisticsDesk::press_first(const KeyPress& key, Cover cover, Requests&) {
  if (!has_middle() || cover == Cover::covered) return false;
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool enter = key.key == Keys::kEnter || key.key == Keys::kPadEnter;
  // Escape ends the innermost thing: typing, the job, the choice, then the desk.
  if (key.key == Keys::kEscape) {
    if (typing) return true;
    const BoardView& board = *work_.view().board;
    if (work_.busy())
      requests_.push_back({.kind = StatisticsRequest::Kind::cancel});
    else if (board.choice)
      requests_.push_back({.kind = StatisticsRequest::Kind::choose});
    else
      requests_.push_back({.kind = StatisticsRequest::Kind::close});
  } else if (key.control && (key.key == Keys::kZ || key.key == Keys::kY)) {
    const bool redo = key.key == Keys::kY || key.shift;
    if (!typing)  // a field undoes its own
      requests_.push_back({.kind = redo ? StatisticsRequest::Kind::redo : StatisticsRequest::Kind::undo});
  } else if (!typing && enter) {
    requests_.push_back({.kind = StatisticsRequest::Kind::start});
  } else {
    // Keys of runs mean nothing here; F keys (except F4) and Ctrl+O, Q and T stay with the program.
    const bool function_key = key.key >= Keys::kF1 && key.key <= Keys::kF12 && key.key != Keys::kF4;
    const bool programs = key.key == Keys::kO || key.key == Keys::kQ || key.key == Keys::kT;
    return !(key.control && programs) && !function_key;
  }
  return true;
}

void StatisticsDesk::update(double, Requests& requests) {
  if (!shared_.shown.wanted_tab.empty()) close();  // a panel below is wanted
  if (has_middle()) work_.offer(open_scenario(shared_.session));
  for (const StatisticsRequest& request : std::exchange(requests_, {})) work_.carry_out(request);
  if (!has_middle()) shared_.middle.give_back(this);
  work_.update(shared_.study.view());
  for (const LogLine& line : work_.take_messages()) shared_.session.add_log(line.level, line.text);
  if (const auto start = work_.take_start();
      start && shared_.saving.may_leave(start->scenario, start->overrides)) {
    shared_.session.open(start->scenario, start->overrides);
    first_ = start->beside.empty() ? "" : start->scenario;
    beside_ = start->beside;
  }
  // The second run of a pair is shown once the first is loaded.
  if (!first_.empty() && shared_.session.path() == first_ && !shared_.session.loading()) {
    shared_.session.compare_with(beside_);
    first_.clear();
  }
  if (const auto row = work_.take_study_row())
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::open_row, .row = *row});
}

void StatisticsDesk::draw_middle(const Ui& ui, float top) {
  const StatisticsWorkView& view = work_.view();
  // The ground's picture is sent to the graphics card once per change.
  if (view.picture != sent_) {
    sent_ = view.picture;
    textures_.clear();
    if (sent_) textures_.set_base(sent_->columns, sent_->rows, sent_->pixels);
  }
  std::uintptr_t texture = 0;
  if (sent_)
    for (const PlacedPicture& placed : textures_.placed({sent_->columns, sent_->rows}, {}, true))
      texture = placed.texture;
  // Layout from above: bar of tools, then the settings on the left, a splitter and the middle. The left
  // part has 270 px to 34 % of the width.
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

void StatisticsDesk::note(Activity& activity) const {
  activity.busy = activity.busy || work_.moving();
  const StatisticsWorkView& view = work_.view();
  if (view.job.empty()) return;
  const double part =
      view.total > 0 ? static_cast<double>(view.done) / static_cast<double>(view.total) : -1.0;
  activity.works.push_back({.title = view.job,
                            .part = part,
                            .cancel = StatisticsRequest{.kind = StatisticsRequest::Kind::cancel}});
}

void StatisticsDesk::note(UiReport& report) const {
  const StatisticsWorkView& view = work_.view();
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
