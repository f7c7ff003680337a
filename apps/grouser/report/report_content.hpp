// SPDX-License-Identifier: BSD-3-Clause
// Content of a report on a recorded run, taken from its file alone; report_page.hpp makes a page of it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/run_file/run_header.hpp"
#include "grouser/simulation/observe/recorded_verdict.hpp"
#include "shared/metric_table.hpp"

namespace grouser::cli {

/// An entry of the energy book at the first and the last frame, J.
struct EnergyRow {
  std::string name, meaning;
  double begin, end;
};

/// A number that chance was given, and the document or setting that gives it.
struct SeedRow {
  std::string where, value;
};

struct ReportContent {
  std::string file;  ///< name of the run file, without folders
  RunHeader header;  ///< without the rasters' values
  std::string purpose;
  std::string status;         ///< "completed", "failed", ...; "not closed" of a run that was killed
  std::string status_reason;  ///< why, "" for a run that ended by itself
  std::optional<Verdict> verdict;
  std::size_t frames = 0, keyframes = 0;
  double begin = 0.0, end = 0.0;     ///< of the recorded time, s
  std::string state_hash;            ///< of the last frame; "" without frames
  std::vector<ShownMetric> metrics;  ///< headlines first; none of a run that was not closed
  std::vector<std::string> notes;
  std::vector<RunEvent> events;
  std::vector<EnergyRow> energy;
  std::vector<SeedRow> seeds;
  std::vector<std::string> plotted;  ///< channels
  std::vector<Chart> panels;
};

/// Channels to plot: those that the patterns mean (find_channels()), or without any those that the scenario
/// shows in the window. Throws InputError.
ReportContent read_content(const std::filesystem::path& run_file, const std::vector<std::string>& channels);

}  // namespace grouser::cli
