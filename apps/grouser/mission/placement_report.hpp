// SPDX-License-Identifier: BSD-3-Clause
// Output of `grouser placement`: its files and its printed report.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/base/output_files.hpp"
#include "grouser/mission/placement/lander_drop.hpp"
#include "grouser/mission/placement/placement_statistics.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// All that the report and the files are made from; the references must outlive it.
struct PlacementReport {
  const PlacementGround& ground;
  const LanderForm& form;
  std::uint64_t seed;
  std::string envelope;  ///< as asked for; may be empty
  const std::vector<Placement>& placements;
  PlacementStudy study;
};

/// A sample that was dropped as well.
struct CheckedPlacement {
  std::size_t sample;
  DroppedLander drop;
};

/// Counts, quantities and coverage; with drops also their differences from the equilibria. Angles in degrees.
Json placement_json(const PlacementReport& report, const std::vector<CheckedPlacement>& checked);
void print_placements(const PlacementReport& report);
void print_check(const PlacementReport& report, const std::vector<CheckedPlacement>& checked);

/// One row a drop.
Table check_table(const PlacementReport& report, const std::vector<CheckedPlacement>& checked);

/// The files below and how they are known again.
std::vector<std::pair<std::string, FileKind>> placement_files();
/// placements.csv, statistics.csv, histograms.csv, histograms.png, map.png, with a check also check.csv.
void write_placement_files(const std::filesystem::path& folder, const PlacementReport& report,
                           const std::vector<CheckedPlacement>& checked);

}  // namespace grouser::cli
