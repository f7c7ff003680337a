// SPDX-License-Identifier: BSD-3-Clause
// Measurements over time from a CSV file, as a rig's logger writes them: a header row, then one row per
// moment.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace grouser {

/// A column of measurements.
struct MeasuredColumn {
  std::string name;            ///< without the unit
  std::string unit;            ///< as written; empty: none is
  std::vector<double> values;  ///< in that unit, one per row; NaN: an empty cell
};

/// Measurements of one file.
struct MeasuredTable {
  std::filesystem::path file;           ///< path that it was read from, for errors
  std::vector<double> times;            ///< s, rising
  std::vector<MeasuredColumn> columns;  ///< all but the times, in the order of the file
};

/// Reads a table with a column of times ("time", "t", "time_s", "time [ms]") and one or more of numbers;
/// forms of the text, of names and of units: csv_rows.hpp. Empty cells are no values. Throws InputError with
/// line and column: no header or no times, a row of another length, a cell that is not a number, times that
/// do not rise, a file over 64 MiB, more than 500 columns; Interrupted when `cancelled` says so.
MeasuredTable read_measured_csv(const std::filesystem::path& path,
                                const std::function<bool()>& cancelled = {});
/// The same from its text. `name`: for errors.
MeasuredTable parse_measured_csv(std::string_view text, const std::filesystem::path& name,
                                 const std::function<bool()>& cancelled = {});

}  // namespace grouser
