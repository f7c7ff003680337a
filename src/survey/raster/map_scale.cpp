// SPDX-License-Identifier: BSD-3-Clause
// Scale of a map at a place by central differences over about a metre, measured against a local map that is
// true to scale there, so that any body and projection will do.
#include "map_scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grouser::terrain {

double MapScale::east() const { return std::sqrt(j[0][0] * j[0][0] + j[1][0] * j[1][0]); }
double MapScale::north() const { return std::sqrt(j[0][1] * j[0][1] + j[1][1] * j[1][1]); }

// J^T J must be the identity: unit lengths along both axes, and no angle between them.
bool MapScale::is_true() const {
  const double xx = j[0][0] * j[0][0] + j[1][0] * j[1][0], yy = j[0][1] * j[0][1] + j[1][1] * j[1][1];
  const double xy = j[0][0] * j[0][1] + j[1][0] * j[1][1];
  return std::fabs(xx - 1.0) < 2 * kTrueScale && std::fabs(yy - 1.0) < 2 * kTrueScale &&
         std::fabs(xy) < kTrueScale && !is_mirrored();
}

bool MapScale::is_mirrored() const { return j[0][0] * j[1][1] - j[0][1] * j[1][0] < 0.0; }

// The singular values of the map's derivative.
std::array<double, 2> MapScale::extremes() const {
  const double xx = j[0][0] * j[0][0] + j[1][0] * j[1][0], yy = j[0][1] * j[0][1] + j[1][1] * j[1][1];
  const double xy = j[0][0] * j[0][1] + j[1][0] * j[1][1];
  const double middle = 0.5 * (xx + yy), spread = std::sqrt(0.25 * (xx - yy) * (xx - yy) + xy * xy);
  return {std::sqrt(std::max(0.0, middle - spread)), std::sqrt(middle + spread)};
}

// Derivative of the body's metres by map coordinates.
std::optional<MapScale> scale_at(const MapFrame& frame, double x, double y, const std::string& place) {
  const auto center = frame.to_lonlat(x, y);
  if (!center) return std::nullopt;
  const MapFrame local(local_crs(frame, *center), place);
  const double step = frame.in_degrees() ? 1e-5 : 1.0 / frame.metres_per_unit();  // about a metre
  MapScale scale;
  for (int axis = 0; axis < 2; ++axis) {
    const double dx = axis == 0 ? step : 0.0, dy = axis == 1 ? step : 0.0;
    const auto ahead = frame.to_lonlat(x + dx, y + dy), behind = frame.to_lonlat(x - dx, y - dy);
    const auto a = ahead ? local.to_map(*ahead) : std::nullopt,
               b = behind ? local.to_map(*behind) : std::nullopt;
    if (!a || !b) continue;
    for (int k = 0; k < 2; ++k) scale.j[k][axis] = ((*a)[k] - (*b)[k]) / (2.0 * step);
  }
  return scale;
}

std::string scale_words(const MapScale& scale) {
  if (scale.is_mirrored()) return "its axes are mirrored: one of them counts to the west or to the south";
  const auto [least, most] = scale.extremes();
  const double east = scale.east(), north = scale.north();
  const bool sheared = most - least > std::fabs(east - north) + 0.5 * kTrueScale;
  if (sheared)
    return fmt::format("a metre of it is {:.4g} to {:.4g} m on the body, by its direction", least, most);
  return fmt::format("a metre of it is {:.4g} m eastward and {:.4g} m northward on the body", east, north);
}

}  // namespace grouser::terrain
