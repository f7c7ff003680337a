// SPDX-License-Identifier: BSD-3-Clause
// Rasters of what a rover meets: sinkage, slope, traversability. Each with its colours for QGIS beside it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/exchange/maps/map_style.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

/// Numbers on a grid, northern row first; NaN: none.
struct ValueMap {
  SoilGrid grid;
  std::vector<float> values;
  ValueStyle style;
};

/// Depth of the ground below the undisturbed surface at the last keyframe, over all that wheels marked, m.
/// Throws InputError where nothing was marked.
ValueMap sinkage_map(const RunReader& run);

/// Slope of the ground in degrees, of the surface's gradient at the middle of each cell.
ValueMap slope_map(const Heightfield& field);

/// Limits of a rover.
struct TraversabilityLimits {
  double slope = 0.0;  ///< steepest, rad
  double step = 0.0;   ///< highest, between a cell and its eight neighbours, m
};
/// 1 on level ground, 0 where slope or step are at their limit or beyond: 1 - max(slope / most, step / most).
ValueMap traversability_map(const Heightfield& field, const TraversabilityLimits& limits);

/// Writes the GeoTIFF and its style. Atomic each. Throws RunError.
void write_value_map(const std::filesystem::path& path, const ValueMap& map);

}  // namespace grouser
