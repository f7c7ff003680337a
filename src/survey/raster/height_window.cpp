// SPDX-License-Identifier: BSD-3-Clause
// Rectangles of cells: their overlap, which may be empty, and growth by a margin on all sides.
#include "grouser/survey/raster/height_window.hpp"

#include <algorithm>

namespace grouser {

CellRect overlap(const CellRect& a, const CellRect& b) {
  const int left = std::max(a.column, b.column), top = std::max(a.row, b.row);
  const int right = std::min(a.column + a.columns, b.column + b.columns);
  const int bottom = std::min(a.row + a.rows, b.row + b.rows);
  return {left, top, std::max(right - left, 0), std::max(bottom - top, 0)};
}

CellRect grown(const CellRect& r, int margin) {
  return {r.column - margin, r.row - margin, r.columns + 2 * margin, r.rows + 2 * margin};
}

}  // namespace grouser
