// SPDX-License-Identifier: BSD-3-Clause
// Signed distance from a closed mesh: a depth-first search of the box tree, the nearer child first, and the
// sign from the angle-weighted pseudonormal of the face, edge or vertex that is nearest (Baerentzen & Aanaes
// 2005).
#include "grouser/shape/distance/mesh_distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr std::size_t kFacesForGrid = 256;  // fewer are searched as fast

}  // namespace

/// The nearest point found so far, with the normal that gives the sign.
struct MeshDistance::Nearest {
  double squared = 1e300;
  Vec3 closest = Vec3::Zero(), normal = Vec3::Zero();
  int face = -1;
};

MeshDistance::MeshDistance(TriangleMesh mesh)
    : mesh_(std::move(mesh)),
      tree_(mesh_),
      corners_(mesh_),
      face_normal_(mesh_.faces.size()),
      vertex_normal_(mesh_.vertices.size(), Vec3::Zero()),
      edge_normal_(mesh_.faces.size()) {
  box_ = {tree_.nodes().front().low, tree_.nodes().front().high};
  std::map<std::pair<int, int>, Vec3> edges;  // the face's normal by its edge
  // Normals of faces; each adds to those of its vertices, weighted with its angle there.
  for (std::size_t f = 0; f < mesh_.faces.size(); ++f) {
    const Vec3 n = mesh_.doubled_area(f).normalized();
    face_normal_[f] = n;
    for (int k = 0; k < 3; ++k) {
      const int v = mesh_.faces[f][static_cast<std::size_t>(k)],
                w = mesh_.faces[f][static_cast<std::size_t>((k + 1) % 3)];
      edges[{v, w}] = n;
      const Vec3 on = (mesh_.corner(f, (k + 1) % 3) - mesh_.corner(f, k)).normalized();
      const Vec3 back = (mesh_.corner(f, (k + 2) % 3) - mesh_.corner(f, k)).normalized();
      vertex_normal_[static_cast<std::size_t>(v)] += math::atan2(on.cross(back).norm(), on.dot(back)) * n;
    }
  }
  // The normal of an edge is the sum of those of its two faces.
  for (std::size_t f = 0; f < mesh_.faces.size(); ++f)
    for (int k = 0; k < 3; ++k) {
      const int v = mesh_.faces[f][static_cast<std::size_t>(k)],
                w = mesh_.faces[f][static_cast<std::size_t>((k + 1) % 3)];
      edge_normal_[f][static_cast<std::size_t>(k)] = face_normal_[f] + edges.at({w, v});
    }
  if (mesh_.faces.size() >= kFacesForGrid) grid_.fill(*this);
}

// Closest point of a triangle by its Voronoi regions (Ericson 2005, "Real-time collision detection", 5.1.5).
void MeshDistance::try_face(int face, const Vec3& p, Nearest& best) const {
  const auto f = static_cast<std::size_t>(face);
  const auto& corner = mesh_.faces[f];
  const Vec3 &a = mesh_.corner(f, 0), &b = mesh_.corner(f, 1), &c = mesh_.corner(f, 2);
  const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp),
               d6 = ac.dot(cp);
  // Barycentric coordinates of the projection, up to a common factor.
  const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
  const auto take = [&](const Vec3& q, const Vec3& normal) {
    const double squared = (p - q).squaredNorm();
    if (!(squared < best.squared)) return;
    best = {squared, q, normal, face};
  };
  const auto at_vertex = [&](int k) {
    return vertex_normal_[static_cast<std::size_t>(corner[static_cast<std::size_t>(k)])];
  };
  // The regions of the three vertices, the three edges, and the face itself.
  if (d1 <= 0.0 && d2 <= 0.0) return take(a, at_vertex(0));
  if (d3 >= 0.0 && d4 <= d3) return take(b, at_vertex(1));
  if (d6 >= 0.0 && d5 <= d6) return take(c, at_vertex(2));
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return take(a + d1 / (d1 - d3) * ab, edge_normal_[f][0]);
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return take(a + d2 / (d2 - d6) * ac, edge_normal_[f][2]);
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
    return take(b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b), edge_normal_[f][1]);
  const double scale = 1.0 / (va + vb + vc);
  take(a + vb * scale * ab + vc * scale * ac, face_normal_[f]);
}

// Finds any face within the reach: boxes farther away are left out, and the nearer of two children is
// searched first.
int MeshDistance::face_within(const Vec3& p, double reach) const {
  Nearest best;
  best.squared = reach * reach;
  const auto& nodes = tree_.nodes();
  std::array<int, BoxTree::kDeepest> stack;
  std::size_t top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const BoxTree::Node& node = nodes[static_cast<std::size_t>(stack[--top])];
    for (int k = node.first; k < node.first + node.count && best.face < 0; ++k)
      try_face(tree_.faces()[static_cast<std::size_t>(k)], p, best);
    if (best.face >= 0) return best.face;
    if (node.count > 0) continue;
    const double left = squared_distance(nodes[static_cast<std::size_t>(node.first)], p),
                 right = squared_distance(nodes[static_cast<std::size_t>(node.first) + 1], p);
    const int near = right < left ? 1 : 0;
    if (!(std::max(left, right) >= best.squared)) stack[top++] = node.first + 1 - near;
    if (!(std::min(left, right) >= best.squared)) stack[top++] = node.first + near;
  }
  return -1;
}

SurfaceDepth MeshDistance::depth_at(const Vec3& p, int hint) const {
  Nearest best;
  // The hint is the face that was nearest to a point close by.
  if (hint >= 0) {
    // A bound and no answer: what is found, and its last bit, do not depend on the hint.
    constexpr double kLittle = 1e-9;
    Nearest bound;
    try_face(hint, p, bound);
    best.squared =
        (1.0 + kLittle) * bound.squared + std::numeric_limits<double>::min();  // a point may lie on it
  }
  struct Waiting {
    int node;
    double squared;
  };
  std::array<Waiting, BoxTree::kDeepest> stack;
  int top = 0;
  const auto& nodes = tree_.nodes();
  stack[static_cast<std::size_t>(top++)] = {0, squared_distance(nodes[0], p)};
  // A node waits with the distance of its box; it is dropped if a nearer point has been found meanwhile.
  while (top > 0) {
    const Waiting next = stack[static_cast<std::size_t>(--top)];
    if (!(next.squared < best.squared)) continue;
    const BoxTree::Node& node = nodes[static_cast<std::size_t>(next.node)];
    if (node.count > 0) {
      for (int k = node.first; k < node.first + node.count; ++k)
        try_face(tree_.faces()[static_cast<std::size_t>(k)], p, best);
      continue;
    }
    Waiting near{node.first, squared_distance(nodes[static_cast<std::size_t>(node.first)], p)};
    Waiting far{node.first + 1, squared_distance(nodes[static_cast<std::size_t>(node.first) + 1], p)};
    if (far.squared < near.squared) std::swap(near, far);
    if (far.squared < best.squared) stack[static_cast<std::size_t>(top++)] = far;
    if (near.squared < best.squared) stack[static_cast<std::size_t>(top++)] = near;
  }
  // A point on the inner side of the pseudonormal is below the surface: its depth is positive.
  const double distance = std::sqrt(best.squared);
  return {best.normal.dot(p - best.closest) < 0.0 ? distance : -distance, best.closest, best.face};
}

}  // namespace grouser
