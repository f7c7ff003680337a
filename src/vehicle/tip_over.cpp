#include "grouser/vehicle/tip_over.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

// The supports as seen along the force, from above.
struct View {
  Vec3 right, up;  // perpendicular to the force; right x up points against it
  Vec2 operator()(const Vec3& p) const { return {right.dot(p), up.dot(p)}; }
};
View view_along(const Vec3& direction) {
  int smallest = 0;
  direction.cwiseAbs().minCoeff(&smallest);
  const Vec3 right = direction.cross(Vec3::Unit(smallest)).normalized();
  return {right, right.cross(direction)};
}

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Angle from the edge's normal through the centre of mass to the force in the edge's plane, + towards the
// inside: equations (4) to (9). The edge has the polygon on its left, seen from above.
double edge_angle(const Vec3& from, const Vec3& to, const TipOverLoad& load) {
  const Vec3 axis = (to - from).normalized();
  const Vec3 to_edge = (to - load.com) - axis * axis.dot(to - load.com);
  const double distance = to_edge.norm();
  Vec3 force = load.force - axis * axis.dot(load.force);
  // The moment about the edge as a force at the centre of mass's lever arm.
  if (distance > 0.0) force += (to_edge / distance).cross(Vec3(axis * axis.dot(load.moment))) / distance;
  return math::atan2(to_edge.cross(force).dot(axis), to_edge.dot(force));
}

// The next corner of the hull after `at`, counter-clockwise (Jarvis 1973, gift wrapping: no storage): all
// supports lie left of the line to it; of several on that line the farthest.
int next_corner(std::span<const Vec3> supports, const View& view, int at) {
  const Vec2 here = view(supports[static_cast<std::size_t>(at)]);
  int best = -1;
  Vec2 towards = Vec2::Zero();
  for (int i = 0; i < static_cast<int>(supports.size()); ++i) {
    const Vec2 d = view(supports[static_cast<std::size_t>(i)]) - here;
    if (d.squaredNorm() == 0.0) continue;
    const double turn = best < 0 ? -1.0 : cross(towards, d);
    if (turn < 0.0 || (turn == 0.0 && d.squaredNorm() > towards.squaredNorm())) best = i, towards = d;
  }
  return best;
}

int lowest_left(std::span<const Vec3> supports, const View& view) {
  int best = 0;
  for (int i = 1; i < static_cast<int>(supports.size()); ++i) {
    const Vec2 p = view(supports[static_cast<std::size_t>(i)]),
               q = view(supports[static_cast<std::size_t>(best)]);
    if (p.x() < q.x() || (p.x() == q.x() && p.y() < q.y())) best = i;
  }
  return best;
}

// Twice the area of the supports' hull over its longest edge squared: 0 for a line. Below this share it is
// one.
constexpr double kThinnest = 1e-6;

struct Walk {
  TipOver least;
  double area = 0.0, longest = 0.0;  // twice the area, m2; squared length, m2
  int corners = 0;
};
Walk walk_hull(std::span<const Vec3> supports, const View& view, const TipOverLoad& load) {
  Walk walk;
  const int first = lowest_left(supports, view);
  for (int at = first; walk.corners < static_cast<int>(supports.size());) {
    const int next = next_corner(supports, view, at);
    if (next < 0) break;
    const Vec3 &a = supports[static_cast<std::size_t>(at)], &b = supports[static_cast<std::size_t>(next)];
    const double angle = edge_angle(a, b, load);
    if (walk.corners == 0 || angle < walk.least.margin) walk.least = {angle, 0.0, at, next, 0};
    walk.area += cross(view(a), view(b));
    walk.longest = std::fmax(walk.longest, (view(b) - view(a)).squaredNorm());
    ++walk.corners;
    at = next;
    if ((view(supports[static_cast<std::size_t>(at)]) - view(supports[static_cast<std::size_t>(first)]))
            .norm() == 0.0)
      break;
  }
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
  const Walk walk = walk_hull(supports, view_along(load.force / size), load);
  TipOver result = walk.least;
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
