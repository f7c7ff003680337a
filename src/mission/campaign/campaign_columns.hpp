// The columns of a campaign's table.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// What runs report, found by starting one.
struct Reported {
  std::map<std::string, std::string> metrics;  // unit by name
  bool judged = false;
};

std::vector<RowColumn> make_columns(const CampaignPlan& plan, const Reported& reported);

/// Throws InputError unless make_columns() makes these columns for some report.
void check_columns(const CampaignPlan& plan, const std::vector<RowColumn>& columns, const std::string& place);

}  // namespace grouser
