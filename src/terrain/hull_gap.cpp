#include "hull_gap.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace grouser::terrain {
namespace {

/// The point of the disc farthest along -n.
Vec3 nearest_of_disc(const WheelDisc& disc, const Vec3& n) {
  const Vec3 in_plane = n - n.dot(disc.axis) * disc.axis;
  const double length = in_plane.norm();
  return length > 1e-12 ? Vec3(disc.center - disc.radius / length * in_plane) : disc.center;
}

const Vec3& farthest_of_hull(std::span<const Vec3> hull, const Vec3& n) {
  return *std::max_element(hull.begin(), hull.end(),
                           [&](const Vec3& a, const Vec3& b) { return n.dot(a) < n.dot(b); });
}

/// Up to three points, and the point of their convex hull nearest to the origin.
struct Simplex {
  std::array<Vec3, 3> at;
  int count = 0;
  Vec3 nearest = Vec3::Zero();
};

Simplex of_point(const Vec3& a) { return {{a, a, a}, 1, a}; }

Simplex of_edge(const Vec3& a, const Vec3& b) {
  const Vec3 way = b - a;
  const double square = way.squaredNorm();
  const double t = square > 0.0 ? -a.dot(way) / square : 0.0;
  if (!(t > 0.0)) return of_point(a);
  if (!(t < 1.0)) return of_point(b);
  return {{a, b, b}, 2, a + t * way};
}

const Simplex& nearer(const Simplex& a, const Simplex& b) {
  return b.nearest.squaredNorm() < a.nearest.squaredNorm() ? b : a;
}

// The projection of the origin on the plane of the triangle if it lies inside, otherwise the best of the
// edges.
Simplex of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const double square = n.squaredNorm();
  if (square > 0.0) {
    const Vec3 foot = n.dot(a) / square * n;
    const bool within = n.dot((b - a).cross(foot - a)) >= 0.0 && n.dot((c - b).cross(foot - b)) >= 0.0 &&
                        n.dot((a - c).cross(foot - c)) >= 0.0;
    if (within) return {{a, b, c}, 3, foot};
  }
  return nearer(nearer(of_edge(a, b), of_edge(b, c)), of_edge(c, a));
}

/// The best simplex that contains the new point: the nearest point has to lie on one of those.
Simplex grow(const Simplex& old, const Vec3& s) {
  if (old.count == 1) return of_edge(old.at[0], s);
  if (old.count == 2) return of_triangle(old.at[0], old.at[1], s);
  return nearer(nearer(of_triangle(old.at[0], old.at[1], s), of_triangle(old.at[1], old.at[2], s)),
                of_triangle(old.at[2], old.at[0], s));
}

}  // namespace

double gap_along(const WheelDisc& disc, std::span<const Vec3> hull, const Vec3& n) {
  return n.dot(nearest_of_disc(disc, n) - farthest_of_hull(hull, n));
}

// |x| of the simplex is an upper bound of the distance, n.s along it a lower bound. Only the lower bound is
// returned, so nothing that goes wrong in the search (flat simplices, a hull that contains the disc) can make
// the answer too large.
double hull_gap(const WheelDisc& disc, std::span<const Vec3> hull, std::span<const Vec3> directions,
                double enough) {
  double best = 0.0;
  for (const Vec3& n : directions) best = std::max(best, gap_along(disc, hull, n));
  constexpr int kSteps = 24;
  constexpr double kClose = 0.99;  // of the distance: good enough for a step's length
  Simplex x = of_point(disc.center - hull.front());
  for (int i = 0; i < kSteps && best < enough; ++i) {
    const double length = x.nearest.norm();
    if (length < 1e-9 || best > kClose * length) break;
    const Vec3 n = x.nearest / length;
    const Vec3 s = nearest_of_disc(disc, n) - farthest_of_hull(hull, n);
    best = std::max(best, n.dot(s));
    x = grow(x, s);
  }
  return best;
}

}  // namespace grouser::terrain
