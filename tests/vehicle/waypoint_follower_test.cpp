// SPDX-License-Identifier: BSD-3-Clause
// The follower's wheels move a rigid rover without slip: does it come to its waypoints?
#include "grouser/vehicle/drive/waypoint_follower.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"

using namespace grouser;

namespace {

constexpr double kTurnRadius = 0.15;

std::vector<FollowerWheel> six_wheels() {
  return {{"front_left", 0.8, 0.6, kTurnRadius, WheelMount::steered},
          {"front_right", 0.8, -0.6, kTurnRadius, WheelMount::steered},
          {"middle_left", 0.0, 0.7, kTurnRadius, WheelMount::steered},
          {"middle_right", 0.0, -0.7, kTurnRadius, WheelMount::steered},
          {"rear_left", -0.8, 0.6, kTurnRadius, WheelMount::steered},
          {"rear_right", -0.8, -0.6, kTurnRadius, WheelMount::steered}};
}

FollowSpec l_path() {
  return {.waypoints = {{0.0, 0.0}, {4.0, 0.0}, {4.0, 9.0}},
          .speed = 0.1,
          .lookahead = 1.0,
          .max_curvature = 0.8,
          .interval = 0.5,
          .start = 2.0,
          .tolerance = 0.2,
          .steer_rate = 0.2};
}

/// The plane motion that fits the hubs best (for hubs about the origin: means).
struct Twist {
  double forward = 0.0, turn = 0.0, misfit = 0.0;
};
Twist rolled(const std::vector<FollowerWheel>& wheels, const std::vector<DriveSegment>& segments, double t) {
  Vec2 mean = Vec2::Zero();
  double moment = 0.0, inertia = 0.0;
  std::vector<Vec2> hubs;
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    const double angle = segments[i].steer_at(t).q, speed = kTurnRadius * segments[i].spin_at(t).v;
    hubs.emplace_back(speed * std::cos(angle), speed * std::sin(angle));
    mean += hubs.back() / static_cast<double>(wheels.size());
    moment += wheels[i].x * hubs.back().y() - wheels[i].y * hubs.back().x();
    inertia += wheels[i].x * wheels[i].x + wheels[i].y * wheels[i].y;
  }
  Twist twist{mean.x(), moment / inertia, 0.0};
  for (std::size_t i = 0; i < wheels.size(); ++i)
    twist.misfit =
        std::max(twist.misfit,
                 (hubs[i] - Vec2(twist.forward - twist.turn * wheels[i].y, twist.turn * wheels[i].x)).norm());
  return twist;
}

struct Drive {
  Pose2 pose;
  FollowerState state;
  std::vector<DriveSegment> segments;
  double largest_steer_rate = 0.0, largest_jump = 0.0, largest_steer = 0.0;
};

Drive drive(const FollowSpec& spec, Pose2 pose, double duration, double dt = 0.01) {
  const std::vector<FollowerWheel> wheels = six_wheels();
  const WaypointFollower follower(spec, wheels);
  Drive run{pose, {}, std::vector<DriveSegment>(wheels.size())};
  follower.reset(run.state, run.segments);
  for (int n = 0; n * dt < duration; ++n) {
    const double t = n * dt;
    if (follower.due(t, run.state)) {
      const std::vector<DriveSegment> before = run.segments;
      follower.decide(t, run.pose, run.state, run.segments);
      for (std::size_t i = 0; i < wheels.size(); ++i) {
        const CoordinateCommand a = before[i].spin_at(t), b = run.segments[i].spin_at(t);
        const CoordinateCommand c = before[i].steer_at(t), d = run.segments[i].steer_at(t);
        for (const double jump : {b.q - a.q, b.v - a.v, d.q - c.q, d.v - c.v})
          run.largest_jump = std::max(run.largest_jump, std::abs(jump));
      }
    }
    for (const DriveSegment& s : run.segments) {
      run.largest_steer_rate = std::max(run.largest_steer_rate, std::abs(s.steer_at(t).v));
      run.largest_steer = std::max(run.largest_steer, std::abs(s.steer_at(t).q));
    }
    const Twist twist = rolled(wheels, run.segments, t + 0.5 * dt);
    const double yaw = run.pose.yaw + 0.5 * dt * twist.turn;
    run.pose = {run.pose.x + dt * twist.forward * std::cos(yaw),
                run.pose.y + dt * twist.forward * std::sin(yaw), run.pose.yaw + dt * twist.turn};
  }
  return run;
}

}  // namespace

TEST_CASE("the rover turns the corner, comes to the last waypoint and stops there", "[vehicle]") {
  const FollowSpec spec = l_path();
  const Drive run = drive(spec, {}, 180.0);
  CHECK(run.state.finished);
  CHECK(run.state.reached == 3.0);
  CHECK(run.segments[0].spin_at(180.0).v == 0.0);
  // Stops within the tolerance, 9 lookaheads after the corner: exp(-9) of the quarter turn, less damped by
  // the interval and the limit of curvature.
  CHECK(run.pose.x == Approx(4.0).margin(0.003));
  CHECK(run.pose.y == Approx(9.0).margin(spec.tolerance));
  CHECK(run.pose.yaw == Approx(0.5 * std::acos(-1.0)).margin(0.003));
  CHECK(run.largest_jump < 1e-15);
  CHECK(run.largest_steer > 0.2);
  CHECK(run.largest_steer_rate < spec.steer_rate * (1.0 + 1e-9));
  CHECK(run.largest_steer_rate > 0.5 * spec.steer_rate);
}

TEST_CASE("slow steering still follows, never faster than its limit", "[vehicle]") {
  FollowSpec spec = l_path();
  // Just allowed: the front left wheel steers atan2(0.64, 0.52) = 0.888 rad within the 5 s of half a
  // lookahead.
  spec.steer_rate = 0.178;
  const Drive run = drive(spec, {}, 180.0);
  CHECK(run.state.finished);
  CHECK(run.pose.x == Approx(4.0).margin(0.01));
  CHECK(run.largest_steer_rate < spec.steer_rate * (1.0 + 1e-9));
  CHECK(run.largest_steer_rate > 0.99 * spec.steer_rate);  // it was the limit that acted
}

TEST_CASE("straight ahead the wheels keep exactly zero steering, at rest until the start", "[vehicle]") {
  FollowSpec spec = l_path();
  spec.waypoints = {{0.0, 0.0}, {1.0, 0.0}, {3.0, 0.0}};
  CHECK(drive(spec, {}, 1.9).pose.x == 0.0);
  const Drive run = drive(spec, {}, 20.0);
  CHECK(run.largest_steer == 0.0);
  CHECK(run.pose.y == 0.0);
  CHECK(run.state.reached == 2.0);
  // The ramp of half a second costs a quarter of a second's way.
  CHECK(run.pose.x == Approx(0.1 * (20.0 - 2.0 - 0.25)).epsilon(1e-6));
}

TEST_CASE("at the quarter lookahead that a table may ask for, the loop is still damped", "[vehicle]") {
  FollowSpec spec = l_path();
  spec.waypoints = {{0.0, 0.0}, {20.0, 0.0}};
  spec.interval = 0.25 * spec.lookahead / spec.speed;
  spec.steer_rate = 6.0;
  const Drive early = drive(spec, {0.0, 0.2, 0.0}, 40.0), late = drive(spec, {0.0, 0.2, 0.0}, 140.0);
  CHECK(std::abs(early.state.cross_track) > std::abs(late.state.cross_track));
  CHECK(std::abs(late.state.cross_track) < 1e-3);
}

TEST_CASE("a follower's table is read and checked", "[vehicle]") {
  const auto read = [](const std::string& follow) {
    const TomlTable file = TomlTable::parse("[drive]\n" + follow, "s.toml");
    const auto spec = read_keys<DriveSpec>(file.table("drive")).follow;
    file.finish();
    return spec;
  };
  const auto refusal = [&](const std::string& follow) -> std::string {
    try {
      read("[drive.follow]\n" + follow);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  CHECK_FALSE(read("").has_value());
  const std::string numbers = "speed = 0.1\nlookahead = 1.5\nmax_curvature = 0.5\n";
  const std::string path = "waypoints = [[0, 0], [3, 1.5]]\n";
  const auto spec = read("[drive.follow]\n" + path + numbers + "steer_rate_deg = 9.0\nstart = 4\n");
  REQUIRE(spec.has_value());
  CHECK(spec->waypoints[1] == Vec2(3.0, 1.5));
  CHECK(spec->steer_rate == Approx(std::acos(-1.0) / 20.0));
  CHECK(spec->start == 4.0);
  CHECK(spec->interval == 0.5);
  CHECK(refusal("waypoints = [[0, 0]]\n" + numbers).find("two or more") != std::string::npos);
  CHECK(refusal("waypoints = [[0, 0], [1, 1], [1, 1]]\n" + numbers).find("points 1 and 2") !=
        std::string::npos);
  CHECK(refusal(path + numbers + "interval = 4.0\n").find("quarter of the lookahead") != std::string::npos);
  CHECK(refusal(path + "lookahead = 1\nmax_curvature = 1\n").find("speed") != std::string::npos);
  FollowSpec slow = l_path();
  slow.steer_rate = 0.17;
  CHECK_THROWS_AS(WaypointFollower(slow, six_wheels()), InputError);
  try {
    FollowSpec sharp = *spec;
    sharp.max_curvature = 1.5;
    sharp.steer_rate = 6.0;
    WaypointFollower(sharp, six_wheels());
    FAIL("not refused");
  } catch (const InputError& e) {
    CHECK(std::string(e.what()).rfind("s.toml", 0) == 0);
    CHECK(std::string(e.what()).find("'middle_left'") != std::string::npos);
  }
}
