// SPDX-License-Identifier: BSD-3-Clause
// Signed distance from a convex hull, and the top of a hull on a vertical line. Inside, the nearest plane
// decides; outside, it is the nearest face, edge or corner, for which only faces that the point is above can
// matter.
#include "grouser/shape/distance/hull_distance.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

// m: closer to an edge from outside, the direction from it is rounding, and the nearest plane's normal serves
constexpr double kOnEdge = 1e-12;

/// Corner k of a face, counted round it.
const Vec3& hull_corner(const ConvexHull& hull, const HullFace& face, std::size_t k) {
  return hull.vertices[static_cast<std::size_t>(face.corners[k % face.corners.size()])];
}

// True where the perpendicular on a face's plane meets its polygon; if not, offers the nearest points of the
// edges beyond which the point lies.
bool above_polygon(const ConvexHull& hull, const HullFace& face, const Vec3& p, double& squared, Vec3& from) {
  bool above = true;
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vec3& a = hull_corner(hull, face, k);
    const Vec3 edge = hull_corner(hull, face, k + 1) - a, to = p - a;
    // The point is on the inner side of this edge.
    if (face.normal.cross(edge).dot(to) >= 0.0) continue;
    above = false;
    const Vec3 apart = to - std::clamp(to.dot(edge) / edge.squaredNorm(), 0.0, 1.0) * edge;
    const double found = apart.squaredNorm();
    if (found < squared) squared = found, from = apart;
  }
  return above;
}

}  // namespace

HullDistance distance_to(const ConvexHull& hull, const Vec3& p, double most) {
  // The plane over which the point is highest: a bound of the distance outside, the distance itself inside.
  const HullFace* nearest = nullptr;
  double highest = -1e300;
  for (const HullFace& face : hull.faces) {
    const double height = face.height(p);
    if (height >= most) return {height, face.normal};
    if (height > highest) highest = height, nearest = &face;
  }
  if (highest <= 0.0) return {highest, nearest->normal};
  // Outside: the nearest point of the faces that the point is above.
  double squared = 1e300;
  Vec3 from = Vec3::Zero();
  for (const HullFace& face : hull.faces) {
    const double height = face.height(p);
    if (height <= 0.0 || height * height >= squared) continue;
    if (above_polygon(hull, face, p, squared, from)) return {height, face.normal};
  }
  const double distance = std::sqrt(squared);
  if (distance < kOnEdge) return {highest, nearest->normal};
  return {distance, from / distance};
}

// The line is clipped by each half space n . p <= d: below where n_z > 0, above where n_z < 0.
std::optional<HullTop> top_of(const ConvexHull& hull, const RigidTransform& X_WB, double x, double y) {
  HullTop top{1e300, 0.0, 0.0};
  double bottom = -1e300;
  for (const HullFace& face : hull.faces) {
    // The half space in world axes; room is what its bound leaves for n_z z.
    const Vec3 n = X_WB.R * face.normal;
    const double room = face.offset + n.dot(X_WB.p) - n.x() * x - n.y() * y;  // n_z z may be as large
    if (n.z() > 0.0) {
      if (room < top.z * n.z()) top = {room / n.z(), -n.x() / n.z(), -n.y() / n.z()};
    } else if (n.z() < 0.0) {
      bottom = std::max(bottom, room / n.z());
    } else if (room < 0.0) {  // a vertical face that the line is beyond
      return std::nullopt;
    }
  }
  return top.z > bottom ? std::optional(top) : std::nullopt;
}

}  // namespace grouser
