// SPDX-License-Identifier: BSD-3-Clause
// The rows of a measured set's data (validation_set.hpp).
#pragma once
#include <vector>

#include "grouser/mission/rigs/validation_set.hpp"

namespace grouser {

inline constexpr std::size_t kMostSetRows = 20'000;

/// A row: values and standard deviations in the order of the set's quantities and in their units; NaN: none.
struct SetRow {
  std::vector<double> values, sds;
};

/// The rows that count. Throws InputError with file, line and column: a column that is not there, a unit that
/// does not fit, a condition that is not a number, no row, more than kMostSetRows.
std::vector<SetRow> read_set_rows(const ValidationSet& set);

/// A file that a set names, beside it.
std::filesystem::path beside_set(const ValidationSet& set, const std::string& name);

}  // namespace grouser
