// SPDX-License-Identifier: BSD-3-Clause
// Names and units of the columns of measured data.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "grouser/mission/fit/measured_set.hpp"
#include "grouser/recording/run_file/csv_rows.hpp"

namespace grouser {

/// A unit that a column may be in. first: the one that holds where the column names none; "" first: a unit
/// may be missing.
struct FitUnit {
  std::string_view unit;
  double scale;
};

/// A quantity that a column may hold.
struct FitColumn {
  std::string_view key;  ///< as the argument takes it, in SI units
  std::span<const std::string_view> names;
  std::span<const FitUnit> units;
  double least, most;  ///< allowed values, SI
};

/// Columns of conditions, in the order of FitCondition.
std::span<const FitColumn> fit_condition_columns();
/// Columns of channels, in the order of FitChannel.
std::span<const FitColumn> fit_channel_columns();

/// A column of the file with the factor to SI units. index -1: there is none.
struct FoundColumn {
  int index = -1;
  double scale = 1.0;
};
/// The column by its name in the file ("" : by the names that are known). Throws InputError for a unit that
/// is not known.
FoundColumn find_fit_column(const CsvRows& rows, const FitColumn& column, const std::string& named);
/// Its uncertainty: a column whose name begins like the quantity's and ends in sd or sigma. Never a spread
/// within one test (std).
FoundColumn find_fit_sigma(const CsvRows& rows, const FitColumn& column, const std::string& named);

}  // namespace grouser
