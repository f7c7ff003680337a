// SPDX-License-Identifier: BSD-3-Clause
// The desk keeps one board per subject; board() is the one that is shown. A job's news are taken on every
// update, and its end decides on the next step: a message or a scenario to be opened.
#include "desks/campaigns/statistics_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/processors.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::desktop {
namespace {

/// Settings of the ground, not of vehicles.
bool concerns_ground(const Override& setting) {
  const auto begins = [&](const char* with) { return setting.key.rfind(with, 0) == 0; };
  return begins("terrain.") || begins("soil.") || setting.key == "gravity";
}

}  // namespace

std::vector<double> grade_tilts(const GradeSettings& s) {
  std::vector<double> tilts;
  constexpr double kSlack = 1e-9;  // of a step: 25 is reached by steps of 0.1
  const double steps = s.step > 0.0 ? std::floor((s.to - s.from) / s.step + kSlack) : 0.0;
  for (int k = 0; k <= std::min(static_cast<int>(steps), kMostTilts - 1); ++k)
    tilts.push_back((s.from + k * s.step) * kDegree);
  return tilts;
}

OpenScenario open_scenario(const Session& session) {
  const std::shared_ptr<const World>& world = session.world();
  if (!world) return {};
  OpenScenario open{.path = session.path(), .name = session.view().name, .settings = session.overrides()};
  // The first document of each kind counts; its file's stem is the asset's name.
  for (const InputDocument& document : world->documents) {
    const std::string name = std::filesystem::path(document.name).stem().string();
    if (document.kind == "rover" && open.rover.empty()) open.rover = name;
    if (document.kind == "lander" && open.lander.empty()) open.lander = name;
    if (document.kind == "soil" && open.soil.empty()) open.soil = name;
  }
  open.gravity = world->settings.gravity;
  return open;
}

StatisticsWork::StatisticsWork(const std::filesystem::path& state_folder, std::function<double()> now)
    : folder_((state_folder.empty() ? std::filesystem::temp_directory_path() / "grouser" : state_folder) /
              "campaigns"),
      now_(std::move(now)),
      placement_board_(now_),
      study_board_(now_),
      campaign_(folder_ / "rows", now_) {
  refresh_view();
}

void StatisticsWork::offer(OpenScenario scenario) {
  // A scenario replaces the ground only if the ground was the scenario before, or was not chosen.
  const bool same = scenario.path == view_.scenario.path;
  const bool had = view_.placements.terrain == view_.scenario.path;
  view_.scenario = std::move(scenario);
  if (view_.scenario.path.empty() || same) return;
  if (had || view_.placements.terrain.empty()) {
    view_.placements.terrain = view_.scenario.path;
    if (!view_.scenario.lander.empty()) view_.placements.lander = view_.scenario.lander;
  }
  if (!view_.scenario.rover.empty()) view_.grades.rover = view_.scenario.rover;
  if (!view_.scenario.soil.empty()) view_.grades.soil = view_.scenario.soil;
  view_.grades.gravity = view_.scenario.gravity;
  settings_.restart({view_.placements, view_.grades});
}

/// Whether it ends in .csv or is a folder.
bool is_result_name(const std::string& path) {
  std::error_code ec;
  return std::filesystem::path(path).extension() == ".csv" || std::filesystem::is_directory(path, ec);
}

/// The board of the shown subject.
BoardThread& StatisticsWork::board() {
  return view_.shown == StatisticsView::study      ? study_board_
         : view_.shown == StatisticsView::campaign ? campaign_.board()
                                                   : placement_board_;
}

void StatisticsWork::open_result(const std::string& path) {
  std::error_code ec;
  // A folder is a campaign's, a file is a table of placements.
  if (std::filesystem::is_directory(path, ec)) {
    view_.shown = StatisticsView::campaign;
    campaign_.open(path);
    return refresh_view();
  }
  placement_board_.clear();
  view_.picture.reset();
  setting_.reset();
  view_.source = std::filesystem::path(path).filename().string();
  begin(Work::reading, "Reading " + view_.source, read_work(path, campaign(), tools()));
}

PlacementCampaign StatisticsWork::campaign() const {
  PlacementCampaign campaign{.terrain = view_.placements.terrain,
                             .lander = view_.placements.lander,
                             .samples = view_.placements.samples,
                             .seed = static_cast<std::uint64_t>(view_.placements.seed)};
  // Changes of the open scenario apply to the ground only if it is that scenario.
  if (campaign.terrain == view_.scenario.path)
    for (const Override& setting : view_.scenario.settings)
      if (concerns_ground(setting)) campaign.choice.settings.push_back(setting);
  return campaign;
}

/// A new mailbox for a job, so that a cancelled one posts into the old one.
CampaignTools StatisticsWork::tools() {
  post_ = std::make_shared<CampaignPost>();
  return {post_, folder_, processors_beside_window(), now_};
}

/// Starts a job and cancels the one in progress, which ends in the background.
void StatisticsWork::begin(Work work, std::string title, Job::Work what) {
  if (job_) {
    job_->cancel();
    ended_.push_back(std::move(job_));
  }
  work_ = work;
  view_.stopped = false;
  // Saving or opening one case leaves the campaign's count as it is.
  if (work != Work::saving && work != Work::dropping) view_.done = view_.total = view_.kept = 0;
  job_ = std::make_unique<Job>(std::move(title), std::move(what), now_);
  refresh_view();
}

void StatisticsWork::start() {
  if (job_) return;
  if (view_.shown == StatisticsView::gradeability) {
    const GradeSettings& s = view_.grades;
    view_.points.clear();
    view_.points_of = s;
    begin(Work::grades, "Gradeability",
          grade_work({.rover = s.rover, .soil = s.soil, .speed = s.speed, .gravity = s.gravity},
                     grade_tilts(s), tools()));
  } else if (view_.shown == StatisticsView::placements && !view_.placements.terrain.empty()) {
    view_.source = std::filesystem::path(view_.placements.terrain).filename().string();
    begin(Work::placements, "Placements", place_work(campaign(), tools()));
  }
}

void StatisticsWork::edit(const CampaignSettings& settings) {
  settings_.edit(settings);
  take_settings();
}

void StatisticsWork::take_settings() {
  view_.placements = settings_.now().placements;
  view_.grades = settings_.now().grades;
  view_.stopped = false;
}

void StatisticsWork::carry_out(const StatisticsRequest& r) {
  using Kind = StatisticsRequest::Kind;
  switch (r.kind) {
    case Kind::show:
      view_.open = true;
      view_.shown = r.view;
      return refresh_view();
    case Kind::close:
      return close();
    case Kind::edit_placements:
      if (r.placements) edit({*r.placements, view_.grades});
      return;
    case Kind::edit_grades:
      if (r.grades) edit({view_.placements, *r.grades});
      return;
    case Kind::undo:
      settings_.undo();
      return take_settings();
    case Kind::redo:
      settings_.redo();
      return take_settings();
    case Kind::start:
      return start();
    case Kind::cancel:
      if (job_) job_->cancel();
      campaign_.cancel();
      return;
    case Kind::open_result:
      return open_result(r.text);
    case Kind::save_result:
      return save_result();
    case Kind::bars_of:
      return board().change([column = r.row](CaseBoard& b) { b.choose_bars(column); });
    case Kind::axes:
      return board().change([x = r.row, y = r.other](CaseBoard& b) { b.choose_axes(x, y); });
    case Kind::bar:
      if (r.row < board().view().bins.size())
        board().change([choice = board().view().bar_choice(r.row)](CaseBoard& b) { b.choose(choice); });
      return;
    case Kind::choose:
      return board().change(
          [choice = r.choice](CaseBoard& b) { b.choose(choice ? std::optional(*choice) : std::nullopt); });
    case Kind::focus:
      return board().change([row = r.row](CaseBoard& b) { b.focus(row); });
    case Kind::open_case:
      return open_case(r.row);
    case Kind::show_chart:
    case Kind::keep_case:
    case Kind::open_pair:
      return campaign_.carry_out(r);
  }
}

/// Opens a case of the shown subject: a row of a campaign or study is run again, a placement becomes a
/// scenario.
void StatisticsWork::open_case(std::size_t row) {
  const BoardView& shown = board().view();
  if (!shown.cases || row >= shown.cases->table.row_count()) return;
  if (view_.shown == StatisticsView::campaign)
    return campaign_.carry_out({.kind = StatisticsRequest::Kind::open_case, .row = row});
  const auto number = [&](std::size_t column) { return shown.cases->numbers(column)[row]; };
  if (view_.shown == StatisticsView::study) {
    study_row_ = static_cast<std::size_t>(number(0));
    return;
  }
  // The open scenario has this lander: it is placed there, with all that is on it.
  if (setting_ && view_.scenario.path == setting_->campaign.terrain &&
      view_.scenario.lander == setting_->campaign.lander && !view_.scenario.path.empty()) {
    start_ = CaseStart{view_.scenario.path, view_.scenario.settings};
    // The place and heading of the case replace those of the scenario: m, m and deg.
    const auto add = [&](const char* key, double value) {
      std::erase_if(start_->overrides, [&](const Override& setting) { return setting.key == key; });
      start_->overrides.push_back({key, fmt::format("{}", value)});
    };
    add("initial_lander.position.0", number(1));
    add("initial_lander.position.1", number(2));
    add("initial_lander.heading_deg", number(3));
    return;
  }
  if (!setting_) {
    tell(LogLevel::error,
         "The ground of these placements is not known: choose it on the left "
         "and open the file once more.");
    return;
  }
  if (job_) return;
  // Else a scenario is written in which the lander falls from just above the place.
  const auto sample = static_cast<std::size_t>(number(0));
  written_ = folder_ / fmt::format("placement_{}.toml", sample);
  begin(Work::dropping, "Opening",
        drop_work(setting_, {number(1), number(2), number(3) * kDegree}, written_));
}

void StatisticsWork::save_result() {
  if (!placement_board_.view().cases || job_) return;
  std::string name = "placements.csv";
  // A file of the same name stays: the new one gets the next free number.
  for (int k = 2; std::filesystem::exists(name); ++k) name = fmt::format("placements_{}.csv", k);
  written_ = std::filesystem::absolute(name);
  begin(Work::saving, "Saving " + name, save_work(placement_board_.view().cases, written_));
}

/// Takes the job's news into the view and the board; nothing without a job.
void StatisticsWork::take_news() {
  CampaignNews news;
  if (!post_ || !post_->take(news)) return;
  if (news.cases && news.cases != placement_board_.view().cases) placement_board_.show(news.cases);
  if (news.picture) view_.picture = news.picture;
  if (news.setting) setting_ = news.setting;
  if (work_ == Work::grades) view_.points = news.points;
  view_.done = news.done;
  view_.total = news.total;
  view_.kept = news.kept;
}

/// Takes the end of a job that is over: the last news, then its failure or its result.
void StatisticsWork::finish_job() {
  if (!job_ || !job_->over()) return;
  take_news();
  const std::unique_ptr<Job> done = std::move(job_);
  view_.stopped = done->cancelled();
  const std::string failure = done->finish();
  if (!failure.empty()) tell(LogLevel::error, failure);
  if (!failure.empty() || view_.stopped) return;
  if (work_ == Work::saving) tell(LogLevel::done, "Saved " + written_.string());
  if (work_ == Work::dropping) start_ = CaseStart{written_.string(), {}};
}

/// Shows the rows of the study that are over. Sorting them takes at most a tenth of the time.
void StatisticsWork::take_study(const StudyView& study) {
  const bool same = study_rows_over_ == study.rows_over && study_rows_ == study.varied->data();
  if (!view_.open || view_.shown != StatisticsView::study || same || now_() < study_next_) return;
  const double began = now_();
  study_rows_over_ = study.rows_over;
  study_rows_ = study.varied->data();
  if (study.rows_over == 0)
    study_board_.clear();
  else
    study_board_.show(study_cases(study));
  // The tornado belongs to the old cases, so it is found anew.
  tornado_of_ = 0;
  constexpr double kShare = 10.0;
  study_next_ = now_() + kShare * (now_() - began);
}

void StatisticsWork::update(const StudyView& study) {
  std::erase_if(ended_, [](const std::unique_ptr<Job>& job) { return job->over(); });
  take_news();
  finish_job();
  take_study(study);
  for (BoardThread* each : {&placement_board_, &study_board_}) each->update();
  campaign_.update(view_.open && view_.shown == StatisticsView::campaign);
  for (LogLine& line : campaign_.take_messages()) messages_.push_back(std::move(line));
  if (auto start = campaign_.take_start()) start_ = std::move(start);
  const BoardView& rows = study_board_.view();
  // The tornado is found once per set of cases and histogram column; the columns after the row's number are
  // the study's keys.
  if (rows.cases && tornado_of_ != rows.bars_of) {
    std::vector<std::string> keys;
    std::vector<std::vector<double>> values;
    for (std::size_t key = 0; key < study.varied->size(); ++key) {
      keys.push_back((*study.varied)[key].key);
      values.push_back(rows.cases->numbers(1 + key));
    }
    tornado_of_ = rows.bars_of;
    view_.tornado = make_tornado(keys, values, rows.cases->numbers(rows.bars_of));
  }
  refresh_view();
}

/// Copies the state of the jobs and of the shown board into the view.
void StatisticsWork::refresh_view() {
  view_.board = &board().view();
  view_.campaign = &campaign_.view();
  view_.sorting = board().busy();
  view_.job = job_ ? job_->title() : "";
  view_.job_view = work_ == Work::grades ? StatisticsView::gradeability : StatisticsView::placements;
  view_.cancelling = job_ && job_->cancelled();
  view_.progress = job_ ? job_->progress() : 0.0;
  view_.seconds_left = job_ ? job_->seconds_left() : std::nullopt;
}

}  // namespace grouser::desktop
