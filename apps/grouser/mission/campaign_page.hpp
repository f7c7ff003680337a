// SPDX-License-Identifier: BSD-3-Clause
// The report of a campaign as one HTML page that needs nothing beside itself.
#pragma once
#include <string>

#include "campaign_groups.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// Content of the page's head.
struct CampaignPageHead {
  std::string scenario, folder, file_text;
  std::uint64_t rows = 0, done = 0;
  double confidence = 0.95;
};
/// `report`: as `campaign report --json` prints it. `shown`: names of the metrics that get a picture.
std::string campaign_page(const CampaignPageHead& head, const CampaignGroups& rows, const Json& report,
                          const std::vector<std::string>& shown);

}  // namespace grouser::cli
