// SPDX-License-Identifier: BSD-3-Clause
// A kinematic unicycle under pure pursuit, against the closed forms of the line and the circle.
#include "grouser/vehicle/drive/pure_pursuit.hpp"

#include <cmath>
#include <numbers>

#include "catch.hpp"

using namespace grouser;

namespace {

/// Moves along a circle exactly.
Pose2 driven(const Pose2& from, double curvature, double distance) {
  const double yaw = from.yaw + curvature * distance, middle = 0.5 * (from.yaw + yaw);
  const double half = 0.5 * curvature * distance;
  const double chord = half == 0.0 ? distance : distance * std::sin(half) / half;
  return {from.x + chord * std::cos(middle), from.y + chord * std::sin(middle), yaw};
}

WaypointPath circle(double radius, int legs) {
  std::vector<Vec2> points;
  for (int i = 0; i <= legs; ++i)
    points.emplace_back(radius * std::sin(2.0 * std::numbers::pi * i / legs),
                        radius * (1.0 - std::cos(2.0 * std::numbers::pi * i / legs)));
  return WaypointPath(points);
}

}  // namespace

TEST_CASE("small errors on a line die as the damped wave of pure pursuit", "[vehicle]") {
  const WaypointPath path({{0.0, 0.0}, {20.0, 0.0}});
  constexpr double kStep = 1e-3, kOffset = 0.01;
  for (const double lookahead : {0.7, 1.5}) {
    Pose2 pose{0.0, kOffset, 0.0};
    double along = 0.0;
    for (int i = 1; i <= 8000; ++i) {
      const PursuitTarget target = pursue(path, pose, lookahead, 5.0, along);
      along = target.along;
      pose = driven(pose, target.curvature, kStep);
      const double s = i * kStep / lookahead;
      const double expected = kOffset * std::exp(-s) * (std::cos(s) + std::sin(s));
      // Holding the curvature over a step errs by step / lookahead, 1.4e-3 of the offset at most.
      CHECK(std::abs(pose.y - expected) < 1.5e-3 * kOffset);
    }
  }
}

TEST_CASE("on a straight line the curvature is exactly zero, past waypoints and the end", "[vehicle]") {
  const WaypointPath path({{0.0, 0.0}, {1.0, 0.0}, {2.5, 0.0}, {4.0, 0.0}});
  double along = 0.0;
  for (double x = -0.5; x < 6.0; x += 0.037) {
    const PursuitTarget target = pursue(path, {x, 0.0, 0.0}, 0.8, 2.0, along);
    CHECK(target.curvature == 0.0);
    if (x > 0.0) CHECK(target.along == Approx(x).epsilon(1e-14));
    along = target.along;
  }
}

TEST_CASE("on a circle the pursued curvature is the circle's, and an offset vehicle comes to it",
          "[vehicle]") {
  constexpr double kRadius = 5.0, kLookahead = 1.0;
  constexpr int kLegs = 4000;
  const WaypointPath path = circle(kRadius, kLegs);
  const double sagitta =
      kRadius * (1.0 - std::cos(std::numbers::pi / kLegs));  // polygon against circle, 1.5e-6 m
  const PursuitTarget on_circle = pursue(path, {0.0, 0.0, 0.0}, kLookahead, 2.0, 0.0);
  CHECK(std::abs(on_circle.curvature - 1.0 / kRadius) < 4.0 * sagitta / (kLookahead * kLookahead));
  Pose2 pose{0.0, -0.3, 0.2};
  PursuitTarget target;
  for (int i = 0; i < 20000; ++i) {
    target = pursue(path, pose, kLookahead, 2.0, target.along);
    pose = driven(pose, target.curvature, 1e-3);
    const double radius = std::hypot(pose.x, pose.y - kRadius);
    // From 0.3 m off it overshoots by less than the line's wave would: exp(-pi) = 4 %.
    CHECK(radius < kRadius + 0.3 + 0.1);
    if (i > 12000) CHECK(std::abs(radius - kRadius) < 1e-4);  // 12 lookaheads: exp(-12) of 0.3 m and the hold
    if (i > 12000) CHECK(target.curvature == Approx(1.0 / kRadius).epsilon(2e-3));
  }
}

TEST_CASE("the goal lies one lookahead on along the path, the curvature is limited, sides have signs",
          "[vehicle]") {
  const WaypointPath path({{0.0, 0.0}, {2.0, 0.0}, {2.0, 3.0}});
  // From (1.5, 0) a lookahead of 1 reaches half a metre round the corner.
  const PursuitTarget corner = pursue(path, {1.5, 0.0, 0.0}, 1.0, 5.0, 0.0);
  CHECK((corner.goal - Vec2(2.0, 0.5)).norm() < 1e-15);
  CHECK(corner.curvature == Approx(2.0 * 0.5 / 0.5).epsilon(1e-14));  // 2 y / D^2
  // The circle of that curvature through (1.5, 0), along x, meets the goal.
  CHECK((Vec2(1.5, 1.0 / corner.curvature) - corner.goal).norm() == Approx(1.0 / corner.curvature));
  CHECK(pursue(path, {1.5, 0.0, 0.0}, 1.0, 0.4, 0.0).curvature == 0.4);
  CHECK(pursue(path, {0.5, 0.2, 0.0}, 1.0, 5.0, 0.0).cross_track == Approx(0.2));
  CHECK(pursue(path, {0.5, -0.2, 0.0}, 1.0, 5.0, 0.0).cross_track == Approx(-0.2));
  CHECK(pursue(path, {0.5, 0.2, 0.0}, 1.0, 5.0, 0.0).curvature < 0.0);
  // Far off: still ahead of the nearest place.
  CHECK((pursue(path, {0.5, -3.0, 0.0}, 1.0, 5.0, 0.0).goal - Vec2(1.5, 0.0)).norm() < 1e-14);
}

TEST_CASE("a path that crosses itself is followed in its order", "[vehicle]") {
  // A loop that comes back over its first leg.
  const WaypointPath path({{0.0, 0.0}, {10.0, 0.0}, {10.0, 5.0}, {5.0, 5.0}, {5.0, -5.0}});
  Pose2 pose{0.0, 0.0, 0.0};
  PursuitTarget target;
  double previous = 0.0;
  for (int i = 0; i < 2900; ++i) {
    target = pursue(path, pose, 0.8, 2.0, target.along);
    CHECK(target.along - previous >= 0.0);
    CHECK(target.along - previous < 0.5);       // no jump to the later leg at the crossing
    CHECK(std::abs(target.cross_track) < 0.3);  // corners are cut by less than half a lookahead
    previous = target.along;
    pose = driven(pose, target.curvature, 1e-2);
  }
  CHECK(pose.y < 0.0);  // 29 m of 30: past the crossing, on the last leg
  CHECK(pose.x == Approx(5.0).margin(1e-2));
}
