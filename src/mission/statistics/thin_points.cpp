// SPDX-License-Identifier: BSD-3-Clause
// Thins points for drawing: one point per cell and group, with the number of points that it represents.
#include "grouser/mission/statistics/thin_points.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// Widens an interval that is narrower than 1e-9 of its greatest number (at least 1e-3), so that it can be
/// divided by.
void widen_if_empty(double& low, double& high) {
  const double least = 1e-9 * std::max({std::fabs(low), std::fabs(high), 1e-3});
  if (high - low >= least) return;
  low -= least;
  high += least;
}

/// Cell of a value in [low, high]; the upper end belongs to the last cell.
int cell_of(double value, double low, double high, int cells) {
  return std::min(static_cast<int>((value - low) / (high - low) * cells), cells - 1);
}

}  // namespace

PointGrid grid_of_points(const std::vector<double>& x, const std::vector<double>& y, int columns, int rows) {
  PointGrid grid{.columns = columns, .rows = rows};
  bool any = false;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!std::isfinite(x[k]) || !std::isfinite(y[k])) continue;
    grid.x0 = any ? std::min(grid.x0, x[k]) : x[k];
    grid.x1 = any ? std::max(grid.x1, x[k]) : x[k];
    grid.y0 = any ? std::min(grid.y0, y[k]) : y[k];
    grid.y1 = any ? std::max(grid.y1, y[k]) : y[k];
    any = true;
  }
  widen_if_empty(grid.x0, grid.x1);
  widen_if_empty(grid.y0, grid.y1);
  return grid;
}

std::vector<ThinPoint> thin_points(const std::vector<double>& x, const std::vector<double>& y,
                                   const std::vector<std::uint8_t>& groups, const PointGrid& grid) {
  const std::size_t cells = static_cast<std::size_t>(grid.columns) * grid.rows;
  const std::size_t most = groups.empty() ? 1u : 1u + *std::max_element(groups.begin(), groups.end());
  std::vector<std::uint32_t> found(cells * most, 0);  // 1 + place in the list; 0: none yet
  std::vector<ThinPoint> points;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (!(x[k] >= grid.x0 && x[k] <= grid.x1 && y[k] >= grid.y0 && y[k] <= grid.y1)) continue;
    const int column = cell_of(x[k], grid.x0, grid.x1, grid.columns);
    const int row = cell_of(y[k], grid.y0, grid.y1, grid.rows);
    const std::uint8_t group = groups.empty() ? std::uint8_t{0} : groups[k];
    std::uint32_t& at = found[(static_cast<std::size_t>(row) * grid.columns + column) * most + group];
    if (at == 0) {
      points.push_back({x[k], y[k], k, 0, group});
      at = static_cast<std::uint32_t>(points.size());
    }
    ++points[at - 1].count;
  }
  return points;
}

}  // namespace grouser
