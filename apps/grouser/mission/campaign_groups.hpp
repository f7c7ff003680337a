// SPDX-License-Identifier: BSD-3-Clause
// Rows of a campaign by the values that were crossed, for its report.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/statistics/paired_difference.hpp"

namespace grouser::cli {

/// Rows with the same crossed values.
struct CampaignGroup {
  std::string name;                                       ///< the values, "" where nothing is crossed
  std::vector<double> samples;                            ///< of all rows
  std::map<std::string, std::vector<std::string>> texts;  ///< status and verdict of all rows
  std::vector<double> completed;                          ///< samples of completed rows
  std::map<std::string, std::vector<double>> numbers;     ///< metrics of completed rows
  std::map<std::string, int> failures;                    ///< reasons of rows that did not complete
};

/// All groups of a campaign, and the metrics that its rows have.
struct CampaignGroups {
  std::vector<CampaignGroup> groups;  ///< by name
  std::vector<RowColumn> metrics;     ///< those that rows to keep are chosen by first, then the headlines
};
/// Reads all rows that are done.
CampaignGroups read_groups(const Campaign& campaign, const RowStore& store);

/// Number of occurrences of each text, other than "", in a column of a group.
std::map<std::string, int> count_texts(const CampaignGroup& group, const std::string& column);

/// A metric of two groups, A minus B, over the samples that completed in both.
MeanDifference metric_difference(const CampaignGroup& a, const CampaignGroup& b, const std::string& metric,
                                 double confidence);
/// Share of a text in a column, A minus B, over the samples that were run in both.
ShareDifference text_difference(const CampaignGroup& a, const CampaignGroup& b, const std::string& column,
                                const std::string& text, double confidence);

}  // namespace grouser::cli
