// SPDX-License-Identifier: BSD-3-Clause
// Affine map between cells and map coordinates, in the order of GDAL's six coefficients: x = c0 + column c1 +
// row c2, y = c3 + column c4 + row c5, from the outer corner of the first cell.
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

std::array<double, 2> GeoTransform::map(double column, double row) const {
  return {c[0] + column * c[1] + row * c[2], c[3] + column * c[4] + row * c[5]};
}

std::array<double, 2> GeoTransform::cell(double x, double y) const {
  const double det = c[1] * c[5] - c[2] * c[4], dx = x - c[0], dy = y - c[3];
  return {(dx * c[5] - dy * c[2]) / det, (dy * c[1] - dx * c[4]) / det};
}

GeoTransform GeoTransform::moved(double column, double row) const {
  GeoTransform out = *this;
  const auto corner = map(column, row);
  out.c[0] = corner[0];
  out.c[3] = corner[1];
  return out;
}

}  // namespace grouser
