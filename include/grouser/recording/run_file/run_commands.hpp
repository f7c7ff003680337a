// SPDX-License-Identifier: BSD-3-Clause
// The commands from outside of a recorded run: a table of numbers in its run file. They are input, so that
// a rerun repeats them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace grouser {

/// A number that may be commanded.
struct CommandColumn {
  std::string name;  ///< "wheel_speed/front_left"
  std::string unit;
  bool operator==(const CommandColumn&) const = default;
};
inline constexpr std::size_t kMaxCommandColumns = 4096;  ///< of a run file

/// The commands of a run in their order, each at the start of a step; a value a column. NaN: the column is
/// not in force.
struct RunCommands {
  std::vector<CommandColumn> columns;
  std::vector<double> times;         ///< s, of the step's start
  std::vector<std::uint64_t> steps;  ///< number of that step
  std::vector<double> values;        ///< row by row
};

}  // namespace grouser
