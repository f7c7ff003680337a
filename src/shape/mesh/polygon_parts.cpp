// SPDX-License-Identifier: BSD-3-Clause
// Divides a polygon in space into triangles: a fan about its first corner if that covers it once, or else by
// ear clipping in the plane of Newell's normal, the ears with the shortest cut first.
#include "grouser/shape/mesh/polygon_parts.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace grouser {
namespace {

/// Share of the polygon's extent squared: doubled areas below this are rounding.
constexpr double kLine = 1e-12;

/// Twice the signed area of a triangle, m2; positive if counter-clockwise.
double doubled(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The corners in the plane of Newell's normal, seen against it, counter-clockwise; empty if they span no
/// area.
std::vector<Vec2> flattened(std::span<const Vec3> corners) {
  Vec3 normal = Vec3::Zero();
  double extent = 0.0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    normal += (corners[k] - corners[0]).cross(corners[k + 1] - corners[0]);
  for (const Vec3& p : corners) extent = std::max(extent, (p - corners[0]).squaredNorm());
  if (!(normal.norm() > kLine * extent)) return {};
  normal.normalize();
  // Axes in the plane, by the coordinate axis that is farthest from the normal.
  int least = 0;
  normal.cwiseAbs().minCoeff(&least);
  const Vec3 u = normal.cross(Vec3::Unit(least)).normalized(), v = normal.cross(u);
  std::vector<Vec2> flat;
  for (const Vec3& p : corners) flat.emplace_back(u.dot(p - corners[0]), v.dot(p - corners[0]));
  return flat;
}

/// Triangles of a polygon in the plane. Each corner knows the ones before and after it that are not yet cut
/// off.
class EarCutter {
 public:
  explicit EarCutter(const std::vector<Vec2>& flat) : flat_(flat), before_(flat.size()), after_(flat.size()) {
    const int count = static_cast<int>(flat.size());
    double extent = 0.0;
    for (int k = 0; k < count; ++k) {
      before_[at(k)] = (k + count - 1) % count;
      after_[at(k)] = (k + 1) % count;
      extent = std::max(extent, flat[at(k)].squaredNorm());
    }
    line_ = kLine * extent;
    cut_.assign(flat.size(), false);
  }

  /// Whether the fan about corner 0 covers the polygon once.
  bool fan(std::vector<std::array<int, 3>>& parts) const {
    parts.clear();
    const int count = static_cast<int>(flat_.size());
    for (int k = 1; k + 1 < count; ++k) {
      // Every corner must be ahead of the first edge, and each triangle turn in the same direction.
      const bool ahead = k == 1 || doubled(flat_[0], flat_[1], flat_[at(k + 1)]) > line_;
      if (!ahead || !(doubled(flat_[0], flat_[at(k)], flat_[at(k + 1)]) > line_)) return false;
      parts.push_back({0, k, k + 1});
    }
    return true;
  }

  /// Cuts ears until two corners are left; false if none can be cut, as of a polygon that crosses itself.
  bool cut(std::vector<std::array<int, 3>>& parts) {
    parts.clear();
    // Only corners that do not stick out can lie in an ear; they are sorted by x for the search.
    for (int k = 0; k < static_cast<int>(flat_.size()); ++k)
      if (!is_convex(k)) blocking_.push_back(k);
    std::sort(blocking_.begin(), blocking_.end(),
              [&](int a, int b) { return flat_[at(a)].x() < flat_[at(b)].x(); });
    std::size_t left = flat_.size();
    while (left > 2) {
      // An ear in which another corner lies is tried again once others are gone.
      const std::size_t before = left;
      for (int k = 0; k < static_cast<int>(flat_.size()); ++k)
        if (!cut_[at(k)]) wait(k);
      left = cut_waiting(left, parts);
      if (left == before) return false;
    }
    return true;
  }

 private:
  /// A corner that sticks out, with its neighbours at the time; ordered by the length of the cut, shortest
  /// first.
  struct Ear {
    double length;  // of the cut, squared
    int corner, before, after;
    bool operator<(const Ear& other) const {
      return length != other.length ? length > other.length : corner > other.corner;
    }
  };
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }
  bool is_convex(int k) const {
    return doubled(flat_[at(before_[at(k)])], flat_[at(k)], flat_[at(after_[at(k)])]) > line_;
  }
  /// Adds a corner to the queue if it sticks out.
  void wait(int k) {
    const int b = before_[at(k)], a = after_[at(k)];
    if (is_convex(k)) ears_.push({(flat_[at(a)] - flat_[at(b)]).squaredNorm(), k, b, a});
  }

  /// Cuts the waiting ears that can be cut, and those that this makes. Returns how many corners are left.
  std::size_t cut_waiting(std::size_t left, std::vector<std::array<int, 3>>& parts) {
    while (!ears_.empty() && left > 2) {
      const Ear ear = ears_.top();
      ears_.pop();
      // The neighbours have changed since the ear was queued; another entry has taken its place.
      const bool stale = cut_[at(ear.corner)] || before_[at(ear.corner)] != ear.before ||
                         after_[at(ear.corner)] != ear.after;
      if (stale || is_covered(ear)) continue;
      parts.push_back({ear.before, ear.corner, ear.after});
      cut_[at(ear.corner)] = true;
      after_[at(ear.before)] = ear.after;
      before_[at(ear.after)] = ear.before;
      --left;
      wait(ear.before);
      wait(ear.after);
    }
    ears_ = {};
    return left;
  }

  /// Whether a corner that does not stick out lies in the ear or on its rim.
  bool is_covered(const Ear& ear) const {
    const Vec2 &a = flat_[at(ear.before)], &b = flat_[at(ear.corner)], &c = flat_[at(ear.after)];
    // Only corners within the ear's range of x can lie in it.
    const auto [low, high] = std::minmax({a.x(), b.x(), c.x()});
    const auto first = std::lower_bound(blocking_.begin(), blocking_.end(), low,
                                        [&](int k, double x) { return flat_[at(k)].x() < x; });
    for (auto k = first; k != blocking_.end() && flat_[at(*k)].x() <= high; ++k) {
      const Vec2& p = flat_[at(*k)];
      if (cut_[at(*k)] || p == a || p == b || p == c || is_convex(*k)) continue;
      if (doubled(a, b, p) >= -line_ && doubled(b, c, p) >= -line_ && doubled(c, a, p) >= -line_) return true;
    }
    return false;
  }

  const std::vector<Vec2>& flat_;
  std::vector<int> before_, after_;
  std::vector<bool> cut_;
  std::vector<int> blocking_;  // by x
  std::priority_queue<Ear> ears_;
  double line_ = 0.0;
};

}  // namespace

bool part_polygon(std::span<const Vec3> corners, std::vector<std::array<int, 3>>& parts) {
  parts.clear();
  const std::vector<Vec2> flat = flattened(corners);
  if (flat.size() < 3) return false;
  EarCutter cutter(flat);
  if (cutter.fan(parts)) return true;
  if (flat.size() <= kMostEarCorners && cutter.cut(parts)) return true;
  parts.clear();
  return false;
}

}  // namespace grouser
