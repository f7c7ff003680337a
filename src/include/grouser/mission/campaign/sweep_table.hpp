// SPDX-License-Identifier: BSD-3-Clause
// A sweep's rows as a table and as plots, in the order of the grid, in whatever order they were run; taken
// from the store shard by shard.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/campaign/sweep.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/table_plot.hpp"

namespace grouser {

/// Data of a table or a plot. The store's rows are those of the grid (open_sweep()).
struct SweepResults {
  const Campaign& campaign;
  const ParameterGrid& grid;
  const RowStore& store;
  std::vector<std::string> metrics;  ///< of metric_columns()
};

/// Columns: the varied keys, the metrics, simulated_s, status, message, if the scenario is judged verdict,
/// verdict_time_s and verdict_reason (empty in rows without one), state_hash. Rows that are not done yet
/// are left out. Nothing in the table depends on the clock or on how the rows were distributed over
/// processors.
MergeOptions sweep_columns(const SweepResults&);

/// One panel per metric against the first key, one curve per combination of the other keys' values. Beyond
/// kMostCurves combinations the keys from the third on stay at their first values, and the title says so.
/// Rows that are not completed are gaps.
inline constexpr std::size_t kMostCurves = 12;
std::vector<Chart> sweep_plots(const SweepResults&);

/// Tables of a grid of two keys with kFewestFields values or more each, one per metric, which show what so
/// many curves would hide; none for any other grid.
inline constexpr std::size_t kFewestFields = 6;
/// Whether the grid is one that sweep_fields() has tables for.
bool drawn_as_fields(const ParameterGrid&);
std::vector<TablePanel> sweep_fields(const SweepResults&);

}  // namespace grouser
