// Waypoint following: at a fixed interval the follower looks where the rover is, asks pure pursuit for a
// curvature and gives every wheel its next segment. Slip is answered by looking again, not by a model of it.
#pragma once
#include <optional>
#include <span>

#include "grouser/vehicle/drive/drive_segment.hpp"
#include "grouser/vehicle/drive/pure_pursuit.hpp"

namespace grouser {

struct FollowSpec {
  std::vector<Vec2> waypoints;  ///< world, m
  double speed = 0.0;           ///< m/s, > 0
  double lookahead = 0.0;       ///< m
  double max_curvature = 0.0;   ///< 1/m
  double interval = 0.5;        ///< s between decisions, and the length of a segment
  double start = 0.0;           ///< s
  double tolerance = 0.1;       ///< a waypoint is reached within this (or when it is passed), m
  double steer_rate = 0.35;     ///< largest rate of a steering joint, rad/s
  std::string place = {};       ///< "file:line: key", for errors
};

/// [drive.follow] waypoints = [[x, y], ...], speed, lookahead, max_curvature, and optionally interval, start,
/// tolerance, steer_rate_deg; nothing where the table has no `follow`. Throws InputError: fewer than two
/// waypoints, two alike in a row, or an interval in which the rover drives more than a quarter lookahead
/// (the loop would answer too late to be damped).
std::optional<FollowSpec> read_follow(const TomlTable& drive);

/// A hub from the middle of the turning axle.
struct FollowerWheel {
  std::string name;
  double x = 0.0, y = 0.0, radius = 0.0;  ///< m
  bool steered = false;
};

/// What a follower remembers; plain doubles, part of the state.
struct FollowerState {
  double next_time = 0.0;    ///< of the next decision, s
  double along = 0.0;        ///< m, see PursuitTarget
  double cross_track = 0.0;  ///< m
  double curvature = 0.0;    ///< commanded, 1/m
  double reached = 0.0;      ///< waypoints come within the tolerance of or passed, in order
  double finished = 0.0;     ///< 1: the last is reached or passed, the rover stops
};
inline constexpr int kFollowerStateSize = sizeof(FollowerState) / sizeof(double);

class WaypointFollower {
 public:
  /// Throws InputError naming a wheel that the largest curvature would turn round (the turning centre between
  /// the wheels): use point turns for that. Or one whose steering takes longer to the largest curvature than
  /// half the way of a lookahead: measured, the rover then swings about the path without end.
  WaypointFollower(FollowSpec spec, std::vector<FollowerWheel> wheels);
  const FollowSpec& spec() const { return spec_; }
  /// Wheels straight and at rest until spec().start.
  void reset(FollowerState&, std::span<DriveSegment> segments) const;
  bool due(double t, const FollowerState& state) const { return t >= state.next_time; }
  /// One decision at time t, when due: pose of the rover's reference point; one segment a wheel.
  void decide(double t, const Pose2&, FollowerState&, std::span<DriveSegment> segments) const;

 private:
  void check_wheel(std::size_t wheel) const;
  WheelCommand command(std::size_t wheel, double speed, double curvature) const;
  bool steers_in_time(double curvature, std::span<const DriveSegment> segments) const;
  double limited_curvature(double wanted, double now, std::span<const DriveSegment> segments) const;
  void count_reached(const Vec2& at, FollowerState&) const;

  FollowSpec spec_;
  WaypointPath path_;
  std::vector<FollowerWheel> wheels_;
};

}  // namespace grouser
