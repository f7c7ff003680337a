// SPDX-License-Identifier: BSD-3-Clause
// Rows that an estimate asks for, one batch after the other, each by the results before it. They stand in a
// store like the rows of any campaign: one that was cut off asks for the same rows again, and those that
// are done are answered from the store.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/campaign.hpp"

namespace grouser {

struct AskedResult {
  bool known = false, completed = false;
  double number = 0.0;  ///< of the watched metric; NaN: none
  std::string verdict;  ///< "" where the scenario is not judged
};

class AskedRows {
 public:
  /// `metric`: watched, "" for none. `now`: seconds of a steady clock. `options.progress`: of the batch.
  /// Throws InputError: no such metric.
  AskedRows(const Campaign& campaign, RowStore& store, const std::string& metric, std::function<double()> now,
            WorkerOptions options);
  using Planner = std::function<PlannedRow(std::uint64_t row)>;
  /// The results of rows first to first + count - 1. Throws Interrupted; InputError for more rows than the
  /// store has room for.
  std::vector<AskedResult> answer(std::uint64_t first, std::uint64_t count, const Planner& planned);

 private:
  void take(std::uint64_t row, const std::string& status, double number, const std::string& verdict);
  const Campaign& campaign_;
  RowStore& store_;
  std::function<double()> now_;
  WorkerOptions options_;
  std::size_t number_at_, status_at_, verdict_at_;  // among the columns; at the end: none
  std::vector<AskedResult> results_;                // by row
};

}  // namespace grouser
