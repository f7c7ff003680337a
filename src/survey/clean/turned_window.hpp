// SPDX-License-Identifier: BSD-3-Clause
// Heights of a window read along columns or, transposed, along rows, and the steps between them.
#pragma once
#include <cmath>
#include <limits>

#include "grouser/survey/raster/height_window.hpp"

namespace grouser {

/// Access by a coordinate across the lines and one along them, so that one search serves both directions.
class Turned {
 public:
  Turned(const HeightWindow& window, bool turned) : window_(window), turned_(turned) {}
  /// NaN beyond the window and where nothing is known, m.
  double height(int across, int along) const {
    const int column = turned_ ? along : across, row = turned_ ? across : along;
    if (!window_.contains(column, row) || !window_.known(column, row))
      return std::numeric_limits<double>::quiet_NaN();
    return window_.heights[window_.index(column, row)];
  }
  /// Step between `across` and across + 1 beyond the mean slope on both sides, m; NaN if one of the four
  /// heights is missing.
  double step(int across, int along) const {
    const double z0 = height(across - 1, along), z1 = height(across, along), z2 = height(across + 1, along),
                 z3 = height(across + 2, along);
    return (z2 - z1) - 0.5 * ((z1 - z0) + (z3 - z2));
  }
  /// The step if it is larger than its neighbours, else 0: a single step h also makes two of -h/2 beside it.
  double edge(int across, int along) const {
    const double j = step(across, along), size = std::fabs(j);
    if (std::fabs(step(across - 1, along)) > size || std::fabs(step(across + 1, along)) > size) return 0.0;
    return j;
  }

 private:
  const HeightWindow& window_;
  bool turned_;
};

}  // namespace grouser
