// SPDX-License-Identifier: BSD-3-Clause
// Compares the extent of a label with its georeference on a cylindrical map. Extents are of the outer edges
// or of the centres of the outer cells, and are rounded to the digits that are written.
#include "label_extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

constexpr double kSame = 0.1;     // cells: extents are rounded
constexpr double kClearly = 2.0;  // cells: more than any convention of edges, centres and counting makes

}  // namespace

ExtentCorner corner_of(const LabelExtent& e, const CylinderMap& map, int columns, int rows,
                       double near_column) {
  const double width = (e.east - e.west) * map.columns_per_degree,
               height = (e.north - e.south) * map.rows_per_degree;
  const auto same = [](double size, double cells) { return std::fabs(size - cells) < kSame; };
  // An extent that is one cell smaller than the raster names centres.
  const bool centres = same(width, columns - 1.0) && same(height, rows - 1.0);
  ExtentCorner corner;
  corner.same_size = centres || (same(width, columns) && same(height, rows));
  corner.column = (map.meridian - e.west) * map.columns_per_degree + (centres ? 0.5 : 0.0);
  corner.row = e.north * map.rows_per_degree + (centres ? 0.5 : 0.0);
  // Whole turns of longitude: the copy nearest to the column.
  const double turn = 360.0 * map.columns_per_degree;
  corner.column -= turn * std::floor((corner.column - near_column) / turn + 0.5);
  return corner;
}

void note_contradiction(const LabelExtent& e, const CylinderMap& map, int columns, int rows, double column,
                        double row, double cell, std::vector<std::string>& notes) {
  const ExtentCorner corner = corner_of(e, map, columns, rows, column);
  // Two cells and the rounding of the extent are allowed; more is a contradiction.
  const double most = kClearly + e.written * std::max(map.columns_per_degree, map.rows_per_degree);
  const double off = std::max(std::fabs(corner.column - column), std::fabs(corner.row - row));
  const double wide = (e.east - e.west) * map.columns_per_degree,
               high = (e.north - e.south) * map.rows_per_degree;
  if (off > most)
    notes.push_back(
        fmt::format("its label contradicts itself: its extent lies {:.6g} cells ({:.6g} m) from where its "
                    "projection offsets put it, "
                    "which are taken",
                    off, off * cell));
  else if (std::fabs(wide - columns) > 2 * most || std::fabs(high - rows) > 2 * most)
    notes.push_back(fmt::format(
        "its label contradicts itself: its extent is of {:.6g} x {:.6g} cells, and it has {} x {}", wide,
        high, columns, rows));
}

}  // namespace grouser::terrain
