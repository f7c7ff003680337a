// SPDX-License-Identifier: BSD-3-Clause
// A window of heights by a formula.
#pragma once
#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

/// height(column, row), m.
template <class Height>
HeightWindow made(const CellRect& place, Height height) {
  HeightWindow w(place);
  for (int r = place.row; r < place.row + place.rows; ++r)
    for (int c = place.column; c < place.column + place.columns; ++c) w.heights[w.index(c, r)] = height(c, r);
  return w;
}

}  // namespace grouser
