// SPDX-License-Identifier: BSD-3-Clause
// Many points of a plot thinned to what a picture can show, so that 10^5 of them cost no more than a few
// thousand.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grouser {

/// The part of the plane that is shown, and in how many cells.
struct PointGrid {
  double x0 = 0.0, x1 = 1.0, y0 = 0.0, y1 = 1.0;
  int columns = 1, rows = 1;
};
/// Grid from the least to the greatest of the finite pairs; not empty in either direction.
PointGrid grid_of_points(const std::vector<double>& x, const std::vector<double>& y, int columns, int rows);

struct ThinPoint {
  double x = 0.0, y = 0.0;
  std::size_t row = 0;  ///< of the first point of its group in the cell, whose place this is
  int count = 0;        ///< points of its group in the cell
  std::uint8_t group = 0;
};
/// One point for each group that a cell holds, in the order of first occurrence. Points that are not finite
/// or lie outside are left out. `groups`: one per point, or empty.
std::vector<ThinPoint> thin_points(const std::vector<double>& x, const std::vector<double>& y,
                                   const std::vector<std::uint8_t>& groups, const PointGrid& grid);

}  // namespace grouser
