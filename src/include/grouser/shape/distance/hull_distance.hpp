// SPDX-License-Identifier: BSD-3-Clause
// Distance of a point from a convex polyhedron. Outside, the nearest point lies on a face that the point
// sees: in its polygon, or on an edge of one of them. Inside, it lies on the face whose plane is nearest (the
// foot of the perpendicular on it is within the body, as no other plane is nearer). Exact but for rounding;
// compare Ericson 2005, "Real-Time Collision Detection", section 5.1.
#pragma once
#include <optional>

#include "grouser/math/pose.hpp"
#include "grouser/shape/mesh/hull_mesh.hpp"

namespace grouser {

struct HullDistance {
  double distance = 0.0;        ///< m, negative inside
  Vec3 normal = Vec3::UnitZ();  ///< gradient of the distance: away from the body, of length 1
};

/// Does not allocate. `most`: where the body is at least this far, m, any larger number may be the answer,
/// with any normal.
HullDistance distance_to(const ConvexHull& hull, const Vec3& p, double most = 1e300);

/// A point of a surface and how that rises there.
struct HullTop {
  double z = 0.0;  ///< m
  double slope_x = 0.0, slope_y = 0.0;
};
/// The place where the vertical through (x, y) leaves a hull that stands at X_WB; nothing if it misses the
/// hull.
std::optional<HullTop> top_of(const ConvexHull& hull, const RigidTransform& X_WB, double x, double y);

}  // namespace grouser
