// SPDX-License-Identifier: BSD-3-Clause
// Quickhull (Barber, Dobkin & Huhdanpaa 1996) with a skin: a tetrahedron grows point by point, each time by
// the point farthest outside a facet, until no point is outside by more than the skin. Facets of one plane
// are then gathered into faces of any number of corners.
#include "grouser/shape/mesh/hull_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// A triangle of the growing hull, and the points outside it that are not yet part of the hull.
struct Facet {
  std::array<int, 3> corner;
  std::array<int, 3> beside{};  ///< the facet across the edge from corner k to the next
  Vec3 normal;
  double offset = 0.0;
  double doubled_area = 0.0;
  bool there = true;
  std::vector<int> outside{};
};

/// Grows the hull. Each remaining point is in the list of one facet that it lies outside of.
class HullBuilder {
 public:
  HullBuilder(std::span<const Vec3> points, const std::string& place)
      : points_(points), place_(place), skin_(kHullSkin * extent()) {}

  ConvexHull build() {
    start();
    for (std::size_t f = 0; f < facets_.size(); ++f)
      while (facets_[f].there && !facets_[f].outside.empty()) grow(f);
    gather();
    return result();
  }

 private:
  /// Longest side of the points' box, m; throws InputError if there are fewer than four or one is not finite.
  double extent() const {
    if (points_.size() < 4)
      throw InputError(place_, fmt::format("{} points", points_.size()), "at least four points");
    Vec3 low = points_[0], high = points_[0];
    for (const Vec3& p : points_) {
      if (!p.allFinite())
        throw InputError(place_, "a coordinate that is not a finite number", "finite points");
      low = low.cwiseMin(p), high = high.cwiseMax(p);
    }
    return (high - low).maxCoeff();
  }
  const Vec3& at(int point) const { return points_[static_cast<std::size_t>(point)]; }
  double height(const Facet& f, int point) const { return f.normal.dot(at(point)) - f.offset; }

  /// The point for which a measure is largest.
  template <typename Measure>
  int most(Measure&& measure) const {
    int best = 0;
    for (int i = 1; i < static_cast<int>(points_.size()); ++i)
      if (measure(i) > measure(best)) best = i;
    return best;
  }

  // A body must be so much thicker than the skin that the skin tilts none of its faces.
  double least() const { return 100.0 * skin_; }

  [[noreturn]] void flat(const char* what) const {
    throw InputError(place_, what, "points that span a body");
  }

  // The first tetrahedron, of points far from each other: a and b, c farthest from their line, d from their
  // plane.
  void start() {
    const int a = most([&](int i) { return (at(i) - at(0)).squaredNorm(); });
    const int b = most([&](int i) { return (at(i) - at(a)).squaredNorm(); });
    const Vec3 along = at(b) - at(a);
    if (!(along.norm() > 0.0)) flat("points that are all one");
    const int c = most([&](int i) { return along.cross(at(i) - at(a)).squaredNorm(); });
    const Vec3 across = along.cross(at(c) - at(a));
    if (!(across.norm() > least() * along.norm())) flat("points on one line");
    const int d = most([&](int i) { return std::fabs(across.dot(at(i) - at(a))); });
    const double side = across.dot(at(d) - at(a));
    if (!(std::fabs(side) > least() * across.norm())) flat("points in one plane");
    const int e = side > 0.0 ? c : b,
              f = side > 0.0 ? b : c;  // counter-clockwise seen from outside, away from d
    add({a, e, f}), add({a, f, d}), add({f, e, d}), add({e, a, d});
    // Facets across each edge, in the order of the corners above.
    facets_[0].beside = {3, 2, 1};
    facets_[1].beside = {0, 2, 3};
    facets_[2].beside = {0, 3, 1};
    facets_[3].beside = {0, 1, 2};
    std::vector<int> all(points_.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    hand_out(all, 0);
  }

  /// Adds a facet; its plane goes through the mean of its corners.
  void add(const std::array<int, 3>& corner) {
    const Vec3 n = (at(corner[1]) - at(corner[0])).cross(at(corner[2]) - at(corner[0]));
    const double twice = n.norm();
    Facet f{.corner = corner, .normal = n / twice, .doubled_area = twice};
    f.offset = f.normal.dot(at(corner[0]) + at(corner[1]) + at(corner[2])) / 3.0;
    facets_.push_back(std::move(f));
  }

  /// Gives each point to the first facet from `first` on that it lies outside of; others are within the hull.
  void hand_out(const std::vector<int>& points, std::size_t first) {
    for (const int p : points)
      for (std::size_t f = first; f < facets_.size(); ++f)
        if (height(facets_[f], p) > skin_) {
          facets_[f].outside.push_back(p);
          break;
        }
  }

  // Removes the facets that the farthest point outside a facet sees, and joins their rim to the point.
  void grow(std::size_t from) {
    const auto& candidates = facets_[from].outside;
    const int apex = *std::max_element(candidates.begin(), candidates.end(), [&](int i, int j) {
      return height(facets_[from], i) < height(facets_[from], j);
    });
    std::vector<std::size_t> seen{from};
    facets_[from].there = false;
    std::map<int, std::pair<int, int>> rim;  // by the edge's first vertex: its second, and the facet beyond
    // Walk from the facet over its neighbours as long as they see the point.
    for (std::size_t k = 0; k < seen.size(); ++k)
      for (std::size_t edge = 0; edge < 3; ++edge) {
        const int beyond = facets_[seen[k]].beside[edge];
        Facet& next = facets_[static_cast<std::size_t>(beyond)];
        if (next.there && height(next, apex) > skin_) {
          next.there = false;
          seen.push_back(static_cast<std::size_t>(beyond));
        }
      }
    // The rim: edges between a facet that is seen and one that is not.
    for (const std::size_t f : seen)
      for (std::size_t edge = 0; edge < 3; ++edge)
        if (facets_[static_cast<std::size_t>(facets_[f].beside[edge])].there)
          rim[facets_[f].corner[edge]] = {facets_[f].corner[(edge + 1) % 3], facets_[f].beside[edge]};
    const std::size_t first = facets_.size();
    close(rim, apex);
    // Points outside the removed facets go to the new ones.
    std::vector<int> loose;
    for (const std::size_t f : seen) {
      loose.insert(loose.end(), facets_[f].outside.begin(), facets_[f].outside.end());
      facets_[f].outside.clear();
    }
    hand_out(loose, first);
  }

  /// Joins the rim to the apex, edge by edge; throws InputError if the rim is not one closed loop.
  void close(const std::map<int, std::pair<int, int>>& rim, int apex) {
    const int first = static_cast<int>(facets_.size()), count = static_cast<int>(rim.size());
    int vertex = rim.begin()->first;
    for (int i = 0; i < count; ++i) {
      const auto edge = rim.find(vertex);
      // Rounding can leave a rim that branches.
      if (edge == rim.end()) tangled();
      const auto [next, beyond] = edge->second;
      add({vertex, next, apex});
      facets_.back().beside = {beyond, first + (i + 1) % count, first + (i + count - 1) % count};
      // The facet beyond gets the new one as its neighbour.
      Facet& outer = facets_[static_cast<std::size_t>(beyond)];
      for (std::size_t k = 0; k < 3; ++k)
        if (outer.corner[k] == next && outer.corner[(k + 1) % 3] == vertex) outer.beside[k] = first + i;
      vertex = next;
    }
    if (vertex != rim.begin()->first) tangled();
  }

  [[noreturn]] void tangled() const {
    throw InputError(place_, "points whose order is lost in rounding",
                     "points farther apart than 1e-8 of their extent");
  }

  // Gathers neighbouring facets that lie in one plane, within two skins, into faces; the largest facets come
  // first.
  void gather() {
    std::vector<std::size_t> order;
    for (std::size_t f = 0; f < facets_.size(); ++f)
      if (facets_[f].there) order.push_back(f);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t f, std::size_t g) {
      return facets_[f].doubled_area > facets_[g].doubled_area;
    });
    face_of_.assign(facets_.size(), -1);
    for (const std::size_t seed : order) {
      if (face_of_[seed] >= 0) continue;
      std::vector<std::size_t> members{seed};
      face_of_[seed] = faces_;
      for (std::size_t k = 0; k < members.size(); ++k)
        for (const int beside : facets_[members[k]].beside) {
          const auto next = static_cast<std::size_t>(beside);
          if (face_of_[next] >= 0 || !lies_on(facets_[seed], facets_[next])) continue;
          face_of_[next] = faces_;
          members.push_back(next);
        }
      ++faces_;
    }
  }
  /// Whether all corners of a facet lie in a plane, within two skins.
  bool lies_on(const Facet& plane, const Facet& other) const {
    return std::all_of(other.corner.begin(), other.corner.end(),
                       [&](int p) { return std::fabs(height(plane, p)) <= 2.0 * skin_; });
  }

  // Builds the hull. Its corners are the points in which three faces meet; others lie within a face or on an
  // edge.
  ConvexHull result() const {
    // Edges between different faces.
    std::vector<std::map<int, int>> rim(
        static_cast<std::size_t>(faces_));  // edges of each face, by first vertex
    std::map<int, int> meeting;             // faces at each vertex
    for (std::size_t f = 0; f < facets_.size(); ++f)
      for (std::size_t k = 0; facets_[f].there && k < 3; ++k)
        if (face_of_[f] != face_of_[static_cast<std::size_t>(facets_[f].beside[k])]) {
          rim[static_cast<std::size_t>(face_of_[f])][facets_[f].corner[k]] = facets_[f].corner[(k + 1) % 3];
          ++meeting[facets_[f].corner[k]];
        }
    ConvexHull hull;
    std::map<int, int> number;
    for (const auto& [point, count] : meeting)
      if (count >= 3) {
        number[point] = static_cast<int>(hull.vertices.size());
        hull.vertices.push_back(at(point));
      }
    for (const auto& edges : rim) add_face(edges, number, hull);
    return hull;
  }

  /// Adds a face: its corners in order round its rim, and a plane that no vertex is above.
  void add_face(const std::map<int, int>& edges, const std::map<int, int>& number, ConvexHull& hull) const {
    HullFace face;
    int vertex = edges.begin()->first;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (const auto corner = number.find(vertex); corner != number.end())
        face.corners.push_back(corner->second);
      const auto next = edges.find(vertex);
      if (next == edges.end()) tangled();
      vertex = next->second;
    }
    if (vertex != edges.begin()->first || face.corners.size() < 3) tangled();
    // Newell's normal of all corners; the plane is pushed out until it holds every vertex.
    const Vec3& origin = hull.vertices[static_cast<std::size_t>(face.corners[0])];
    for (std::size_t k = 1; k + 1 < face.corners.size(); ++k)
      face.normal += (hull.vertices[static_cast<std::size_t>(face.corners[k])] - origin)
                         .cross(hull.vertices[static_cast<std::size_t>(face.corners[k + 1])] - origin);
    face.normal.normalize();
    face.offset = -1e300;
    for (const Vec3& p : hull.vertices) face.offset = std::max(face.offset, face.normal.dot(p));
    hull.faces.push_back(std::move(face));
  }

  std::span<const Vec3> points_;
  const std::string& place_;
  double skin_;
  std::vector<Facet> facets_;
  std::vector<int> face_of_;
  int faces_ = 0;
};

}  // namespace

ConvexHull hull_of(std::span<const Vec3> points, const std::string& place) {
  return HullBuilder(points, place).build();
}

// Each face as a fan about its first corner.
TriangleMesh mesh_of(const ConvexHull& hull) {
  TriangleMesh mesh{hull.vertices, {}};
  for (const HullFace& face : hull.faces)
    for (std::size_t k = 1; k + 1 < face.corners.size(); ++k)
      mesh.faces.push_back({face.corners[0], face.corners[k], face.corners[k + 1]});
  return mesh;
}

}  // namespace grouser
