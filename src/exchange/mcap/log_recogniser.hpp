// SPDX-License-Identifier: BSD-3-Clause
// Decides which columns the numbers of a log's message become.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grouser/exchange/mcap/mcap_reader.hpp"
#include "grouser/exchange/mcap/ros_types.hpp"

namespace grouser {

/// A value of a column.
struct LogValue {
  std::string column, unit;
  double value = 0.0;
};

/// Whether a schema's name is that of a pose, or of a pose with more.
bool is_pose_type(const std::string& type);
/// Whether it is that of joints.
bool is_joint_type(const std::string& type);

/// Whether a topic is read where none is named.
bool is_taken(const LogChannel& channel);

/// Nanoseconds of the stamp in a message's header (header.stamp or timestamp), which may be 0; nothing
/// without a stamp.
std::optional<double> stamp_of(const LogLeaves& leaves);

/// The columns of a message: a pose, joints, our own channels, or all of its numbers.
void recognise(const LogChannel& channel, const LogLeaves& leaves, std::vector<LogValue>& values);

}  // namespace grouser
