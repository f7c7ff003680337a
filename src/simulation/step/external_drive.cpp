// SPDX-License-Identifier: BSD-3-Clause
// Columns of a vehicle's external drive: names, look-up, and the check of a command against each column's
// range.
#include "grouser/simulation/step/external_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"

namespace grouser {
namespace {

constexpr double kRoundedLimit = 1e-9;  // of a range: a limit that was rounded is within

/// Whether the other values of a command say how the same wheel turns.
bool names_wheel_twice(const ExternalDrive& drive, const ExternalCommand& command, std::size_t value) {
  const ExternalColumn& column = drive.columns[command.values[value].column];
  if (column.kind != ExternalKind::wheel_torque) return false;
  const int other = drive.column_of(ExternalKind::wheel_speed, static_cast<std::size_t>(column.wheel));
  return std::ranges::any_of(command.values,
                             [&](const ExternalValue& v) { return static_cast<int>(v.column) == other; });
}

}  // namespace

const char* to_string(ExternalKind kind) {
  constexpr const char* kNames[] = {"wheel_speed", "wheel_torque", "steering", "joint"};
  return kNames[static_cast<int>(kind)];
}

std::size_t ExternalDrive::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &ExternalColumn::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  // Not found: suggest names that are near, or list all.
  std::vector<std::string> known;
  for (const ExternalColumn& c : columns) known.push_back(c.name);
  const std::vector<std::string> near = near_words(std::string(name), known);
  throw InputError("command to " + vehicle_name, "no column '" + std::string(name) + "'",
                   "one of " + word_list(near.empty() ? known : near));
}

int ExternalDrive::column_of(ExternalKind kind, std::size_t wheel) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].kind == kind && columns[i].wheel == static_cast<int>(wheel)) return static_cast<int>(i);
  return -1;
}

void ExternalDrive::check(const ExternalCommand& command) const {
  for (std::size_t i = 0; i < command.values.size(); ++i) {
    const auto& [at, value] = command.values[i];
    if (at >= columns.size())
      throw InputError("command to " + vehicle_name, fmt::format("column {}", at),
                       fmt::format("0 to {}, the columns of this vehicle", columns.size() - 1));
    const ExternalColumn& column = columns[at];
    // A comparison that NaN fails, so that it is refused too.
    const double slack = kRoundedLimit * (column.highest - column.lowest);
    if (!(value >= column.lowest - slack && value <= column.highest + slack))
      throw InputError("command to " + vehicle_name + ": " + column.name,
                       fmt::format("{} {}", value, column.unit),
                       fmt::format("{:.6g} to {:.6g} {}", column.lowest, column.highest, column.unit));
    if (names_wheel_twice(*this, command, i))
      throw InputError("command to " + vehicle_name + ": " + column.name,
                       "a torque beside a speed of the same wheel", "one of them");
  }
}

}  // namespace grouser
