// SPDX-License-Identifier: BSD-3-Clause
// Rows run by processes of their own: one supervisor that hands out rows and takes results, and workers
// forked from it that run one row at a time. A row that ends its process (a signal, no memory) costs that
// row: it is run once more, alone, after all others, and is a crashed row if it ends its process again. The
// supervisor has no other thread, so forking is safe; a worker ends with it.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "grouser/mission/campaign/row_store.hpp"

namespace grouser {

struct WorkerOptions {
  int workers = 1;
  std::function<bool()> cancelled;  ///< may be empty

  /// In rows, with the parts of those at work; never decreasing; may be empty
  std::function<void(double done, double total)> progress;
};

/// Called by a row with the share of itself that is done, 0 to 1.
using RowProgress = std::function<void(double share)>;
/// A function of the row's number alone; called in workers.
using RowRunner = std::function<RowRecord(std::uint64_t row, const RowProgress& progress)>;

struct RowJob {
  RowRunner run;
  /// Makes, in the supervisor, the record of a row that ended its process twice. `reason`: one line
  std::function<RowRecord(std::uint64_t row, const std::string& reason)> crashed;
  std::function<void(const RowRecord&)> done;  ///< each row as it ends, in the supervisor
};

/// Runs the rows for which `wanted` is true of [first, last), in this order. Returns whether all are done
/// (false: cancelled; the rows at work are given up). Throws what `done` throws, and RunError where no
/// process can be made.
bool run_in_workers(std::uint64_t first, std::uint64_t last,
                    const std::function<bool(std::uint64_t row)>& wanted, const RowJob& job,
                    const WorkerOptions& options);

}  // namespace grouser
