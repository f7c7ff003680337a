// SPDX-License-Identifier: BSD-3-Clause
// A body's surface as triangles.
#pragma once
#include <array>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

struct TriangleMesh {
  std::vector<Vec3> vertices;             ///< in the body's frame, m
  std::vector<std::array<int, 3>> faces;  ///< vertices, counter-clockwise seen from outside

  const Vec3& corner(std::size_t face, int k) const {
    return vertices[static_cast<std::size_t>(faces[face][static_cast<std::size_t>(k)])];
  }
  /// Twice the face's area times its outward normal, m2.
  Vec3 doubled_area(std::size_t face) const {
    return (corner(face, 1) - corner(face, 0)).cross(corner(face, 2) - corner(face, 0));
  }
};

/// Smallest box that holds the vertices, m; low is above high if there are none.
struct MeshBox {
  Vec3 low = Vec3::Constant(1e300), high = Vec3::Constant(-1e300);
};
MeshBox box_of(const TriangleMesh& mesh);

/// Faces halved at their longest edges, shared ones alike, until no edge is longer than `most`, m.
TriangleMesh with_short_edges(const TriangleMesh& mesh, double most);

}  // namespace grouser
