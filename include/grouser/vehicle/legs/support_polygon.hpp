// SPDX-License-Identifier: BSD-3-Clause
// The support polygon of a walker's feet, seen from above (R. B. McGhee & A. A. Frank, "On the
// stability properties of quadruped creeping gaits", Mathematical Biosciences 3, 1968).
#pragma once
#include <span>

#include "grouser/math/types.hpp"

namespace grouser {

/// Feet that a polygon is made of, at most.
inline constexpr std::size_t kMostFeet = 8;

/// The convex hull of some points, counter-clockwise.
struct SupportPolygon {
  std::size_t count = 0;   ///< number of its corners
  Vec2 corner[kMostFeet];  ///< the first `count` are its corners, m
};

/// Points beyond the first kMostFeet are left out; those inside the hull and on its edges too.
SupportPolygon support_polygon(std::span<const Vec2> feet);

/// Static stability margin, m: from a point to the nearest edge, positive inside. On two feet and on one it
/// is minus the distance to the line between them or to the foot; without feet 0.
double static_margin(const SupportPolygon& polygon, const Vec2& point);

/// The point nearest to `wanted` that keeps `margin` (m) to all edges; if there is none, one that keeps most
/// of it. With fewer than three feet: `wanted`.
Vec2 hold_margin(const SupportPolygon& polygon, const Vec2& wanted, double margin);

}  // namespace grouser
