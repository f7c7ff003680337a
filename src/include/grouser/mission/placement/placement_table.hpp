// SPDX-License-Identifier: BSD-3-Clause
// The placements of a study as a table, one row each, and the ground under them as a map.
#pragma once
#include <filesystem>
#include <vector>

#include "grouser/mission/placement/placement.hpp"
#include "grouser/recording/plot/map_plot.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {

/// Beginning of placements.csv.
inline constexpr const char* kPlacementCsvBegin = "sample [-],x [m],y [m],heading_deg [deg],";

/// Columns: sample, place, heading, kind ("void" where nothing could be set down), height, angles, each
/// ramp, each pad. Angles in degrees. A number that a placement does not have is NaN.
Table make_placement_table(const PlacementGround& ground, const LanderForm& form,
                           const std::vector<Placement>& placements, std::uint64_t seed);
/// placements.csv again. Throws InputError: not such a file (file:line).
Table read_placement_table(const std::filesystem::path& path);

/// Heights, `samples` of them along the longer side; NaN where there are none.
MapGround map_ground(const PlacementGround& ground, int samples);

}  // namespace grouser
