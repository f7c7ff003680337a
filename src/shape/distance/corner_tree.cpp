// SPDX-License-Identifier: BSD-3-Clause
// A binary tree of balls over the vertices of a mesh, halved at the median along the longest side of their
// box, and the list of faces at each vertex.
#include "grouser/shape/distance/corner_tree.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// Vertices of a leaf at most.
constexpr int kLeafCorners = 6;

/// Sets the ball of some corners, about the middle of their box; returns the axis along which they reach
/// farthest.
int enclose(std::span<const CornerTree::Corner> corners, CornerTree::Node& node) {
  Vec3 low = Vec3::Constant(1e300), high = -low;
  for (const CornerTree::Corner& c : corners) low = low.cwiseMin(c.at), high = high.cwiseMax(c.at);
  node.middle = 0.5 * (low + high);
  double squared = 0.0;
  for (const CornerTree::Corner& c : corners) squared = std::max(squared, (c.at - node.middle).squaredNorm());
  constexpr double kRoundings = 1e-12;  // of the distance, and of poses that it is compared in
  node.radius = (1.0 + kRoundings) * std::sqrt(squared);
  int axis = 0;
  (high - low).maxCoeff(&axis);
  return axis;
}

}  // namespace

CornerTree::CornerTree(const TriangleMesh& mesh) : first_face_(mesh.vertices.size() + 1) {
  // Faces at each vertex by a counting sort.
  for (const auto& face : mesh.faces)
    for (const int v : face) ++first_face_[static_cast<std::size_t>(v) + 1];
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) first_face_[v + 1] += first_face_[v];
  faces_.resize(first_face_.back());
  std::vector<std::size_t> next = first_face_;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f)
    for (const int v : mesh.faces[f]) faces_[next[static_cast<std::size_t>(v)]++] = static_cast<int>(f);
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    corners_.push_back({mesh.vertices[v], static_cast<int>(v)});
  nodes_.push_back({Vec3::Zero(), 0.0, 0, static_cast<int>(corners_.size())});
  // Nodes wait in their own list: children come behind their parents.
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    const int first = nodes_[n].first, count = nodes_[n].count;
    const std::span<Corner> own =
        std::span(corners_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    const int axis = enclose(own, nodes_[n]);
    if (count <= kLeafCorners) continue;
    // Halve at the median; equal coordinates follow the vertices' numbers.
    std::nth_element(own.begin(), own.begin() + count / 2, own.end(), [&](const Corner& a, const Corner& b) {
      return a.at[axis] != b.at[axis] ? a.at[axis] < b.at[axis] : a.vertex < b.vertex;
    });
    nodes_[n].first = static_cast<int>(nodes_.size());
    nodes_[n].count = 0;
    nodes_.push_back({Vec3::Zero(), 0.0, first, count / 2});
    nodes_.push_back({Vec3::Zero(), 0.0, first + count / 2, count - count / 2});
  }
}

}  // namespace grouser
