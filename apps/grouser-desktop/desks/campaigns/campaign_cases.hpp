// SPDX-License-Identifier: BSD-3-Clause
// The rows of a campaign's table as cases.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "desks/campaigns/case_board.hpp"
#include "grouser/mission/campaign/row_store.hpp"

namespace grouser::desktop {

/// "peak_load # N" of "peak_load 812.3 N": so that like reasons are one. Digits of a name (wheel_2) stay.
std::string without_numbers(const std::string& text);

/// Gathers the rows of a campaign's table, shard by shard, into one CaseSet: outcomes, reasons, groups and
/// numbers.
class CampaignCases {
 public:
  explicit CampaignCases(const CampaignManifest& manifest);
  /// Rows of a shard that is whole stay; others are there until drop_open().
  void add(const Table& rows, bool whole);
  void drop_open();
  std::size_t count() const { return cases_.count(); }
  /// A copy of the present cases.
  std::shared_ptr<const CaseSet> cases() const { return std::make_shared<const CaseSet>(cases_); }

 private:
  void add_row(const Table& rows, std::size_t row);
  CaseSet cases_;
  std::vector<std::size_t> numbers_, groups_;  // columns of the table that are numbers; that were crossed
  std::size_t status_ = 0, reason_ = 0;
  std::size_t verdict_ = 0;  // 0: nothing is judged
  std::size_t whole_ = 0;    // rows that stay
};

}  // namespace grouser::desktop
