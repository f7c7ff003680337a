// SPDX-License-Identifier: BSD-3-Clause
// Result of a run: headline numbers and verdict, from the summary in its file or from the live run so far.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grouser/simulation/observe/recorded_verdict.hpp"
#include "grouser/simulation/run/run.hpp"

namespace grouser::desktop {

using RunVerdict = Verdict;

struct RunReport {
  std::map<std::string, Metric> metrics;
  std::optional<RunVerdict> verdict;
  std::string status, message;  ///< of a run file: how the run ended; empty: it was not closed, or is live
};

/// Reads the summary of a run file; missing values are left out.
RunReport parse_report(const std::string& summary_json);

/// Keeps one event per soil stroke, which is recorded in parts: the first part, without its number.
void join_strokes(std::vector<RunEvent>& events);
/// Sorts events by time and removes repeated ones of the same kind, moment and text.
void sort_events(std::vector<RunEvent>& events);
/// The moment of the nearest event after (direction > 0) or before `time`, or nothing.
std::optional<double> neighbour_event(const std::vector<RunEvent>& events, double time, int direction);

/// One row of a comparison of two runs.
struct MetricRow {
  std::string name, unit;
  std::optional<double> first, second;
  /// second - first, if both are there.
  std::optional<double> difference() const;
  /// The difference over |first|, if both are there and first is not 0.
  std::optional<double> relative() const;
};
/// All metrics of either run, by name. Two of one name but different units are two rows.
std::vector<MetricRow> compare_metrics(const RunReport& first, const RunReport& second);

}  // namespace grouser::desktop
