// SPDX-License-Identifier: BSD-3-Clause
// The corners of a mesh in a hierarchy of balls, in the frame of its body, and the faces about each of
// them. Whoever finds depths fast looks for corners below a surface: there are half as many as faces.
#pragma once
#include <span>
#include <vector>

#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

class CornerTree {
 public:
  struct Node {
    Vec3 middle;
    double radius = 0.0;  ///< m, of a ball about the middle that holds its corners
    int first = 0;        ///< of its corners, or its left child; the right one is the next
    int count = 0;        ///< of corners; 0: it has children
  };
  struct Corner {
    Vec3 at;
    int vertex = 0;
  };
  explicit CornerTree(const TriangleMesh& mesh);
  /// The root is the first.
  const std::vector<Node>& nodes() const { return nodes_; }
  /// In the order of the leaves.
  const std::vector<Corner>& corners() const { return corners_; }
  std::span<const int> faces_about(int vertex) const {
    const auto v = static_cast<std::size_t>(vertex);
    return std::span(faces_).subspan(first_face_[v], first_face_[v + 1] - first_face_[v]);
  }
  static constexpr int kDeepest = 64;

 private:
  std::vector<Node> nodes_;
  std::vector<Corner> corners_;
  std::vector<std::size_t> first_face_;  // of each vertex, in faces_
  std::vector<int> faces_;
};

}  // namespace grouser
