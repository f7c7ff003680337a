// SPDX-License-Identifier: BSD-3-Clause
// Maps cells of a new grid to cells of a raster, via longitude and latitude if their maps differ. Private.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "grouser/survey/raster/map_frame.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::terrain {

/// The frame of a raster; none if it has no CRS.
std::optional<MapFrame> frame_of(const RasterInfo&);

/// From cells of a new grid to cells of a raster.
class CellPath {
 public:
  /// `crs` and `grid` are those of the new grid. If either has no CRS, map coordinates are taken to be the
  /// same.
  CellPath(const RasterInfo& raster, const std::string& crs, const GeoTransform& grid);

  /// The raster's column and row (corner system of GeoTransform) for a position of the new grid; none beyond
  /// the maps. If longitude wraps around, the copy within or nearest the raster is taken; or, if a column is
  /// given, the copy nearest to it.
  std::optional<std::array<double, 2>> locate(double column, double row,
                                              std::optional<double> near_column = {}) const;
  /// Columns of a full turn, if they are a whole number that the raster spans: it then continues at its other
  /// end.
  const std::optional<int>& whole_turn() const { return whole_turn_; }
  /// Columns of a full turn, if the raster's columns run along longitude.
  const std::optional<double>& turn() const { return turn_; }

 private:
  const RasterInfo& raster_;
  GeoTransform grid_;
  std::optional<MapFrame> from_, to_;  // set where the maps differ
  std::optional<double> turn_;         // columns of a full turn
  std::optional<int> whole_turn_;
  double stretch_ =
      1.0;  // of columns, where the size of the cells is rounded and the raster goes once around
};

/// Reads beyond the raster's west and east ends if it goes once around the body; elsewhere NaN beyond it.
void read_around(RasterSource&, const std::optional<int>& whole_turn, const CellRect&,
                 std::vector<double>& heights);

}  // namespace grouser::terrain
