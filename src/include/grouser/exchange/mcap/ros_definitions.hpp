// SPDX-License-Identifier: BSD-3-Clause
// Definitions of the ROS 2 messages that runs are exported as, in the form that MCAP and the Foxglove
// protocol carry them ("ros2msg": the message, then everything that it is made of), so that a reader needs no
// ROS. Fields are those of common_interfaces and geometry2 of ROS 2 (Humble and later) and of Foxglove's
// schemas (foxglove_msgs); what a comment in them says in prose is left out.
#pragma once
#include <string>

namespace grouser {

/// The name under which a schema carries a message: "nav_msgs/msg/Odometry" of "nav_msgs/Odometry".
std::string ros_schema_name(const std::string& type);

/// The definition of a known message ("nav_msgs/Odometry") with all that it is made of.
std::string ros_definition(const std::string& type);

/// The same of a message that is not known, from its own fields, one per line.
std::string ros_definition_of(const std::string& fields);

}  // namespace grouser
