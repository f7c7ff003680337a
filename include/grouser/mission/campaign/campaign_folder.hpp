// SPDX-License-Identifier: BSD-3-Clause
// A campaign as far as its folder says it: to count and merge its rows takes neither its scenario nor the
// files that this names, which may be large or gone.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "grouser/mission/campaign/campaign_file.hpp"
#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

/// Begins a line of CampaignFile::identity where an estimate asks for the rows: the plan alone does not say
/// what they run.
inline constexpr const char* kEstimateLine = "estimate = ";

/// Text that an estimate adds to a campaign's identity; "" for rows of a plan.
std::string estimate_line(const CampaignIdentity& identity);

/// Texts about a campaign for its merged table.
using TableAttributes = std::vector<std::pair<std::string, std::string>>;
TableAttributes table_attributes(const CampaignFile& file, const CampaignIdentity& identity);

class CampaignFolder {
 public:
  /// Throws InputError: no campaign there, one of another version or vector level, or one whose rows and
  /// columns are not those that its own file makes.
  explicit CampaignFolder(const std::filesystem::path& folder);

  const CampaignManifest& manifest() const { return manifest_; }
  /// The campaign's file as campaign.json keeps it, with as many samples as the folder.
  const CampaignFile& file() const { return file_; }
  /// Throws InputError where an estimate asked for the rows.
  void require_plan() const;
  TableAttributes attributes() const { return table_attributes(file_, manifest_.identity); }

 private:
  void check_counts(const std::string& place) const;
  std::filesystem::path folder_;
  CampaignManifest manifest_;
  CampaignFile file_;
};

}  // namespace grouser
