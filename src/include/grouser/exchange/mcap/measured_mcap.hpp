// SPDX-License-Identifier: BSD-3-Clause
// Logs in MCAP as measured data and as drive commands, beside CSV (docs/exchange_logs.md). Taken are poses
// (nav_msgs/Odometry, geometry_msgs/PoseStamped and PoseWithCovarianceStamped), joints
// (sensor_msgs/JointState) and the channels of our own exports, encoded as CDR with their definition inside
// or as JSON of the same form; of any other topic that is named, all its numbers.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grouser/math/types.hpp"
#include "grouser/recording/run_file/measured_csv.hpp"
#include "grouser/simulation/step/external_drive.hpp"

namespace grouser {

/// A topic of a log.
struct LogTopic {
  std::string name, type, encoding;
  std::uint64_t messages = 0;
  double first = 0.0, last = 0.0;  ///< times of its messages, s since the epoch of the log
  bool taken = false;              ///< read where no topic is named
};

/// The topics of a log, by their names. Throws InputError as read_mcap().
std::vector<LogTopic> list_log_topics(const std::filesystem::path& path,
                                      const std::function<bool()>& cancelled = {});

inline constexpr std::size_t kMostLogColumns = 4096;      ///< of a table from a log
inline constexpr std::size_t kMostLogCells = 48'000'000;  ///< the same, of numbers in a log

/// The numbers of a log as a table over time. `topics`: their names; none: those above. Times are those of
/// the messages' headers, or of the log where they have none; where they are dates they count from the first.
/// A row has the numbers of all messages of one moment, NaN: there is none. Columns:
/// "wheel/front_left/sinkage" of our exports, "odom/position_x", "odom/yaw", "odom/velocity_x" (world axes)
/// of poses, "joint/NAME/position" of joints, else topic and field. Throws InputError as read_mcap(), for
/// topics that are not there or have no definition, and for a table larger than the limits above.
MeasuredTable read_measured_mcap(const std::filesystem::path& path,
                                 const std::vector<std::string>& topics = {},
                                 const std::function<bool()>& cancelled = {});

/// read_measured_mcap() of a file that begins as MCAP does, else read_measured_csv().
MeasuredTable read_measured_log(const std::filesystem::path& path,
                                const std::vector<std::string>& topics = {},
                                const std::function<bool()>& cancelled = {});

/// The path of the poses of a topic of an MCAP file, thinned to points at least `apart` (m) from each other.
/// `topic`: its name; empty: the only one whose type is that of poses. Throws InputError as
/// read_measured_mcap(), where there is none or more than one such topic, or for fewer than two points.
std::vector<Vec2> read_log_waypoints(const std::filesystem::path& path, const std::string& topic,
                                     double apart, const std::function<bool()>& cancelled = {});

/// Columns that may hold commands: of a CSV table, or of an MCAP file its joints (sensor_msgs/JointState), or
/// else all that read_measured_mcap() takes. Throws InputError as these do.
MeasuredTable read_log_commands(const std::filesystem::path& path,
                                const std::function<bool()>& cancelled = {});

/// The commands that a log has for a drive that is commanded from outside: columns of its names, as
/// commands.csv of an export has them ("wheel_speed/front_left"), or the speeds of the wheels' joints and the
/// angles of steering and other joints ("joint/NAME/velocity", "joint/NAME/position"). `joint_names`: of the
/// drive's columns, in their order. Throws InputError where it has none.
ExternalCommands commands_of(const MeasuredTable& log, const ExternalDrive& drive,
                             const std::vector<std::string>& joint_names);

}  // namespace grouser
