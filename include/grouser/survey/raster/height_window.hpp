// SPDX-License-Identifier: BSD-3-Clause
// A window of a raster in memory, as the cleaning uses it: heights, and the state of each cell.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

enum class CellState : std::uint8_t {
  known,  ///< it has a height that is trusted
  fill,   ///< it has no height, or one that is not trusted: to be filled
  leave,  ///< it has no height and stays so
};

/// `place` is where the window lies in its raster: random draws depend on the raster's own columns and rows,
/// so that overlapping windows agree. Heights in metres, row by row from the north.
struct HeightWindow {
  CellRect place;
  std::vector<double> heights;
  std::vector<CellState> states;

  HeightWindow() = default;
  explicit HeightWindow(const CellRect& rect)
      : place(rect), heights(rect.count()), states(rect.count(), CellState::known) {}
  /// Index of a cell given by the raster's column and row.
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row - place.row) * place.columns + (column - place.column);
  }
  bool contains(int column, int row) const {
    return column >= place.column && row >= place.row && column < place.column + place.columns &&
           row < place.row + place.rows;
  }
  bool known(int column, int row) const { return states[index(column, row)] == CellState::known; }
};

/// The cells of a that are also in b.
CellRect overlap(const CellRect& a, const CellRect& b);
/// The rectangle grown by `margin` cells on each side.
CellRect grown(const CellRect&, int margin);

}  // namespace grouser
