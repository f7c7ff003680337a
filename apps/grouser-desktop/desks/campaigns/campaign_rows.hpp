// SPDX-License-Identifier: BSD-3-Clause
// Work on a campaign beside the window: one of its rows is run again, and the inputs that change a number
// most are found.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "desks/campaigns/case_board.hpp"
#include "grouser/mission/campaign/row_again.hpp"
#include "grouser/mission/statistics/unit_plan.hpp"
#include "session/jobs/job.hpp"

namespace grouser::desktop {

/// A row that was run again and recorded.
struct RowRun {
  std::filesystem::path file;
  RowAgain again;
};
/// The run is recorded as `grouser campaign row --out` does it. Fails where the campaign's inputs, the
/// program or its vector level have changed since, and where the row gives no run. `found` is written before
/// the job is over.
Job::Work row_work(std::filesystem::path folder, std::size_t row, std::filesystem::path file,
                   std::shared_ptr<RowRun> found);

/// A bar of the chart: one input of the campaign and how much it moves the number.
struct MovedBy {
  std::string key;
  Ranged length;         ///< of the bar
  double mark = kUnset;  ///< first order of Saltelli's plan, deviation of Morris's; else none
};
/// The bars of one quantity and the words on them.
struct CaseInsight {
  std::string what = {};           ///< of the bars: "rank correlation"
  std::string mark = {};           ///< of the marks; "": there are none
  std::string unit = {};           ///< of both; "-": none
  std::string said = {};           ///< why there is nothing, or nothing better
  std::vector<MovedBy> bars = {};  ///< the longest first
};
/// Indices of the campaign's own plan where it has one for sensitivities (morris, saltelli), of its first
/// group, else rank correlations with what was drawn, of kRankedCases cases at most.
Job::Work insight_work(std::filesystem::path folder, std::shared_ptr<const CaseSet> cases, std::size_t column,
                       std::shared_ptr<CaseInsight> found);
inline constexpr std::size_t kRankedCases = 100000;

}  // namespace grouser::desktop
