// SPDX-License-Identifier: BSD-3-Clause
// Messages of ROS 2 whose definition came with them ("ros2msg", MCAP specification, appendix): read as names
// and numbers, without ROS. The bytes are CDR (cdr_writer.hpp) of either byte order. Definition and bytes may
// come from anyone: every length is compared with the bytes that are left.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace grouser {

/// The leaves of a message: "pose.pose.position.x", "name[2]".
struct LogLeaves {
  struct Number {
    std::string path;
    double value = 0.0;
    std::string unit;  ///< as the definition says in brackets behind the field, or empty
  };
  std::vector<Number> numbers;
  std::vector<std::pair<std::string, std::string>> texts;

  void clear() { numbers.clear(), texts.clear(); }
  /// The number at a path, or null.
  const double* find(const std::string& path) const;
};

inline constexpr std::size_t kMostLeaves = 20'000;  ///< of one message

/// A message's definition.
class RosType {
 public:
  /// `name`: of the schema ("nav_msgs/msg/Odometry"). `place`: for errors. Throws InputError for a definition
  /// that cannot be read or names a message that is not in it.
  RosType(const std::string& name, const std::string& definition, const std::string& place);
  ~RosType();
  RosType(RosType&&) noexcept;

  /// Adds the leaves of a message. Sequences of bytes (images) and fields named "covariance" are passed over.
  /// Throws InputError for bytes that are no such message, or for more leaves than kMostLeaves.
  void read(std::span<const std::uint8_t> cdr, const std::string& place, LogLeaves& leaves) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
