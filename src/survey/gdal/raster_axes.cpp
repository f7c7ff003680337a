// SPDX-License-Identifier: BSD-3-Clause
// Orientation of a raster from its georeference: which of x and y the columns and rows follow, and whether
// they run against it. Conversions first mirror in the file's own axes and then transpose, or the reverse.
#include "raster_axes.hpp"

#include <cmath>

namespace grouser::terrain {
namespace {

constexpr double kAngle = 1e-9;  // relative: 20 micrometres over 20,000 cells of 1 m

}  // namespace

RasterAxes::RasterAxes(const GeoTransform& stored) {
  const auto& g = stored.c;
  // Share of each axis in the other one's direction: nearly none makes the raster parallel to the map.
  const double along = std::fabs(g[1]) + std::fabs(g[5]), across = std::fabs(g[2]) + std::fabs(g[4]);
  if (across <= kAngle * along) {
    mirror_columns_ = g[1] < 0.0;
    mirror_rows_ = g[5] > 0.0;
  } else if (along <= kAngle * across) {
    transposed_ = true;
    mirror_columns_ = g[4] > 0.0;
    mirror_rows_ = g[2] < 0.0;
  } else {
    at_an_angle_ = true;
  }
}

std::string RasterAxes::words() const {
  if (at_an_angle_) return "at an angle to the map's axes";
  if (as_stored()) return "";
  const char* const east[] = {"to east", "to west"};
  const char* const south[] = {"to south", "to north"};
  if (!transposed_) return std::string("columns ") + east[mirror_columns_] + ", rows " + south[mirror_rows_];
  return std::string("columns ") + south[mirror_columns_] + ", rows " + east[mirror_rows_];
}

GeoTransform RasterAxes::north_up(const GeoTransform& stored, int columns, int rows) const {
  if (at_an_angle_) return stored;
  const auto corner = stored.map(mirror_columns_ ? columns : 0, mirror_rows_ ? rows : 0);
  const auto& g = stored.c;
  const double dx = std::fabs(transposed_ ? g[2] : g[1]), dy = std::fabs(transposed_ ? g[4] : g[5]);
  return {{corner[0], dx, 0.0, corner[1], 0.0, -dy}};
}

CellRect RasterAxes::stored(const CellRect& r, int columns, int rows) const {
  CellRect out = r;
  if (transposed_) out = {r.row, r.column, r.rows, r.columns};
  if (mirror_columns_) out.column = columns - out.column - out.columns;
  if (mirror_rows_) out.row = rows - out.row - out.rows;
  return out;
}

CellRect RasterAxes::presented(const CellRect& s, int columns, int rows) const {
  CellRect out = s;
  if (mirror_columns_) out.column = columns - s.column - s.columns;
  if (mirror_rows_) out.row = rows - s.row - s.rows;
  if (transposed_) out = {out.row, out.column, out.rows, out.columns};
  return out;
}

long long RasterAxes::index(const CellRect& s, int column, int row) const {
  const int i = mirror_columns_ ? s.columns - 1 - column : column;
  const int j = mirror_rows_ ? s.rows - 1 - row : row;
  return transposed_ ? static_cast<long long>(i) * s.rows + j : static_cast<long long>(j) * s.columns + i;
}

}  // namespace grouser::terrain
