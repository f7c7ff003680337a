// SPDX-License-Identifier: BSD-3-Clause
// Length of a map's unit on its body. Private.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "grouser/survey/raster/map_frame.hpp"

namespace grouser::terrain {

/// A map serves as it is, to drive on, where it is this close to true scale.
inline constexpr double kTrueScale = 0.01;

/// d(metres east, north on the body) / d(map x, y) at a place of the map.
struct MapScale {
  double j[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
  double east() const;   ///< m on the body for one unit of x
  double north() const;  ///< m on the body for one unit of y

  /// The axes are perpendicular and true within kTrueScale, in whatever direction they run, and not mirrored.
  bool is_true() const;
  /// Whether y lies to the right of x: one axis counts to the west or to the south.
  bool is_mirrored() const;
  /// Least and greatest length on the body of one unit, over all directions, m.
  std::array<double, 2> extremes() const;
};

/// None where the place is not on the body. An axis that cannot be measured (at a pole of a cylindrical map)
/// keeps scale 1.
std::optional<MapScale> scale_at(const MapFrame&, double x, double y, const std::string& place);

/// "a metre of it is 0.5 m eastward and 1 m northward on the body"; the extremes where the axes are not
/// perpendicular there.
std::string scale_words(const MapScale&);

}  // namespace grouser::terrain
