// SPDX-License-Identifier: BSD-3-Clause
// Base of `campaign rare` and `campaign envelope`: a folder whose rows an estimate asks for.
#pragma once
#include <optional>

#include "campaign_command.hpp"
#include "grouser/mission/campaign/asked_rows.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {

struct EstimateArguments {
  std::string file, out, threads;
  double confidence = 0.95;
  bool json = false;
};
void add_estimate_options(Command& command, EstimateArguments& arguments);

/// The folder of an estimate, open for its rows.
class EstimateFolder {
 public:
  /// `kind`: part of the campaign's identity, so that rows of one kind are not taken for another's. `metric`:
  /// of the rows that is watched, "" for none. `most_rows`: there is room for. Throws InputError, before
  /// anything is written, and Interrupted.
  EstimateFolder(const EstimateArguments& arguments, CampaignFile file, const std::string& kind,
                 const std::string& metric, std::uint64_t most_rows);
  const Campaign& campaign() const { return *campaign_; }
  const std::filesystem::path& folder() const { return folder_; }
  /// The rows, which are run here.
  AskedRows rows();
  /// Writes the merged table of the rows; {"folder", "table", "rows", "resumed", "wall_s"}.
  Json finish();

 private:
  void start_bar();
  std::filesystem::path folder_;
  std::string metric_;
  double began_;
  int threads_;
  std::optional<Campaign> campaign_;
  std::optional<RowStore> store_;
  std::uint64_t resumed_ = 0;
  std::optional<Progress> bar_;
  double shown_ = 0.0;  // rows of the batch
};

}  // namespace grouser::cli
