// SPDX-License-Identifier: BSD-3-Clause
// A traverse: a rover driven along a path, by equilibria (quasi-static) or by the dynamic simulation, with
// the same results from both: time, energy, slip, sinkage, margins.
#pragma once
#include <functional>
#include <optional>

#include "grouser/mission/quasi_static/quasi_static.hpp"
#include "grouser/mission/traverse/traverse_path.hpp"
#include "grouser/recording/run_file/table_file.hpp"
#include "grouser/simulation/run/run.hpp"

namespace grouser {

/// The method by which a traverse is driven.
enum class TraverseMode {
  quasi_static,  ///< by equilibria, one after the other
  dynamic        ///< by the simulation in time
};
const char* to_string(TraverseMode);  ///< the mode's word on the command line and in reports

/// The rover at one place of a traverse.
struct TraversePose {
  PathPoint at;                       ///< distance covered, position of the chassis frame
  double time = 0.0;                  ///< since the start, s
  double z = 0.0;                     ///< height of the chassis frame in the world, m
  double roll = 0.0;                  ///< of the chassis, rad
  double pitch = 0.0;                 ///< nose down positive, rad
  double yaw = 0.0;                   ///< from east, to the left positive, rad
  double slip = 0.0;                  ///< load-weighted mean of the wheels, -; NaN where they stand
  double max_slip = 0.0;              ///< of the wheel that slips most, sign kept, -
  double sinkage = 0.0;               ///< of the deepest wheel, m
  double load = 0.0;                  ///< of the most loaded wheel, N
  double power = 0.0;                 ///< of all drives, W
  double energy = 0.0;                ///< of all drives since the start, J
  double tilt = 0.0;                  ///< of the chassis from the vertical, rad
  double tip_margin = 0.0;            ///< force-angle margin (vehicle/spec/tip_over.hpp) under weight, rad
  double drawbar_margin = 0.0;        ///< additional pull that the wheels could give, over the weight, -
  bool ok = true;                     ///< false: there is no such pose, and the numbers are NaN
  std::vector<StaticWheel> wheels{};  ///< in the order of TraverseResult::wheel_names
};

/// A stretch of the path on which the rover has no pose, or no pose from which it can drive on.
struct TraverseFailure {
  double at = 0.0;                     ///< distance along the path from which it reaches, m
  double to = 0.0;                     ///< to which it reaches, m
  double x = 0.0;                      ///< of its beginning in the world, east, m
  double y = 0.0;                      ///< of its beginning in the world, north, m
  PoseStatus status = PoseStatus::ok;  ///< why there is no pose
  std::string reason;                  ///< the same in words
};

/// The one to report: the first with a physical reason; only if there is none, one without convergence,
/// which may be a limit of the search.
const TraverseFailure& blocking_failure(const std::vector<TraverseFailure>&);
/// One line about that failure.
std::string blocked_message(const std::vector<TraverseFailure>&);

/// The end of a traverse.
enum class TraverseStatus {
  completed,    ///< the rover reached the path's end
  blocked,      ///< physics stops the rover
  failed,       ///< a simulation broke off
  interrupted,  ///< it was cancelled
  unresolved    ///< there are places without equilibria that nothing has driven
};
const char* to_string(TraverseStatus);  ///< the status as a word of reports

/// A traverse and its headline numbers.
struct TraverseResult {
  std::string scenario;                               ///< name of the scenario
  TraverseMode mode = TraverseMode::quasi_static;     ///< mode in which it was driven
  TraverseStatus status = TraverseStatus::completed;  ///< result of the traverse
  std::string message;                                ///< why it did not complete
  double path_length = 0.0;                           ///< of the whole path in the map plane, m
  double distance = 0.0;                              ///< driven in the map plane, m
  double time = 0.0;                     ///< simulated or, by equilibria, from the rim's speed, s
  double energy = 0.0;                   ///< of all drives, J
  double mean_slip = 0.0;                ///< over the poses, load-weighted over the wheels, -
  double max_slip = 0.0;                 ///< of the wheel that slips most, sign kept, -
  double max_sinkage = 0.0;              ///< of the deepest wheel, m
  double max_tilt = 0.0;                 ///< of the chassis from the vertical, rad
  double min_tip_margin = 0.0;           ///< least force-angle margin, rad
  double min_drawbar_margin = 0.0;       ///< least additional pull over the weight, -
  double wall_s = 0.0;                   ///< time that the computation took, s
  std::vector<std::string> wheel_names;  ///< in the order of the vehicle
  std::vector<TraversePose> poses;  ///< at intervals of TraverseOptions::spacing, as far as the rover got
  std::vector<TraverseFailure> failures;    ///< stretches that the rover does not pass
  std::vector<TraverseFailure> unresolved;  ///< without equilibrium; the dynamic mode drove them
  std::vector<std::string> notes;           ///< warnings for the reader, one line each

  /// Time of the traverse over that of its computation, -; 0 where the latter is not known.
  double real_time_factor() const { return wall_s > 0.0 ? time / wall_s : 0.0; }
};

/// Treatment of stretches without equilibria.
enum class TraverseBridge {
  dynamic,  ///< the dynamic mode drives them
  none      ///< they are reported as they were found
};

/// Mode, path, clock, progress and cancelling of a traverse.
struct TraverseOptions {
  TraverseMode mode = TraverseMode::quasi_static;   ///< by equilibria or by the dynamic simulation
  TraverseBridge bridge = TraverseBridge::dynamic;  ///< treatment of places without an equilibrium
  double spacing = 0.005;                           ///< m between poses
  double speed = 0.0;  ///< commanded speed, m/s (rim speed of a wheel on the middle line)

  /// Dynamic: true: the scenario's own drive is used; false: waypoints are followed at `speed`
  bool own_drive = true;
  std::vector<Vec2> waypoints;               ///< world, m; two or more
  std::optional<std::filesystem::path> out;  ///< dynamic: run file
  std::function<double()> now;               ///< seconds of a steady clock; needed

  /// Progress in m along the path, of the whole length; may be empty.
  std::function<void(double done, double total)> progress;
  std::function<bool()> cancelled;  ///< asked regularly; true stops the traverse; may be empty
};

/// Tightest radius at the waypoints, m.
inline constexpr double kTurnRadius = 1.5;

/// Drives the path. Throws InputError: the path leaves the terrain, or the mode cannot handle the world.
TraverseResult run_traverse(std::shared_ptr<const World> world, const TraverseOptions& options);

/// The single JSON object of `grouser traverse --json`.
std::string to_json(const TraverseResult&);
/// One row per pose, with every wheel's load, sinkage, slip and torque.
Table make_traverse_table(const TraverseResult&);
/// The same table as a file. Its first row begins with kTraverseCsvBegin.
void write_traverse_csv(const std::filesystem::path&, const TraverseResult&);
/// Beginning of the first row of such a file.
inline constexpr const char* kTraverseCsvBegin = "distance [m],x [m],y [m],z [m],time [s],";

}  // namespace grouser
