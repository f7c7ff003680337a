// SPDX-License-Identifier: BSD-3-Clause
// Pure pursuit (Coulter, CMU-RI-TR-92-01, 1992): the nearest point of the path ahead of the last one, the
// goal one lookahead farther along the path, and the arc through it.
#include "grouser/vehicle/drive/pure_pursuit.hpp"

#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kSearchLookaheads = 2.0;

// End of a leg along the path; the last leg has no end.
double leg_end(const WaypointPath& path, int leg) {
  return leg + 1 < path.legs() ? path.start(leg + 1) : std::numeric_limits<double>::infinity();
}

// Path length at the point nearest to `at` between `from` and `to`, by projection on each leg.
double nearest_along(const WaypointPath& path, const Vec2& at, double from, double to) {
  double best = from, best_distance = (path.point_at(from) - at).squaredNorm();
  for (int leg = path.leg_at(from); leg < path.legs() && path.start(leg) <= to; ++leg) {
    const double foot =
        path.start(leg) + path.direction(leg).dot(at - path.points()[static_cast<std::size_t>(leg)]);
    const double low = std::fmax(from, path.start(leg)), high = std::fmin(to, leg_end(path, leg));
    const double along = std::fmin(std::fmax(foot, low), high);
    const double distance = (path.point_at(along) - at).squaredNorm();
    if (distance < best_distance) best = along, best_distance = distance;
  }
  return best;
}

}  // namespace

WaypointPath::WaypointPath(std::vector<Vec2> points) : points_(std::move(points)), starts_{0.0} {
  GROUSER_ASSERT(points_.size() >= 2);
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const Vec2 leg = points_[i] - points_[i - 1];
    directions_.push_back(leg / leg.norm());
    starts_.push_back(starts_.back() + leg.norm());
  }
}

int WaypointPath::leg_at(double along) const {
  int leg = legs() - 1;
  while (leg > 0 && along < start(leg)) --leg;
  return leg;
}

Vec2 WaypointPath::point_at(double along) const {
  const int leg = leg_at(along);
  return points_[static_cast<std::size_t>(leg)] + (along - start(leg)) * direction(leg);
}

PursuitTarget pursue(const WaypointPath& path, const Pose2& pose, double lookahead, double max_curvature,
                     double along) {
  const Vec2 at(pose.x, pose.y);
  PursuitTarget target;
  target.along = nearest_along(path, at, along, along + kSearchLookaheads * lookahead);
  const Vec2 offset = at - path.point_at(target.along), direction = path.direction(path.leg_at(target.along));
  const double left = direction.x() * offset.y() - direction.y() * offset.x();
  target.cross_track = left < 0.0 ? -offset.norm() : offset.norm();
  target.goal = path.point_at(target.along + lookahead);
  // Coulter's equation: curvature = 2 y / D^2, with y the goal's offset to the left and D its distance.
  const Vec2 to_goal = target.goal - at;
  const math::SinCos heading = math::sincos(pose.yaw);
  const double sideways = heading.cos * to_goal.y() - heading.sin * to_goal.x();
  const double curvature = 2.0 * sideways / to_goal.squaredNorm();
  target.curvature = std::fmin(std::fmax(curvature, -max_curvature), max_curvature);
  return target;
}

}  // namespace grouser
