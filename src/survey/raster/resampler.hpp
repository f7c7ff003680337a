// SPDX-License-Identifier: BSD-3-Clause
// Heights of a raster at the cells of another grid. Private.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "cell_path.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::terrain {

/// Heights of one raster on one new grid, tile by tile.
class Resampler {
 public:
  /// `columns` and `rows` are those of the new grid.
  Resampler(RasterSource&, const CellPath&, int columns, int rows);
  /// Heights of a tile, row by row; NaN where there is no height.
  void heights(const CellRect& tile, std::span<double> out);

 private:
  using Cell = std::array<double, 2>;  // column and row in the raster's corner system
  // Finds where the cells of a tile lie in the raster: exactly at some points (nodes), interpolated in
  // between.
  void place_nodes(const CellRect& tile);
  bool nodes_suffice() const;
  Cell at(double column, double row) const;
  bool sample_patch(const CellRect& tile, double shift, std::span<double> out);
  double mean_at(double column, double row, double shift) const;
  double smooth(double column, double row) const;
  double linear(double column, double row) const;
  double value(long long i, long long j) const;

  RasterSource& source_;
  const CellPath& path_;
  int across_ = 1, down_ = 1;  // samples per new cell, if it is larger than the old ones
  int step_ = 1, nodes_across_ = 0, nodes_down_ = 0;
  double first_column_ = 0.0, first_row_ = 0.0;
  std::vector<Cell> nodes_;
  CellRect patch_;
  std::vector<double> values_;
};

}  // namespace grouser::terrain
