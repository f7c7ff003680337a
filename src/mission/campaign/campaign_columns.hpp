// SPDX-License-Identifier: BSD-3-Clause
// Names, units and order of the columns of a campaign's table.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// Metrics and verdict that runs report, found by starting one.
struct Reported {
  std::map<std::string, std::string> metrics;  // unit by name
  bool judged = false;
};

/// `drawn`: the keys that the draws meet.
std::vector<RowColumn> make_columns(const CampaignFile& file, const std::vector<DrawColumn>& drawn,
                                    const Reported& reported);

/// Throws InputError unless make_columns() makes these columns for some report.
void check_columns(const CampaignFile& file, const std::vector<DrawColumn>& drawn,
                   const std::vector<RowColumn>& columns, const std::string& place);

/// The keys that the draws meet, as far as a table has them: its columns before `status` that a draw's key or
/// pattern meets. Throws InputError if a draw meets none.
std::vector<DrawColumn> drawn_columns(const CampaignFile& file, const std::vector<RowColumn>& columns,
                                      const std::string& place);

}  // namespace grouser
