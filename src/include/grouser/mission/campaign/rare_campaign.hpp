// SPDX-License-Identifier: BSD-3-Clause
// Probability that a metric of a campaign exceeds a limit, by one of the estimates of mission/statistics.
// Draws are standard normal numbers taken through each distribution, so all kinds of draws and correlations
// serve.
#pragma once
#include "grouser/mission/campaign/asked_rows.hpp"
#include "grouser/mission/statistics/rare_event.hpp"

namespace grouser {

/// Rows that the estimate can ask for at most.
std::uint64_t most_rare_rows(const CampaignFile& file);

struct RareResult {
  RareEstimate estimate;
  std::vector<double> repeats;  ///< figures of subset simulation's runs
  std::vector<double> weights;  ///< of importance sampling, from the row `first_weighted` on
  std::uint64_t first_weighted = 0;
};
/// By the method that the file's [rare] names; `samples` is the number of plain and of weighted runs.
/// Throws as AskedRows.
RareResult estimate_rare(const CampaignPlan& plan, AskedRows& rows, double confidence);

}  // namespace grouser
