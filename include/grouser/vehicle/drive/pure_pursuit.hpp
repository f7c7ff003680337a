// Pure pursuit: R. C. Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", CMU-RI-TR-92-01,
// 1992. The vehicle drives the circle that touches its heading and meets the path one lookahead away.
//
// On a straight line and for small errors it is the damped wave e'' + (2/L) e' + (2/L^2) e = 0 in the
// distance driven: e = e0 exp(-s/L) (cos(s/L) + sin(s/L)), whatever the speed.
#pragma once
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

/// A polyline; its last leg goes on beyond its end.
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
  double along = 0.0;        ///< nearest place on the path, m from its start; never goes back
  double cross_track = 0.0;  ///< distance from it, m, + where the vehicle is left of the path
  double curvature = 0.0;    ///< of the circle to the goal, 1/m, + left, within the limit
  Vec2 goal = Vec2::Zero();
};

/// `along`: of the call before (0 at the start). The nearest place is sought from there over two lookaheads,
/// so a path may cross itself. The goal is one lookahead on from the nearest place, along the path (Coulter's
/// distance is the vehicle's; so there is a goal ahead also where the vehicle is far off).
PursuitTarget pursue(const WaypointPath&, const Pose2&, double lookahead, double max_curvature, double along);

}  // namespace grouser
