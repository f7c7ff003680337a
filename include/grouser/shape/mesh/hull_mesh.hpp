// SPDX-License-Identifier: BSD-3-Clause
// The convex hull of points: the smallest convex body that holds them all, as flat faces of any number of
// corners. Barber, Dobkin & Huhdanpaa 1996, "The quickhull algorithm for convex hulls", ACM TOMS 22(4):
// points farthest outside first, faces with a thickness. Points closer to a face than kHullSkin of the
// points' extent count as on it, so that points of one plane make one face, whatever their rounding.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// Share of the points' extent. The normal of a triangle as thin as this is known to about the square root of
/// rounding, which is this too: thinner faces would have less certain normals, and a thicker skin would take
/// more of the points for flat.
inline constexpr double kHullSkin = 1e-8;

/// The half space normal . p <= offset and the polygon in which it bounds the body.
struct HullFace {
  Vec3 normal = Vec3::Zero();  ///< outward, of length 1
  double offset = 0.0;         ///< m
  std::vector<int> corners;    ///< vertices, counter-clockwise seen from outside

  /// Height of a point above the face's plane, m; negative below.
  double height(const Vec3& p) const { return normal.dot(p) - offset; }
};

struct ConvexHull {
  std::vector<Vec3> vertices;  ///< m; only corners, in which at least three faces meet
  std::vector<HullFace> faces;
};

/// Throws InputError, naming `place`, if fewer than four points are given, one is NaN or infinite, or all lie
/// in one plane, within 1e-6 of their extent.
ConvexHull hull_of(std::span<const Vec3> points, const std::string& place);

/// The hull's surface, closed and wound outward.
TriangleMesh mesh_of(const ConvexHull& hull);

}  // namespace grouser
