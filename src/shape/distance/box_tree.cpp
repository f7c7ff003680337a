// SPDX-License-Identifier: BSD-3-Clause
// A binary tree of axis-aligned boxes over the faces of a mesh. Each node halves its faces at the median of
// their centroids along the axis in which these spread most; leaves hold up to four faces. The list of nodes
// is in breadth-first order.
#include "grouser/shape/distance/box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace grouser {
namespace {

/// Faces of a leaf at most.
constexpr int kLeafFaces = 4;

/// Distance of the corner farthest from a point, m, rounded up.
double radius_about(const Vec3& middle, const TriangleMesh& mesh, std::span<const int> faces) {
  double squared = 0.0;
  for (const int f : faces)
    for (int c = 0; c < 3; ++c)
      squared = std::max(squared, (mesh.corner(static_cast<std::size_t>(f), c) - middle).squaredNorm());
  constexpr double kRoundings = 1e-12;  // of the distance, and of poses that it is compared in
  return (1.0 + kRoundings) * std::sqrt(squared);
}

}  // namespace

BoxTree::BoxTree(const TriangleMesh& mesh) : faces_(mesh.faces.size()) {
  std::iota(faces_.begin(), faces_.end(), 0);
  std::vector<Vec3> middles(mesh.faces.size());
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    middles[f] = (mesh.corner(f, 0) + mesh.corner(f, 1) + mesh.corner(f, 2)) / 3.0;
  nodes_.push_back({Vec3::Zero(), Vec3::Zero(), 0, static_cast<int>(faces_.size()), 0.0});
  // Nodes wait in their own list: children come behind their parents.
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const int first = nodes_[n].first, count = nodes_[n].count;
    // The node's box, and that of its faces' centroids.
    Vec3 low = Vec3::Constant(1e300), high = -low, least = low, most = high;
    for (int k = first; k < first + count; ++k) {
      const auto f = static_cast<std::size_t>(faces_[static_cast<std::size_t>(k)]);
      for (int c = 0; c < 3; ++c) {
        low = low.cwiseMin(mesh.corner(f, c));
        high = high.cwiseMax(mesh.corner(f, c));
      }
      least = least.cwiseMin(middles[f]);
      most = most.cwiseMax(middles[f]);
    }
    nodes_[n].low = low;
    nodes_[n].high = high;
    nodes_[n].radius = radius_about(
        nodes_[n].middle(), mesh,
        std::span(faces_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
    if (count <= kLeafFaces) continue;
    // Halve at the median; equal centroids follow the faces' numbers, so that the tree is the same on any
    // machine.
    int axis = 0;
    (most - least).maxCoeff(&axis);
    const auto begin = faces_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](int a, int b) {
      const double at_a = middles[static_cast<std::size_t>(a)][axis],
                   at_b = middles[static_cast<std::size_t>(b)][axis];
      return at_a != at_b ? at_a < at_b : a < b;
    });
    // The node's faces become those of two children, which are next to each other in the list.
    nodes_[n].first = static_cast<int>(nodes_.size());
    nodes_[n].count = 0;
    nodes_.push_back({Vec3::Zero(), Vec3::Zero(), first, count / 2, 0.0});
    nodes_.push_back({Vec3::Zero(), Vec3::Zero(), first + count / 2, count - count / 2, 0.0});
  }
}

}  // namespace grouser
