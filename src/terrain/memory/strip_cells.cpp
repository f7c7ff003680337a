// SPDX-License-Identifier: BSD-3-Clause
// The share of a unit square that a disc about the origin covers, in closed form.
#include "grouser/terrain/memory/strip_cells.hpp"

#include <array>

#include "grouser/math/elementary.hpp"

namespace grouser {

// Integral over x of the chord's length within the square: between the places where the circle passes a side,
// its upper and lower ends lie each on a side or on the circle.
double share_in_disc(const Vec2& middle, double radius) {
  const double west = middle.x() - 0.5, east = middle.x() + 0.5;
  const double south = middle.y() - 0.5, north = middle.y() + 0.5;
  const auto height = [&](double x) { return std::sqrt(std::max(0.0, radius * radius - x * x)); };
  const auto under_circle = [&](double x) {
    return 0.5 * (x * height(x) + radius * radius * math::atan2(x, height(x)));
  };
  std::array<double, 8> cuts{west, east};
  int count = 2;
  const auto cut = [&](double x) {
    if (x > west && x < east) cuts[static_cast<std::size_t>(count++)] = x;
  };
  cut(-radius), cut(radius);
  for (const double side : {south, north})
    if (std::fabs(side) < radius) cut(-height(side)), cut(height(side));
  std::sort(cuts.begin(), cuts.begin() + count);
  double area = 0.0;
  for (std::size_t i = 1; i < static_cast<std::size_t>(count); ++i) {
    const double from = cuts[i - 1], to = cuts[i], rise = height(0.5 * (from + to));
    if (!(std::min(rise, north) > std::max(-rise, south))) continue;
    const double circle = under_circle(to) - under_circle(from), width = to - from;
    area += (rise <= north ? circle : north * width) + (-rise >= south ? circle : -south * width);
  }
  return area;
}

}  // namespace grouser
