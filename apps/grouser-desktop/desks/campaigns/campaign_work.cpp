// SPDX-License-Identifier: BSD-3-Clause
// Rows that are run again are written to files which the destructor removes. At most two run, one after the
// other: the row, and the one to be shown beside it.
#include "desks/campaigns/campaign_work.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grouser::desktop {

CampaignWork::CampaignWork(std::filesystem::path runs, std::function<double()> now)
    : runs_(std::move(runs)), now_(std::move(now)), board_(now_), follow_(now_) {
  view_.now = &follow_.now();
}

CampaignWork::~CampaignWork() {
  runner_.reset();
  std::error_code ec;
  for (const std::filesystem::path& file : written_) std::filesystem::remove(file, ec);
}

void CampaignWork::open(const std::filesystem::path& folder) {
  cancel();
  board_.clear();
  forget_insight();
  view_.kept.reset();
  view_.chart = CampaignChart::spread;
  chart_chosen_ = false;
  follow_.open(folder);
}

void CampaignWork::cancel() {
  if (runner_) runner_->cancel();
  to_run_.clear();
}

/// The number in the campaign of the row at this place of the board.
std::size_t CampaignWork::row_number(std::size_t place) const {
  return static_cast<std::size_t>(board_.view().cases->numbers(0)[place]);
}

void CampaignWork::carry_out(const StatisticsRequest& r) {
  using Kind = StatisticsRequest::Kind;
  if (r.kind == Kind::show_chart) {
    view_.chart = static_cast<CampaignChart>(r.row);
    chart_chosen_ = true;
    return;
  }
  // The request may be older than the board's cases.
  if (!board_.view().cases || r.row >= board_.view().cases->count()) return;
  const std::size_t row = row_number(r.row);
  if (r.kind == Kind::open_case) run_rows({row});
  if (r.kind == Kind::open_pair && view_.kept) run_rows({row, *view_.kept});
  if (r.kind == Kind::keep_case)
    view_.kept = view_.kept == row ? std::nullopt : std::optional<std::size_t>(row);
}

void CampaignWork::run_rows(std::vector<std::size_t> rows) {
  if (runner_) return;
  to_run_ = std::move(rows);
  ran_.clear();
  run_next();
}

void CampaignWork::run_next() {
  const std::size_t row = to_run_[ran_.size()];
  row_ = std::make_shared<RowRun>();
  // a file of its own for each: the one before may be what is open
  const std::filesystem::path file =
      runs_ /
      fmt::format("{}_row_{:06}_{}.h5", follow_.now().folder.filename().string(), row, ++written_count_);
  written_.push_back(file);
  view_.running = fmt::format("Row {} again", row);
  runner_ = std::make_unique<Job>(view_.running, row_work(follow_.now().folder, row, file, row_), now_);
}

/// Takes a row's end: compares its state hash with the table's, then runs the next row or asks for the
/// scene.
void CampaignWork::finish_row() {
  if (!runner_ || !runner_->over()) return;
  const std::unique_ptr<Job> done = std::move(runner_);
  view_.running.clear();
  const std::string failure = done->finish();
  if (!failure.empty()) messages_.push_back({LogLevel::error, failure});
  if (!failure.empty() || done->cancelled()) return to_run_.clear();
  const RowAgain& ran = row_->again;
  if (!ran.known())
    messages_.push_back({LogLevel::notice, fmt::format("Row {}: not in the table yet", ran.row)});
  else if (!ran.comparable())
    messages_.push_back(
        {LogLevel::error, fmt::format("Row {}: {}; not compared with the table, where it is {}", ran.row,
                                      ran.end(), ran.table_status())});
  else if (ran.same())
    messages_.push_back({LogLevel::done, fmt::format("Row {}: ends with the state hash {} of the table",
                                                     ran.row, ran.hash())});
  else
    messages_.push_back({LogLevel::error, fmt::format("Row {}: the table has state hash {}, this run {}",
                                                      ran.row, ran.table_hash(), ran.hash())});
  // After the last of the rows the first is opened, with the second beside it.
  ran_.push_back(row_->file);
  if (ran_.size() < to_run_.size()) return run_next();
  to_run_.clear();
  start_ = CaseStart{ran_[0].string(), {}, ran_.size() > 1 ? ran_[1].string() : ""};
}

/// Drops the insight that is shown and cancels the one being computed: they belong to another folder or
/// number.
void CampaignWork::forget_insight() {
  view_.insight.reset();
  insight_of_ = {nullptr, 0};
  insight_next_ = -1e300;
  if (!finder_) return;
  finder_->cancel();
  ended_.push_back(std::move(finder_));
}

/// Finds the insight of the present rows; while rows come in, it takes at most a fifth of the time.
void CampaignWork::find_insight() {
  constexpr double kShare = 5.0;
  // A finished search is shown, and the next one waits kShare times its duration.
  if (finder_ && finder_->over()) {
    const std::string failure = finder_->finish();
    if (failure.empty()) view_.insight = finding_;
    if (!failure.empty()) messages_.push_back({LogLevel::error, failure});
    insight_next_ = now_() + kShare * (now_() - insight_began_);
    finder_.reset();
  }
  const BoardView& board = board_.view();
  // Nothing to find while the shown insight is of these cases and this number.
  if (!board.cases || std::pair(board.cases, board.bars_of) == insight_of_) return;
  if (board.bars_of != insight_of_.second) forget_insight();
  if (finder_ || now_() < insight_next_) return;
  insight_of_ = {board.cases, board.bars_of};
  insight_began_ = now_();
  finding_ = std::make_shared<CaseInsight>();
  finder_ = std::make_unique<Job>(
      "Sensitivities", insight_work(follow_.now().folder, board.cases, board.bars_of, finding_), now_);
}

void CampaignWork::update(bool seen) {
  std::erase_if(ended_, [](const std::unique_ptr<Job>& job) { return job->over(); });
  if (auto cases = follow_.update()) {
    board_.show(std::move(cases));
    news_ = now_();
    // a campaign with an envelope opens with its plane
    if (follow_.now().envelope && !chart_chosen_) view_.chart = CampaignChart::plane;
  }
  board_.update();
  finish_row();
  if (seen && view_.chart == CampaignChart::moved_by) find_insight();
  view_.part = runner_ ? runner_->progress() : 0.0;
  view_.seconds_left = runner_ ? runner_->seconds_left() : std::nullopt;
}

/// Whether pictures are to be drawn without input: while jobs run, and for half a second after new rows.
bool CampaignWork::moving() const {
  constexpr double kSettling = 0.5;  // s
  const CampaignNow& now = follow_.now();
  return now.loading || now.at_work || board_.busy() || finder_ || runner_ || now_() < news_ + kSettling;
}

}  // namespace grouser::desktop
