// SPDX-License-Identifier: BSD-3-Clause
// Distance of a point from the surface of a closed mesh, with its side as the sign. The sign follows from
// pseudonormals, an edge's being the sum of those of its faces, a vertex's that of its faces weighted with
// their angles (Baerentzen & Aanaes 2005, "Signed distance computation using the angle weighted
// pseudonormal", IEEE TVCG 11).
#pragma once
#include "grouser/shape/distance/box_tree.hpp"
#include "grouser/shape/distance/corner_tree.hpp"
#include "grouser/shape/distance/surface_distance.hpp"

namespace grouser {

class MeshDistance final : public SurfaceDistance {
 public:
  /// The mesh must be closed (check_mesh()).
  explicit MeshDistance(TriangleMesh mesh);
  const TriangleMesh& mesh() const { return mesh_; }
  const BoxTree& tree() const { return tree_; }
  const CornerTree& corners() const { return corners_; }
  SurfaceDepth depth_at(const Vec3& p, int hint = -1) const override;
  DepthBounds bounds_at(const Vec3& p) const override { return grid_.bounds_at(p); }
  int face_within(const Vec3& p, double reach) const override;

 private:
  struct Nearest;
  void try_face(int face, const Vec3& p, Nearest& best) const;

  TriangleMesh mesh_;
  BoxTree tree_;
  CornerTree corners_;
  DepthGrid grid_;  // of a mesh of many faces
  std::vector<Vec3> face_normal_, vertex_normal_;
  std::vector<std::array<Vec3, 3>> edge_normal_;  // of the edge from corner k to the next
};

}  // namespace grouser
