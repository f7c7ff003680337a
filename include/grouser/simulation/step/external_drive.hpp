// SPDX-License-Identifier: BSD-3-Clause
// A vehicle whose drives are commanded from outside ([drive] mode = "external"): what can be commanded,
// within which limits, and what of it is part of the state. A command names columns and values; what it does
// not name is held. The same columns, in the same order, stand in run files and in the messages of an
// external drive (docs/external_drive.md).
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grouser/base/packed.hpp"
#include "grouser/simulation/step/element_memory.hpp"
#include "grouser/vehicle/drive/ramped_motion.hpp"

namespace grouser {

enum class ExternalKind {
  wheel_speed,   ///< rad/s, positive rolls forward
  wheel_torque,  ///< N m, of a limited motor, positive drives forward; in place of the wheel's speed
  steering,      ///< rad, positive to the left
  joint          ///< rad or m, of a prescribed joint that nothing else leads: a leg that deploys
};
const char* to_string(ExternalKind kind);

/// One number that can be commanded.
struct ExternalColumn {
  /// "wheel_speed/front_left", "wheel_torque/front_left", "steering/front_left", "joint/deploy_front_left"
  std::string name;
  std::string unit = {};                          ///< rad/s, N m, rad or m
  ExternalKind kind = ExternalKind::wheel_speed;  ///< of the number
  int wheel = -1;                                 ///< of the world; -1: no wheel
  int q = -1;                                     ///< coordinate of its joint
  int v = -1;                                     ///< speed of its joint
  double lowest = 0.0;                            ///< least value of a command, in `unit`
  double highest = 0.0;                           ///< greatest value of a command, in `unit`
  MotionLimits motion = {};                       ///< limits of the motion; a torque is there at once
  double start = 0.0;                             ///< position at the start of the run, rad or m
};

/// A value for a column.
struct ExternalValue {
  std::size_t column = 0;  ///< index in ExternalDrive::columns
  double value = 0.0;      ///< in the column's unit
};

/// Values that are commanded together.
struct ExternalCommand {
  std::span<const ExternalValue> values;  ///< must outlive the call that takes the command
};

/// Commands with their times, one value a column and row. NaN: the column is not in force (a wheel's speed
/// while its torque is commanded, and the reverse).
struct ExternalCommands {
  std::vector<std::string> names;  ///< of the columns
  std::vector<double> times;       ///< s, rising
  std::vector<double> values;      ///< row by row

  /// The values of one command, in the order of `names`.
  std::span<const double> row(std::size_t index) const {
    return std::span(values).subspan(index * names.size(), names.size());
  }
};

/// The drives of one vehicle that is commanded from outside: what can be commanded, and what was recorded.
struct ExternalDrive {
  int vehicle = 0;                           ///< of the world
  std::string vehicle_name;                  ///< as the scenario names it
  std::vector<ExternalColumn> columns = {};  ///< the numbers that can be commanded
  ExternalCommands commands = {};            ///< that were recorded; new commands come before them

  /// Throws InputError with close matches where there is no such column.
  std::size_t column(std::string_view name) const;
  /// The column of a wheel of the world, or -1.
  int column_of(ExternalKind kind, std::size_t wheel) const;
  /// Throws InputError with place, found and expected for a number of no column, a value that is not finite
  /// or out of limits, or a wheel that is given a speed and a torque.
  void check(const ExternalCommand& command) const;
};

/// Part of the state.
struct ExternalMemory {
  double taken_at = -1.0;  ///< time of the last command that changed anything, s; negative: none ever
};
/// The command of one column, and the motion of its coordinate to it.
struct ExternalColumnMemory {
  RampedMotion motion;  ///< of the joint, towards the commanded value

  /// False: not commanded yet, or the wheel's other column is; then the scenario leads the joint.
  Packed<bool> in_force{};
};

/// Its block of the state.
template <>
struct MemoryOf<ExternalMemory> {
  static constexpr MemoryBlock block{"external"};  ///< by its name in run files
};

/// Its block of the state.
template <>
struct MemoryOf<ExternalColumnMemory> {
  static constexpr MemoryBlock block{"external_columns"};  ///< by its name in run files
};

}  // namespace grouser
