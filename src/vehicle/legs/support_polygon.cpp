// SPDX-License-Identifier: BSD-3-Clause
// Support polygons of feet seen from above: hull, static stability margin (McGhee & Frank 1968), and the
// nearest point that keeps a margin.
#include "grouser/vehicle/legs/support_polygon.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// Cross product of two vectors; positive where b lies left of a.
double turn_of(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// An edge as a half plane: normal . x - offset is the distance inwards.
struct Edge {
  Vec2 normal;
  double offset;
  double depth(const Vec2& p) const { return normal.dot(p) - offset; }
};

Edge edge_of(const SupportPolygon& polygon, std::size_t k) {
  const Vec2 a = polygon.corner[k], b = polygon.corner[(k + 1) % polygon.count];
  const Vec2 along = (b - a) / std::sqrt((b - a).squaredNorm());
  const Vec2 normal{-along.y(), along.x()};
  return {normal, normal.dot(a)};
}

/// The nearest point of those that lie `margin` inside all edges: the wanted one, its foot on an edge, or a
/// corner of two edges. False if there is none.
bool project(const SupportPolygon& polygon, const Vec2& wanted, double margin, Vec2& nearest) {
  constexpr double kSlack = 1e-12;  // m: rounding of a corner
  double least = -1.0;
  const auto offer = [&](const Vec2& p) {
    for (std::size_t k = 0; k < polygon.count; ++k)
      if (!(edge_of(polygon, k).depth(p) >= margin - kSlack)) return;
    const double far = (p - wanted).squaredNorm();
    if (least >= 0.0 && far >= least) return;
    least = far;
    nearest = p;
  };
  offer(wanted);
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Edge a = edge_of(polygon, i);
    offer(wanted + (margin - a.depth(wanted)) * a.normal);
    for (std::size_t k = i + 1; k < polygon.count; ++k) {
      const Edge b = edge_of(polygon, k);
      const double det = turn_of(a.normal, b.normal);
      if (det == 0.0) continue;
      const double p = a.offset + margin, q = b.offset + margin;
      offer(Vec2(p * b.normal.y() - q * a.normal.y(), q * a.normal.x() - p * b.normal.x()) / det);
    }
  }
  return least >= 0.0;
}

}  // namespace

// Andrew's monotone chain: the lower side from left to right, then the upper one back.
SupportPolygon support_polygon(std::span<const Vec2> feet) {
  Vec2 sorted[kMostFeet];
  const std::size_t n = std::min(feet.size(), kMostFeet);
  std::copy_n(feet.begin(), n, sorted);
  std::sort(sorted, sorted + n,
            [](const Vec2& a, const Vec2& b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
  Vec2 hull[2 * kMostFeet];
  std::size_t size = 0, kept = 0;
  const auto add = [&](const Vec2& p) {
    while (size > kept + 1 && turn_of(hull[size - 1] - hull[size - 2], p - hull[size - 2]) <= 0.0) --size;
    hull[size++] = p;
  };
  for (std::size_t i = 0; i < n; ++i) add(sorted[i]);
  kept = size > 0 ? size - 1 : 0;
  for (std::size_t i = n > 0 ? n - 1 : 0; i-- > 0;) add(sorted[i]);
  SupportPolygon polygon;
  polygon.count = size > 1 ? size - 1 : size;  // the first corner is there twice
  std::copy_n(hull, polygon.count, polygon.corner);
  return polygon;
}

double static_margin(const SupportPolygon& polygon, const Vec2& point) {
  if (polygon.count == 0) return 0.0;
  // Fewer than three corners have no inside: minus the distance to the point or line.
  if (polygon.count < 3) {
    const Vec2 a = polygon.corner[0], way = polygon.count == 2 ? Vec2(polygon.corner[1] - a) : Vec2(0, 0);
    const double length = way.squaredNorm();
    const double share = length > 0.0 ? std::clamp((point - a).dot(way) / length, 0.0, 1.0) : 0.0;
    return -std::sqrt((point - a - share * way).squaredNorm());
  }
  double least = edge_of(polygon, 0).depth(point);
  for (std::size_t k = 1; k < polygon.count; ++k) least = std::min(least, edge_of(polygon, k).depth(point));
  return least;
}

Vec2 hold_margin(const SupportPolygon& polygon, const Vec2& wanted, double margin) {
  if (polygon.count < 3) return wanted;
  Vec2 nearest = wanted;
  if (project(polygon, wanted, margin, nearest)) return nearest;
  // No point has the margin: the largest that some point has is found by halving.
  constexpr int kHalvings = 40;
  double kept = 0.0, lost = margin;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (kept + lost);
    (project(polygon, wanted, middle, nearest) ? kept : lost) = middle;
  }
  project(polygon, wanted, kept, nearest);
  return nearest;
}

}  // namespace grouser
