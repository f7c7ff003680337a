// SPDX-License-Identifier: BSD-3-Clause
// A campaign's folder on the statistics desk: its rows as cases, rows that are opened in 3D, and what moves a
// number.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "desks/campaigns/board_thread.hpp"
#include "desks/campaigns/campaign_follow.hpp"
#include "desks/campaigns/campaign_rows.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "grouser/base/toml_input.hpp"
#include "session/jobs/job.hpp"
#include "session/session.hpp"

namespace grouser::desktop {

/// A case to be opened in 3D.
struct CaseStart {
  std::string scenario;  ///< or a run file
  std::vector<Override> overrides;
  std::string beside = {};  ///< run file to be shown beside it
};

/// State of a followed campaign that its panels show.
struct CampaignWorkView {
  const CampaignNow* now = nullptr;
  CampaignChart chart = CampaignChart::spread;
  std::shared_ptr<const CaseInsight> insight;  ///< of what the histogram shows; null: not yet
  std::optional<std::size_t> kept;  ///< number (not place) of the row that another is to be opened beside
  std::string running;              ///< "Row 17 again"; empty: none
  double part = 0.0;
  std::optional<double> seconds_left;
};

/// Follows a folder, runs its rows again and finds its sensitivities, each in a job of its own.
class CampaignWork {
 public:
  /// `runs`: folder for rows that are run again; what was written there goes with the desk.
  CampaignWork(std::filesystem::path runs, std::function<double()> now);
  ~CampaignWork();
  CampaignWork(const CampaignWork&) = delete;
  CampaignWork& operator=(const CampaignWork&) = delete;

  void open(const std::filesystem::path& folder);
  /// open_case, keep_case, open_pair, show_chart.
  void carry_out(const StatisticsRequest& request);
  void cancel();
  /// `seen`: whether somebody looks at it.
  void update(bool seen);

  BoardThread& board() { return board_; }
  bool busy() const { return runner_ != nullptr; }
  /// Whether the view changes by itself.
  bool moving() const;
  const CampaignWorkView& view() const { return view_; }
  std::vector<LogLine> take_messages() { return std::exchange(messages_, {}); }
  std::optional<CaseStart> take_start() { return std::exchange(start_, std::nullopt); }

 private:
  void run_rows(std::vector<std::size_t> rows);
  void run_next();
  void finish_row();
  void forget_insight();
  void find_insight();
  std::size_t row_number(std::size_t place) const;

  std::filesystem::path runs_;
  std::function<double()> now_;
  BoardThread board_;
  CampaignFollow follow_;
  CampaignWorkView view_;
  std::vector<std::size_t> to_run_;  // rows; the first is opened, the second beside it
  std::vector<std::filesystem::path> ran_, written_;
  std::size_t written_count_ = 0;
  std::shared_ptr<RowRun> row_;
  std::unique_ptr<Job> runner_;
  std::shared_ptr<CaseInsight> finding_;
  std::pair<std::shared_ptr<const CaseSet>, std::size_t> insight_of_{nullptr, 0};  // cases and column
  double insight_began_ = 0.0, insight_next_ = -1e300;                             // s
  double news_ = -1e300;                                                           // s: when rows came last
  bool chart_chosen_ = false;                                                      // by somebody
  std::unique_ptr<Job> finder_;
  std::vector<std::unique_ptr<Job>> ended_;  // cancelled, until their threads are through
  std::vector<LogLine> messages_;
  std::optional<CaseStart> start_;
};

}  // namespace grouser::desktop
