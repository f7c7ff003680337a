// SPDX-License-Identifier: BSD-3-Clause
// Hillshade for pictures of ground. Private to the recording module.
#pragma once
#include <algorithm>
#include <cmath>

namespace grouser::plot {

/// Lambert's shade with the light from the north-west, 45 degrees high, as usual on maps: 0 to 1. slope_x,
/// slope_y: rise towards east and north, dimensionless.
inline double lambert_shade(double slope_x, double slope_y) {
  const double light = (0.5 * slope_x - 0.5 * slope_y + std::sqrt(0.5)) /
                       std::sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
  return std::clamp(light, 0.0, 1.0);
}

/// Factor by which slopes are exaggerated so that gentle ground becomes visible: at least `least`, at most
/// 6. The usual slope (root mean square of the gradient) then appears as 0.36, which is 20 deg.
/// height_at(column, row): NaN if unknown.
template <class HeightAt>
double shade_exaggeration(int columns, int rows, double cell, double least, const HeightAt& height_at) {
  double sum = 0.0, count = 0.0;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c + 1 < columns; ++c) {
      const double slope = (height_at(c + 1, r) - height_at(c, r)) / cell;
      if (std::isfinite(slope)) sum += slope * slope, ++count;
    }
  const double usual = count > 0.0 ? std::sqrt(2.0 * sum / count) : 0.0;
  return usual > 1e-6 ? std::clamp(0.36 / usual, least, 6.0) : 1.0;
}

}  // namespace grouser::plot
