// SPDX-License-Identifier: BSD-3-Clause
// The memory of drives, of ties that are cut, and of servos that are commanded from outside.
#pragma once
#include "grouser/base/packed.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/drive/motor.hpp"
#include "grouser/vehicle/drive/waypoint_follower.hpp"

namespace grouser {

/// State of a release of ties.
struct ReleaseMemory {
  double due = 1e300;   ///< s; far in the future until its condition is met
  Packed<bool> done{};  ///< the ties are cut
};

/// The angles that servos are given from outside are in WalkLegMemory (vehicle/legs/servo_command.hpp).
struct ServoMemory {
  double taken_at = -1.0;  ///< time of the last command taken, s; negative: none ever
  bool begun() const { return taken_at >= 0.0; }
};

template <>
struct MemoryOf<ReleaseMemory> {
  static constexpr MemoryBlock block{"releases"};
};
template <>
struct MemoryOf<ServoMemory> {
  static constexpr MemoryBlock block{"servo_commands", BlockRole::optional};
};
/// One per wheel; used if its motor is limited.
template <>
struct MemoryOf<MotorMemory> {
  static constexpr MemoryBlock block{"motors"};
};
/// One entry if the scenario follows waypoints, and one segment per wheel of the vehicle that follows.
template <>
struct MemoryOf<FollowerState> {
  static constexpr MemoryBlock block{"follower"};
};
template <>
struct MemoryOf<DriveSegment> {
  static constexpr MemoryBlock block{"segments"};
};

}  // namespace grouser
