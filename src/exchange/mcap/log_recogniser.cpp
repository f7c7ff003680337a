// SPDX-License-Identifier: BSD-3-Clause
// Recognises messages by the names of their type and fields, so that any package that uses the names of
// nav_msgs, geometry_msgs and sensor_msgs is read. A pose becomes position and roll, pitch, yaw; a twist of
// the body is turned into world axes; joints take their names; any other message gives all of its numbers.
#include "mcap/log_recogniser.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/math/pose.hpp"

namespace grouser {
namespace {

/// The name of a message without its package, in ROS or other notation: "nav_msgs/msg/Odometry",
/// "foxglove.Grid". The program's own states keep their package: a folder of channels may be called "joint".
std::string bare_type(const std::string& type) {
  if (type.starts_with("grouser_msgs/")) return type;
  return type.substr(type.find_last_of("/.") + 1);
}

/// Whether a topic has channels that the program itself exported.
bool is_our_state(const LogChannel& channel) {
  return channel.type.starts_with("grouser_msgs/") && channel.topic.ends_with("/state");
}

/// The topic without its leading slash.
std::string topic_path(const LogChannel& channel) {
  return channel.topic.starts_with('/') ? channel.topic.substr(1) : channel.topic;
}

/// Whether a leaf belongs to the stamp or frame of a message.
bool is_of_header(const std::string& path) {
  return path.starts_with("header.") || path.starts_with("timestamp.");
}

/// Three numbers of a vector, or nothing.
std::optional<Vec3> vector_of(const LogLeaves& leaves, const std::string& path) {
  const double *x = leaves.find(path + ".x"), *y = leaves.find(path + ".y"), *z = leaves.find(path + ".z");
  if (!x || !y || !z) return std::nullopt;
  return Vec3(*x, *y, *z);
}

/// The unit quaternion of an orientation, or nothing if it is not one.
std::optional<Quat> rotation_of(const LogLeaves& leaves, const std::string& path) {
  const std::optional<Vec3> v = vector_of(leaves, path);
  const double* w = leaves.find(path + ".w");
  if (!v || !w) return std::nullopt;
  const Quat q(*w, v->x(), v->y(), v->z());
  constexpr double kOff = 0.01;  // of 1: what a logger rounds; an orientation of zeros is none
  if (!(std::fabs(q.squaredNorm() - 1.0) < kOff)) return std::nullopt;
  return normalised(q);
}

/// Adds NAME_x, NAME_y and NAME_z.
void add_vector(const std::string& name, const char* unit, const Vec3& v, std::vector<LogValue>& values) {
  for (int k = 0; k < 3; ++k) values.push_back({name + "_" + "xyz"[k], unit, v[k]});
}

/// A pose with or without covariance, and a twist, which is in the axes of the body (nav_msgs/Odometry.msg)
/// and becomes one in the axes of the world, as channels have it.
bool take_pose(const LogChannel& channel, const LogLeaves& leaves, std::vector<LogValue>& values) {
  const std::string pose = leaves.find("pose.pose.position.x") ? "pose.pose" : "pose";
  const std::optional<Vec3> position = vector_of(leaves, pose + ".position");
  if (!position) return false;
  const std::string topic = topic_path(channel) + "/";
  add_vector(topic + "position", "m", *position, values);
  const std::optional<Quat> rotation = rotation_of(leaves, pose + ".orientation");
  if (!rotation) return true;
  const Mat3 R = to_matrix(*rotation);
  const RollPitchYaw angles = rpy_from_rotation(R);
  values.push_back({topic + "roll", "rad", angles.roll});
  values.push_back({topic + "pitch", "rad", angles.pitch});
  values.push_back({topic + "yaw", "rad", angles.yaw});
  if (const auto velocity = vector_of(leaves, "twist.twist.linear"))
    add_vector(topic + "velocity", "m/s", R * *velocity, values);
  if (const auto rate = vector_of(leaves, "twist.twist.angular"))
    add_vector(topic + "rate", "rad/s", R * *rate, values);
  return true;
}

/// Position, velocity and effort of each named joint; false for a message without names.
bool take_joints(const LogLeaves& leaves, std::vector<LogValue>& values) {
  if (leaves.texts.empty()) return false;
  bool any = false;
  for (std::size_t k = 0;; ++k) {
    const std::string place = fmt::format("[{}]", k);
    const auto name = std::ranges::find(leaves.texts, "name" + place, [](const auto& t) { return t.first; });
    if (name == leaves.texts.end()) return any;
    any = true;
    // JointState does not say whether a joint turns or slides: its units stay open.
    for (const char* what : {"position", "velocity", "effort"})
      if (const double* value = leaves.find(what + place))
        values.push_back({"joint/" + name->second + "/" + what, "", *value});
  }
}

}  // namespace

bool is_pose_type(const std::string& type) {
  static constexpr const char* kPoses[] = {"Odometry", "PoseStamped", "PoseWithCovarianceStamped"};
  const std::string bare = bare_type(type);
  return std::ranges::any_of(kPoses, [&](const char* known) { return bare == known; });
}
bool is_joint_type(const std::string& type) { return bare_type(type) == "JointState"; }

bool is_taken(const LogChannel& channel) {
  return is_our_state(channel) || channel.encoding == "json" || is_pose_type(channel.type) ||
         is_joint_type(channel.type);
}

std::optional<double> stamp_of(const LogLeaves& leaves) {
  constexpr double kSecond = 1e9;
  for (const std::string at : {"header.stamp.", "timestamp."}) {
    const double* seconds = leaves.find(at + "sec");
    const double* rest = leaves.find(at + "nanosec");
    // ROS 2 says nanosec, other encodings nsec.
    if (!rest) rest = leaves.find(at + "nsec");
    if (seconds && rest) return *seconds * kSecond + *rest;
  }
  return std::nullopt;
}

void recognise(const LogChannel& channel, const LogLeaves& leaves, std::vector<LogValue>& values) {
  if (is_our_state(channel)) {
    const std::string topic = topic_path(channel);
    constexpr std::size_t kState = 5;  // letters of "state"
    for (const LogLeaves::Number& number : leaves.numbers)
      if (!is_of_header(number.path))
        values.push_back({topic.substr(0, topic.size() - kState) + number.path, number.unit, number.value});
    return;
  }
  if (take_joints(leaves, values) || take_pose(channel, leaves, values)) return;
  for (const LogLeaves::Number& number : leaves.numbers)
    if (!is_of_header(number.path))
      values.push_back({topic_path(channel) + "/" + number.path, number.unit, number.value});
}

}  // namespace grouser
