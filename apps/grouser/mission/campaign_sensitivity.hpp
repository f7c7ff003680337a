// SPDX-License-Identifier: BSD-3-Clause
// Sensitivity of a metric to each drawn key, for the report of a campaign with plan = "morris" or "saltelli".
#pragma once
#include <string>

#include "campaign_groups.hpp"
#include "grouser/chart/lanes.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// Whether the campaign's plan is one for sensitivities.
bool finds_sensitivities(const Campaign& campaign);

/// Sensitivities of one metric over the rows of a group, the key that moves it most first:   {"method",
/// "runs", "failed_runs", "inputs": [{"key", NAME, NAME_low, NAME_high, ...}]} with NAME = first and total
/// for Saltelli's plan (shares of the variance), or mean_absolute, mean and deviation for Morris's (in the
/// metric's unit over the whole range of a key's probability); or with "refused", the reason why there are
/// none.
Json sensitivity_json(const Campaign& campaign, const CampaignGroup& group, const std::string& metric,
                      double confidence);

/// The text of that as a table for the terminal.
std::string sensitivity_text(const Json& sensitivity);

/// Bars: total index or mean magnitude of the effect, its interval, and a tick at first order or deviation.
LaneChart sensitivity_lanes(const Json& sensitivity);

}  // namespace grouser::cli
