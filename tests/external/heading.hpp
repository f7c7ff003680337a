// SPDX-License-Identifier: BSD-3-Clause
// A controller that holds a heading, as examples/heading.py has it: the same arithmetic, so the same bits.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "grouser/simulation/step/external_drive.hpp"

namespace grouser::test {

inline constexpr double kHeading = 0.2;      // rad
inline constexpr double kInterval = 0.03;    // s between two commands
inline constexpr double kWheelSpeed = 0.25;  // rad/s

/// Commands for a rover of six wheels that all steer, by where it heads.
class HeadingController {
 public:
  explicit HeadingController(const std::vector<ExternalColumn>& columns) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::string& name = columns[k].name;
      if (name.rfind("wheel_speed/", 0) == 0) values_.push_back({k, kWheelSpeed});
      if (name.rfind("steering/front", 0) == 0) front_.push_back(values_.size()), values_.push_back({k, 0.0});
      if (name.rfind("steering/rear", 0) == 0) rear_.push_back(values_.size()), values_.push_back({k, 0.0});
    }
  }
  const std::vector<ExternalValue>& command(double yaw) {
    const double angle = std::min(0.4, std::max(-0.4, 1.5 * (kHeading - yaw)));
    for (const std::size_t k : front_) values_[k].value = angle;
    for (const std::size_t k : rear_) values_[k].value = -angle;
    return values_;
  }

 private:
  std::vector<ExternalValue> values_;
  std::vector<std::size_t> front_, rear_;
};

}  // namespace grouser::test
