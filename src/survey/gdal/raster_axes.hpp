// SPDX-License-Identifier: BSD-3-Clause
// The eight orientations in which a file's rows and columns may lie along east and south, and the conversion
// between the north-up grid and the file's own. Private.
#pragma once
#include <string>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::terrain {

class RasterAxes {
 public:
  RasterAxes() = default;
  /// From a georeference as the file states it. A raster at an angle stays as stored.
  explicit RasterAxes(const GeoTransform& stored);

  bool at_an_angle() const { return at_an_angle_; }
  bool as_stored() const { return !transposed_ && !mirror_columns_ && !mirror_rows_; }
  bool transposed() const { return transposed_; }
  std::string words() const;

  /// The north-up grid's georeference; `columns`, `rows` as stored.
  GeoTransform north_up(const GeoTransform& stored, int columns, int rows) const;
  /// Converts a window of the north-up grid to the stored one of `columns` x `rows` cells, and back.
  CellRect stored(const CellRect&, int columns, int rows) const;
  CellRect presented(const CellRect& stored, int columns, int rows) const;
  /// Index, in a north-up window (row by row), of a cell of its stored window.
  long long index(const CellRect& stored, int column, int row) const;

 private:
  bool transposed_ = false;      // the file's rows run along east
  bool mirror_columns_ = false;  // the file's columns run against the axis they lie along (west, or north)
  bool mirror_rows_ = false;     // the file's rows run against theirs
  bool at_an_angle_ = false;
};

}  // namespace grouser::terrain
