// SPDX-License-Identifier: BSD-3-Clause
// The extent that a label states in degrees, against where it puts the raster on its map. Private.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"
#include "label_facts.hpp"

namespace grouser::terrain {

/// A map whose x is proportional to longitude and y to latitude: columns and rows per degree, from the map's
/// origin.
struct CylinderMap {
  double columns_per_degree = 0.0, rows_per_degree = 0.0;
  double meridian = 0.0;  ///< of the origin, degrees to the east
};

/// Columns and rows from the raster's corner to the map's origin by the extent, where its size is that of the
/// raster, of its edges or of the centres of its outer cells.
struct ExtentCorner {
  double column = 0.0, row = 0.0;
  bool same_size = false;
};
/// `near_column`: of several turns of longitude the one nearest to it.
ExtentCorner corner_of(const LabelExtent&, const CylinderMap&, int columns, int rows, double near_column);

/// Adds a note where the extent puts the raster elsewhere than its georeference.
void note_contradiction(const LabelExtent&, const CylinderMap&, int columns, int rows, double column,
                        double row, double cell, std::vector<std::string>& notes);

}  // namespace grouser::terrain
