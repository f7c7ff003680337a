// A window of a raster in memory, as the cleaning works on it: heights, and what is known of each cell.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

enum class CellState : std::uint8_t {
  known,  ///< its height counts
  fill,   ///< without a height, or with one that is not believed: to be filled
  leave,  ///< without a height, and to stay so
};

/// `place` is where the window lies in its raster: what is drawn at random hangs on the raster's own columns
/// and rows, so that windows that overlap agree. Heights in metres, row by row from the north.
struct HeightWindow {
  CellRect place;
  std::vector<double> heights;
  std::vector<CellState> states;

  HeightWindow() = default;
  explicit HeightWindow(const CellRect& rect)
      : place(rect), heights(rect.count()), states(rect.count(), CellState::known) {}
  /// Of a cell by the raster's column and row.
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
/// `margin` cells more on each side.
CellRect grown(const CellRect&, int margin);

}  // namespace grouser
