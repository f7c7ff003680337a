#include "grouser/shape/distance/box_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace grouser {
namespace {

constexpr int kLeafFaces = 4;

bool overlap(const BoxTree::Node& a, const BoxTree::Node& b) {
  return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

/// Whether the segment from p to q goes through the triangle's inside.
bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double from = normal.dot(p - a), to = normal.dot(q - a);
  if (!(from * to < 0.0)) return false;
  const Vec3 at = p + from / (from - to) * (q - p);
  return normal.dot((b - a).cross(at - a)) > 0.0 && normal.dot((c - b).cross(at - b)) > 0.0 &&
         normal.dot((a - c).cross(at - c)) > 0.0;
}

bool cross_each_other(const TriangleMesh& mesh, int f, int g) {
  const auto& a = mesh.faces[static_cast<std::size_t>(f)];
  const auto& b = mesh.faces[static_cast<std::size_t>(g)];
  for (const int v : a)
    if (std::find(b.begin(), b.end(), v) != b.end()) return false;
  const auto one_pierces = [&](int from, int through) {
    const auto t = static_cast<std::size_t>(through), s = static_cast<std::size_t>(from);
    for (int k = 0; k < 3; ++k)
      if (pierces(mesh.corner(s, k), mesh.corner(s, (k + 1) % 3), mesh.corner(t, 0), mesh.corner(t, 1),
                  mesh.corner(t, 2)))
        return true;
    return false;
  };
  return one_pierces(f, g) || one_pierces(g, f);
}

/// Distance of the corner farthest from a point.
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
    int axis = 0;
    (most - least).maxCoeff(&axis);
    const auto begin = faces_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](int a, int b) {
      const double at_a = middles[static_cast<std::size_t>(a)][axis],
                   at_b = middles[static_cast<std::size_t>(b)][axis];
      return at_a != at_b ? at_a < at_b : a < b;
    });
    nodes_[n].first = static_cast<int>(nodes_.size());
    nodes_[n].count = 0;
    nodes_.push_back({Vec3::Zero(), Vec3::Zero(), first, count / 2, 0.0});
    nodes_.push_back({Vec3::Zero(), Vec3::Zero(), first + count / 2, count - count / 2, 0.0});
  }
}

CrossingFaces find_crossing(const TriangleMesh& mesh, const BoxTree& tree) {
  const auto& nodes = tree.nodes();
  std::vector<std::array<int, 2>> waiting{{0, 0}};
  while (!waiting.empty()) {
    const auto [i, j] = waiting.back();
    waiting.pop_back();
    const BoxTree::Node &a = nodes[static_cast<std::size_t>(i)], &b = nodes[static_cast<std::size_t>(j)];
    if (!overlap(a, b)) continue;
    if (i == j && a.count == 0) {
      waiting.insert(waiting.end(), {{a.first, a.first}, {a.first + 1, a.first + 1}, {a.first, a.first + 1}});
    } else if (a.count == 0) {
      waiting.insert(waiting.end(), {{a.first, j}, {a.first + 1, j}});
    } else if (b.count == 0) {
      waiting.insert(waiting.end(), {{i, b.first}, {i, b.first + 1}});
    } else {
      for (int k = a.first; k < a.first + a.count; ++k)
        for (int l = i == j ? k + 1 : b.first; l < b.first + b.count; ++l) {
          const int f = tree.faces()[static_cast<std::size_t>(k)],
                    g = tree.faces()[static_cast<std::size_t>(l)];
          if (cross_each_other(mesh, f, g)) return {std::min(f, g), std::max(f, g)};
        }
    }
  }
  return {};
}

}  // namespace grouser
