// SPDX-License-Identifier: BSD-3-Clause
// The force-angle measure (Papadopoulos & Rey 1996) without storage: the supports' hull as seen along the
// force is walked once, corner by corner, and the least angle of the force over its edges is kept.
#include "grouser/vehicle/spec/tip_over.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

// The supports as seen along the force, from above.
class View {
 public:
  View(std::span<const Vec3> supports, const Vec3& direction) : supports_(supports) {
    int smallest = 0;
    direction.cwiseAbs().minCoeff(&smallest);
    right_ = direction.cross(Vec3::Unit(smallest)).normalized();
    up_ = right_.cross(direction);  // right x up points against the force
    for (int i = 0; i < std::min(kKept, size()); ++i) kept_[i] = seen(i);
  }
  int size() const { return static_cast<int>(supports_.size()); }
  const Vec3& point(int i) const { return supports_[static_cast<std::size_t>(i)]; }
  Vec2 operator()(int i) const { return i < kKept ? kept_[i] : seen(i); }

 private:
  static constexpr int kKept = 16;  // positions stored; further ones are recomputed each time
  Vec2 seen(int i) const { return {right_.dot(point(i)), up_.dot(point(i))}; }
  std::span<const Vec3> supports_;
  Vec3 right_, up_;
  Vec2 kept_[kKept];
};

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// An angle given by its sine and cosine, each times the same length.
struct Direction {
  double sine = 0.0, cosine = 0.0;
  double angle() const { return math::atan2(sine, cosine); }
  /// Order by the angle in (-pi, pi].
  bool before(const Direction& o) const {
    if ((sine < 0.0) != (o.sine < 0.0)) return sine < 0.0;
    return cosine * o.sine - sine * o.cosine > 0.0;
  }
};

// Angle from the edge's normal through the centre of mass to the force, in the plane perpendicular to the
// edge, positive towards the inside: equations (4) to (9). Seen from above, the polygon is to the left of the
// edge.
Direction edge_angle(const Vec3& from, const Vec3& to, const TipOverLoad& load) {
  const Vec3 axis = (to - from).normalized();
  const Vec3 to_edge = (to - load.com) - axis * axis.dot(to - load.com);
  const double distance2 = to_edge.squaredNorm();
  Vec3 force = load.force - axis * axis.dot(load.force);
  // The moment about the edge as a force at the centre of mass's lever arm.
  if (distance2 > 0.0) force += to_edge.cross(axis) * (axis.dot(load.moment) / distance2);
  return {to_edge.cross(force).dot(axis), to_edge.dot(force)};
}

// The next corner of the hull after `at`, counter-clockwise (Jarvis 1973, gift wrapping: no storage): all
// supports lie left of the line to it; if several are on that line, the farthest.
int next_corner(const View& view, int at) {
  const Vec2 here = view(at);
  int best = -1;
  Vec2 towards = Vec2::Zero();
  for (int i = 0; i < view.size(); ++i) {
    const Vec2 d = view(i) - here;
    if (d.squaredNorm() == 0.0) continue;
    const double turn = best < 0 ? -1.0 : cross(towards, d);
    if (turn < 0.0 || (turn == 0.0 && d.squaredNorm() > towards.squaredNorm())) best = i, towards = d;
  }
  return best;
}

/// A corner of the hull: the leftmost support, of equal ones the lowest.
int lowest_left(const View& view) {
  int best = 0;
  for (int i = 1; i < view.size(); ++i) {
    const Vec2 p = view(i), q = view(best);
    if (p.x() < q.x() || (p.x() == q.x() && p.y() < q.y())) best = i;
  }
  return best;
}

// Twice the area of the supports' hull over its longest edge squared: 0 for a line. Below this value it
// counts as a line.
constexpr double kThinnest = 1e-6;

struct Walk {
  TipOver least;
  double area = 0.0, longest = 0.0;  // twice the area, m2; squared length, m2
  int corners = 0;
};
/// Goes round the hull once and keeps the edge with the least angle.
Walk walk_hull(const View& view, const TipOverLoad& load) {
  Walk walk;
  Direction least;
  const int first = lowest_left(view);
  for (int at = first; walk.corners < view.size();) {
    const int next = next_corner(view, at);
    if (next < 0) break;
    const Direction angle = edge_angle(view.point(at), view.point(next), load);
    if (walk.corners == 0 || angle.before(least)) {
      least = angle;
      walk.least.from = at, walk.least.to = next;
    }
    walk.area += cross(view(at), view(next));
    walk.longest = std::fmax(walk.longest, (view(next) - view(at)).squaredNorm());
    ++walk.corners;
    at = next;
    if (view(at) == view(first)) break;
  }
  if (walk.corners > 0) walk.least.margin = least.angle();
  return walk;
}

// Angle between the force and the line from the centre of mass to the only support.
double angle_from_point(const Vec3& support, const TipOverLoad& load) {
  const Vec3 to_point = support - load.com;
  return math::atan2(to_point.cross(load.force).norm(), to_point.dot(load.force));
}

}  // namespace

TipOver calc_tip_over(std::span<const Vec3> supports, const TipOverLoad& load, double weight) {
  const double size = load.force.norm();
  if (supports.empty() || size == 0.0) return {};
  const Walk walk = walk_hull(View(supports, load.force / size), load);
  TipOver result = walk.least;
  // One support, or a line of them, gives no margin: minus the angle to it.
  if (walk.corners == 0)
    result = {-angle_from_point(supports[0], load), 0.0, 0, 0, 1};
  else if (walk.corners < 3 || walk.area < kThinnest * walk.longest)
    result.margin = -std::fabs(result.margin), result.corners = 2;
  else
    result.corners = walk.corners;
  result.measure = result.margin * size / weight;
  return result;
}

}  // namespace grouser
