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

enum class TraverseMode { quasi_static, dynamic };
const char* to_string(TraverseMode);

/// One place of a traverse.
struct TraversePose {
  PathPoint at;       ///< distance covered, position of the chassis frame
  double time = 0.0;  ///< since the start, s
  double z = 0.0, roll = 0.0, pitch = 0.0, yaw = 0.0;
  double slip = 0.0;            ///< load-weighted mean of the wheels, -; NaN where they stand
  double max_slip = 0.0;        ///< of the wheel that slips most, sign kept, -
  double sinkage = 0.0;         ///< of the deepest wheel, m
  double load = 0.0;            ///< of the most loaded wheel, N
  double power = 0.0;           ///< of all drives, W
  double energy = 0.0;          ///< of all drives since the start, J
  double tilt = 0.0;            ///< of the chassis from the vertical, rad
  double tip_margin = 0.0;      ///< force-angle margin (vehicle/spec/tip_over.hpp) under weight, rad
  double drawbar_margin = 0.0;  ///< additional pull that the wheels could give, over the weight, -
  bool ok = true;               ///< false: there is no such pose, and the numbers are NaN
  std::vector<StaticWheel> wheels{};
};

struct TraverseFailure {
  double at = 0.0, to = 0.0;  ///< along the path, from and to, m
  double x = 0.0, y = 0.0;    ///< where it begins
  PoseStatus status = PoseStatus::ok;
  std::string reason;
};

/// Of a non-empty list: the first one with a physical reason; only if there is none, one without convergence,
/// which may be a limit of the search.
const TraverseFailure& blocking_failure(const std::vector<TraverseFailure>&);
/// One line for that one.
std::string blocked_message(const std::vector<TraverseFailure>&);

/// blocked: physics stops the rover; failed: a simulation broke off; unresolved: places without equilibria
/// that nothing has driven.
enum class TraverseStatus { completed, blocked, failed, interrupted, unresolved };
const char* to_string(TraverseStatus);

struct TraverseResult {
  std::string scenario;
  TraverseMode mode = TraverseMode::quasi_static;
  TraverseStatus status = TraverseStatus::completed;
  std::string message;       ///< why it did not complete
  double path_length = 0.0;  ///< m
  double distance = 0.0;     ///< driven in the map plane, m
  double time = 0.0;         ///< s
  double energy = 0.0;       ///< J
  // over the poses; NaN if there is none
  double mean_slip = 0.0, max_slip = 0.0;
  double max_sinkage = 0.0, max_tilt = 0.0, min_tip_margin = 0.0, min_drawbar_margin = 0.0;
  double wall_s = 0.0;
  std::vector<std::string> wheel_names;
  std::vector<TraversePose> poses;
  std::vector<TraverseFailure> failures;    ///< what the rover does not pass
  std::vector<TraverseFailure> unresolved;  ///< what the search could not balance and the dynamic mode drove
  std::vector<std::string> notes;
  double real_time_factor() const { return wall_s > 0.0 ? time / wall_s : 0.0; }
};

/// Treatment of stretches without equilibria: the dynamic mode drives them, or they are reported as they were
/// found.
enum class TraverseBridge { dynamic, none };

struct TraverseOptions {
  TraverseMode mode = TraverseMode::quasi_static;
  TraverseBridge bridge = TraverseBridge::dynamic;
  double spacing = 0.005;  ///< m between poses
  double speed = 0.0;      ///< commanded speed, m/s (rim speed of a wheel on the middle line)
  /// Dynamic: use the scenario's own drive; false: waypoints are followed at `speed`
  bool own_drive = true;
  std::vector<Vec2> waypoints;
  std::optional<std::filesystem::path> out;  ///< dynamic: run file
  std::function<double()> now;
  std::function<void(double done, double total)> progress;
  std::function<bool()> cancelled;
};

/// Tightest radius at the waypoints, m.
inline constexpr double kTurnRadius = 1.5;

/// Throws InputError: the path leaves the terrain, or the mode cannot handle the world.
TraverseResult run_traverse(std::shared_ptr<const World> world, const TraverseOptions& options);

/// The single JSON object of `grouser traverse --json`.
std::string to_json(const TraverseResult&);
/// One row per pose, with every wheel's load, sinkage, slip and torque.
Table make_traverse_table(const TraverseResult&);
/// The same table as a file. Its first row begins with kTraverseCsvBegin.
void write_traverse_csv(const std::filesystem::path&, const TraverseResult&);
inline constexpr const char* kTraverseCsvBegin = "distance [m],x [m],y [m],z [m],time [s],";

}  // namespace grouser
