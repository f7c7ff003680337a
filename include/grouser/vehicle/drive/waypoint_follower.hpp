// SPDX-License-Identifier: BSD-3-Clause
// Waypoint following: at a fixed interval the follower determines where the rover is, gets a curvature from
// pure pursuit and gives every wheel its next segment. Slip is compensated by this feedback, not by a model
// of it.
#pragma once
#include <numbers>
#include <optional>
#include <span>

#include "grouser/base/packed.hpp"
#include "grouser/vehicle/drive/drive_segment.hpp"
#include "grouser/vehicle/drive/pure_pursuit.hpp"

namespace grouser {

/// A path to follow and how closely.
struct FollowSpec {
  std::vector<Vec2> waypoints;  ///< world, m
  double speed = 0.0;           ///< m/s, > 0
  double lookahead = 0.0;       ///< m
  double max_curvature = 0.0;   ///< 1/m
  double interval = 0.5;        ///< s between decisions, and the length of a segment
  double start = 0.0;           ///< s
  double tolerance = 0.1;       ///< a waypoint is reached within this (or when it is passed), m
  double steer_rate = 20.0 * std::numbers::pi / 180.0;  ///< largest rate of a steering joint, rad/s
  std::string place = {};                               ///< "file:line: key", for errors
};

/// The keys of [drive.follow]. Refused: fewer than two waypoints, two equal ones in a row, or an interval in
/// which the rover drives more than a quarter lookahead (the feedback would come too late to be damped).
void visit_keys(KeyVisitor& v, FollowSpec& follow);

/// The source of the commands to drives: phases or a follower of a scenario, or commands from outside while
/// the run goes on, from the first command of each drive on.
enum class DriveSource { programme, external };

/// Limits of drives that are commanded from outside. Each drive gets from rest to its largest rate within
/// the ramp.
struct ExternalLimits {
  double top_speed = 0.0;  ///< of a wheel's rim, m/s; 0: as by hand (build_hand_drive.cpp)
  double steer_rate = 20.0 * std::numbers::pi / 180.0;      ///< rad/s
  double joint_turn_rate = 5.0 * std::numbers::pi / 180.0;  ///< of joints that turn, rad/s
  double joint_rate = 0.02;                                 ///< of joints that slide, m/s
};

/// Commands to the drives of one vehicle: by a programme, by a follower of waypoints, or from outside.
struct DriveSpec {
  DriveSource mode = DriveSource::programme;  ///< external: the phases hold until the first command
  std::vector<DrivePhase> phases;             ///< in order of `start`; at rest before the first
  double ramp = 0.5;                          ///< s, from one phase to the next
  std::optional<FollowSpec> follow;           ///< beside it there are no phases
  ExternalLimits external = {};               ///< used if the mode is external

  /// The phases after the rest before them. place: for errors.
  DriveProgramme programme(std::string place) const;
};

/// The keys of [drive]: `mode`, `ramp`, phases, or one steady phase without a table of its own, or a
/// follower, and limits of drives that are commanded from outside. Refused: phases closer than the ramp.
void visit_keys(KeyVisitor& v, DriveSpec& drive);

/// A wheel as the follower knows it: its hub's place from the middle of the turning axle.
struct FollowerWheel {
  std::string name;                      ///< name of the wheel
  double x = 0.0;                        ///< forward, m
  double y = 0.0;                        ///< to the left, m
  double radius = 0.0;                   ///< of the rim, m
  WheelMount mount = WheelMount::fixed;  ///< fixed or steered
};

/// Memory of a follower; plain doubles, part of the state.
struct FollowerState {
  double next_time = 0.0;    ///< of the next decision, s
  double along = 0.0;        ///< m, see PursuitTarget
  double cross_track = 0.0;  ///< m
  double curvature = 0.0;    ///< commanded curvature, 1/m
  double reached = 0.0;      ///< number of waypoints reached within the tolerance or passed, in order
  Packed<bool> finished{};   ///< the last is reached or passed, the rover stops
};

/// The law of pure pursuit for one vehicle and one path.
class WaypointFollower {
 public:
  /// Throws InputError naming a wheel that the largest curvature would turn round (with the turning centre
  /// between the wheels): point turns are meant for that. Also for a wheel whose steering takes longer to the
  /// largest curvature than the rover takes for half a lookahead: measurements show that it then oscillates
  /// about the path without end.
  WaypointFollower(FollowSpec spec, std::vector<FollowerWheel> wheels);
  const FollowSpec& spec() const { return spec_; }  ///< the path, speed and tolerances that it keeps to

  /// Wheels straight and at rest until spec().start.
  void reset(FollowerState&, std::span<DriveSegment> segments) const;
  /// Whether a decision is due at time t, s.
  bool due(double t, const FollowerState& state) const { return t >= state.next_time; }
  /// One decision at time t, when it is due: pose of the rover's reference point; one segment per wheel.
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
