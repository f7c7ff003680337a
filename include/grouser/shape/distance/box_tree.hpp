// SPDX-License-Identifier: BSD-3-Clause
// A bounding-volume hierarchy of boxes over the faces of a mesh, in the frame of its body.
#pragma once
#include <cstdint>
#include <vector>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

class BoxTree {
 public:
  struct Node {
    Vec3 low, high;
    int first = 0;        ///< of its faces in faces(), or its left child; the right one is the next
    int count = 0;        ///< of faces; 0: it has children
    double radius = 0.0;  ///< m, of a ball about the box's middle that holds its faces
    Vec3 middle() const { return 0.5 * (low + high); }
  };
  explicit BoxTree(const TriangleMesh& mesh);
  /// The root is the first.
  const std::vector<Node>& nodes() const { return nodes_; }
  /// Numbers of faces in the order of the leaves.
  const std::vector<int>& faces() const { return faces_; }
  static constexpr int kDeepest = 64;

 private:
  std::vector<Node> nodes_;
  std::vector<int> faces_;
};

/// Square of the distance of a point from a box, m2; 0 inside.
template <class Box>
double squared_distance(const Box& box, const Vec3& p) {
  return (box.low - p).cwiseMax(p - box.high).cwiseMax(0.0).squaredNorm();
}

}  // namespace grouser
