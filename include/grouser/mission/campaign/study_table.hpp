// A study's rows as a table and as plots, in the order of the grid, in whatever order they were run.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/campaign/study_journal.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/table_plot.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// Columns: the varied keys, the metrics, simulated_s, status, message, if the scenario is judged verdict,
/// verdict_time_s and verdict_reason (empty in rows without one), state_hash. Rows that are not done yet are
/// left out. Nothing in the table depends on the clock or on how the rows were distributed over processors.
Table make_study_table(const ParameterGrid&, const StudyIdentity&, const StudyJournal&,
                       const std::vector<std::string>& metrics, bool judged);

/// One panel per metric against the first key, one curve per combination of the other keys' values. Beyond
/// kMostCurves combinations the keys from the third on stay at their first values, and the title says so.
/// Rows that are not completed are gaps.
inline constexpr std::size_t kMostCurves = 12;
std::vector<PlotPanel> make_study_plots(const ParameterGrid&, const StudyIdentity&, const StudyJournal&,
                                        const std::vector<std::string>& metrics);

/// Of a grid of two keys with kFewestFields values or more each, one table per metric, which show what so many curves would hide; of any
/// other grid none.
inline constexpr std::size_t kFewestFields = 6;
std::vector<TablePanel> make_study_tables(const ParameterGrid&, const StudyIdentity&, const StudyJournal&,
                                          const std::vector<std::string>& metrics);

}  // namespace grouser
