// SPDX-License-Identifier: BSD-3-Clause
#include "base_reach.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser::terrain {
namespace {

constexpr double kMargin = 1e-6;  // m, for rounding

// The part of the disc beyond a line is a circular segment; the rectangle on its chord contains it.
void segment_rectangle(const DiscFrame& frame, const RimPiece& line, Vec2& low, Vec2& high) {
  const Vec2 center = frame.center.head<2>(), foot = line.foot.head<2>();
  const Vec2 bulge = (foot - center) * ((frame.radius - line.distance) / line.distance);
  const Vec2 half = line.high * line.along.head<2>();
  const Vec2 spread = half.cwiseAbs().array() + kMargin;
  low = foot.cwiseMin(foot + bulge) - spread;
  high = foot.cwiseMax(foot + bulge) + spread;
}

// The surface lies below its tangent plane under the axle raised by K r^2/2, with K a bound of its second
// derivative in any direction. False if there is no such bound.
bool tangent_bound(const DiscFrame& frame, const Heightfield& field, const BaseSample& at,
                   const BaseReach& reach, BasePlane& plane) {
  const double bend = field.largest_bend(reach.low.x(), reach.low.y(), reach.high.x(), reach.high.y());
  if (!std::isfinite(bend)) return false;
  const double raised = 0.5 * bend * frame.radius * frame.radius + kMargin;
  plane.slope_x = at.slope_x;
  plane.slope_y = at.slope_y;
  plane.z0 = at.z - at.slope_x * frame.center.x() - at.slope_y * frame.center.y() + raised;
  return true;
}

/// lowered: distance by which the plane is to be lowered, m.
void bound_by_plane(const DiscFrame& frame, const Terrain& terrain, const BasePlane& plane, double lowered,
                    BaseReach& reach) {
  const Vec3 up(-plane.slope_x, -plane.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  const double height = n.dot(frame.center) - n.z() * (plane.z0 - lowered);
  reach.center_above = height > 0.0;
  if (!make_line(frame, 0, n, height, reach.line)) {
    reach.any = !reach.center_above;
    return;
  }
  reach.any = true;
  constexpr double kNear = 0.05;  // of the radius: a line this close to the centre saves nothing
  reach.segment = reach.line.distance > kNear * frame.radius;
  if (reach.segment && terrain.soil_map()) segment_rectangle(frame, reach.line, reach.low, reach.high);
}

}  // namespace

Vec2 disc_half(const DiscFrame& frame) {
  Vec2 half;
  for (int i = 0; i < 2; ++i)
    half[i] = frame.radius * std::sqrt(std::max(0.0, 1.0 - frame.axis[i] * frame.axis[i])) + kMargin;
  return half;
}

void disc_rectangle(const DiscFrame& frame, Vec2& low, Vec2& high) {
  const Vec2 half = disc_half(frame);
  low = frame.center.head<2>() - half;
  high = frame.center.head<2>() + half;
}

void find_base_reach(const DiscFrame& frame, const BaseSurface& base, const BaseSample& under,
                     BaseReach& reach) {
  const Terrain& terrain = base.terrain();
  reach.any = reach.center_above = reach.plane = reach.segment = false;
  reach.line.line = reach.line.whole = reach.line.profiled = false;
  if (terrain.heightfield()) {
    disc_rectangle(frame, reach.low, reach.high);
    BasePlane bound;
    if (tangent_bound(frame, *terrain.heightfield(), under, reach, bound))
      bound_by_plane(frame, terrain, bound, 0.0, reach);
    else
      reach.any = true;
  } else {
    bound_by_plane(frame, terrain, terrain.plane(), base.lowered(), reach);
    reach.plane = true;
    if (!reach.segment) disc_rectangle(frame, reach.low, reach.high);
  }
}

SearchRange find_search_range(const DiscFrame& frame, const BaseReach& reach) {
  if (!reach.segment) return {};
  const Vec3 inward = reach.line.foot - frame.center;
  const double middle = math::atan2(inward.dot(frame.side), inward.dot(frame.down));
  const double half = math::acos(reach.line.distance / frame.radius);
  return {std::max(kSearchFrom, middle - half), std::min(kSearchTo, middle + half)};
}

}  // namespace grouser::terrain
