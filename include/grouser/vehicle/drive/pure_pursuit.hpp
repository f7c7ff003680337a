// SPDX-License-Identifier: BSD-3-Clause
// Pure pursuit: R. C. Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", CMU-RI-TR-92-01,
// 1992. The vehicle drives the circle that is tangent to its heading and meets the path one lookahead away.
//
// On a straight line and for small errors the cross-track error e is a damped oscillation over the driven
// distance s, whatever the speed:
//   e'' + (2/L) e' + (2/L^2) e = 0,   e = e0 exp(-s/L) (cos(s/L) + sin(s/L))
#pragma once
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

/// A polyline; its last leg continues beyond its end.
class WaypointPath {
 public:
  /// At least two points, no two neighbours equal.
  explicit WaypointPath(std::vector<Vec2> points);
  int legs() const { return static_cast<int>(points_.size()) - 1; }
  const std::vector<Vec2>& points() const { return points_; }
  double length() const { return starts_.back(); }
  double start(int leg) const { return starts_[static_cast<std::size_t>(leg)]; }  ///< along the path, m
  Vec2 direction(int leg) const { return directions_[static_cast<std::size_t>(leg)]; }
  int leg_at(double along) const;
  Vec2 point_at(double along) const;

 private:
  std::vector<Vec2> points_, directions_;
  std::vector<double> starts_;
};

struct Pose2 {
  double x = 0.0, y = 0.0, yaw = 0.0;
};

struct PursuitTarget {
  double along = 0.0;        ///< nearest place on the path, m from its start; never decreases
  double cross_track = 0.0;  ///< distance from the path, m, + if the vehicle is left of it
  double curvature = 0.0;    ///< of the circle to the goal, 1/m, + left, within the limit
  Vec2 goal = Vec2::Zero();
};

/// `along` is that of the previous call (0 at the start). The nearest place is searched from there over two
/// lookaheads, so a path may cross itself. The goal is one lookahead beyond the nearest place, along the
/// path. (Coulter's distance is that from the vehicle; here there is a goal ahead even if the vehicle is far
/// off the path.)
PursuitTarget pursue(const WaypointPath&, const Pose2&, double lookahead, double max_curvature, double along);

}  // namespace grouser
