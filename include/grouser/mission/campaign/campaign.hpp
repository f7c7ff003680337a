// SPDX-License-Identifier: BSD-3-Clause
// A campaign: a plan that gives each row its values, a runner that makes a row of results of them, a store
// that keeps the rows. Who runs the rows (processes of one machine, ranks, tasks of a queue) changes nothing
// in them.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/batch_simulation.hpp"
#include "grouser/mission/campaign/campaign_folder.hpp"
#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/campaign/row_store.hpp"
#include "grouser/mission/campaign/row_workers.hpp"

namespace grouser {

/// A plan with its scenario: what its rows run, and how a row becomes a record.
class Campaign {
 public:
  /// A campaign that a file describes; its columns are found from the first row of each combination that can
  /// be started, of 50 that a grid spreads over itself and other plans take from their beginning. Throws
  /// InputError (also: a column that `keep` names and the table lacks) and Interrupted.
  static Campaign begin(CampaignFile file, const std::function<bool()>& cancelled);
  /// The campaign of a folder, with as many samples as it has, or `samples` if that is not 0. Throws
  /// InputError where the files that it is made from, the program or the vector level are not the same any
  /// more.
  static Campaign open(const std::filesystem::path& folder, std::uint64_t samples = 0);
  /// The same, also where an estimate has asked for the rows: these are repeated from what the table has of
  /// them.
  static Campaign open_any(const std::filesystem::path& folder);
  /// The same for a campaign that a file asks for again.
  static Campaign resume(const std::filesystem::path& folder, CampaignFile file,
                         const std::function<bool()>& cancelled);

  const CampaignPlan& plan() const { return plan_; }  ///< the rows and their values

  /// The hashes that must be equal for rows to belong together.
  const CampaignIdentity& identity() const { return identity_; }
  CampaignManifest manifest() const;  ///< the description that its folder holds as campaign.json

  /// Runs a row; `options.now` is needed, and with `options.out` it is recorded. Throws Interrupted if it was
  /// cancelled.
  RowRecord run_row(std::uint64_t row, const RunOptions& options) const;
  /// Record of a row whose process ended twice; `reason` is its message.
  RowRecord crashed_row(std::uint64_t row, const std::string& reason) const;
  /// Runs a row with values that an estimate has found.
  RowRecord run_planned(std::uint64_t row, const PlannedRow& planned, const RunOptions& options) const;
  /// The same for a row of an estimate.
  RowRecord crashed_planned(std::uint64_t row, const PlannedRow& planned, const std::string& reason) const;
  /// Whether an estimate has asked for the rows: then planned_again() alone knows what one runs.
  bool is_estimate() const;
  /// The values of a row that the table has.
  PlannedRow planned_again(const RowRecord& record) const;
  /// The files that it is read from: no output may be one of them.
  const std::vector<std::filesystem::path>& files() const { return files_; }
  /// Texts about the campaign for the merged table.
  TableAttributes attributes() const;
  const std::string& scenario() const { return batch_.scenario(); }  ///< id or path of the scenario

  /// Makes the worlds of its rows, which share their grounds.
  const BatchSimulation& batch() const { return batch_; }

 private:
  Campaign(CampaignFile file, CampaignIdentity identity, const std::function<bool()>& cancelled = {});
  static Campaign opened(const std::filesystem::path& folder, const CampaignFolder& found,
                         std::uint64_t samples);
  RowRecord record_of(std::uint64_t row, const PlannedRow& planned, const WorldResult& result) const;
  BatchSimulation batch_;
  CampaignPlan plan_;
  CampaignIdentity identity_;
  std::vector<std::filesystem::path> files_;  // of a campaign that was begun
};

/// The metrics among a campaign's columns, in their order.
std::vector<std::string> metric_columns(const std::vector<RowColumn>& columns);

/// Number of the column among all, or throws InputError with what is near. `text`: the kind that it must be
/// of.
std::size_t column_named(const std::vector<RowColumn>& columns, const std::string& name, bool text,
                         const std::string& place);

/// Reads a campaign's file. Throws InputError.
CampaignFile load_campaign_file(const std::filesystem::path& path);

/// The rows that `keep` asks for, in rising order, each once; of worst and least the completed ones.
std::vector<std::uint64_t> rows_to_keep(const std::vector<KeepSpec>& keep,
                                        const std::vector<RowColumn>& columns, const RowStore& store);

}  // namespace grouser
