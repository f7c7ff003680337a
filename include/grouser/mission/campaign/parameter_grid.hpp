// SPDX-License-Identifier: BSD-3-Clause
// The grid of a parameter study: every combination of the values of some keys of the input files.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

/// A key as --set takes it ("soil.phi_deg") and the values it takes in turn, in the key's own unit.
struct VariedKey {
  std::string key;
  std::vector<double> values;
};

/// Rows are numbered so that the last key changes fastest. Immutable.
class ParameterGrid {
 public:
  /// Throws InputError: no key, a duplicate key, a key without values or with a duplicate value, over 1e6
  /// rows.
  explicit ParameterGrid(std::vector<VariedKey> keys);

  const std::vector<VariedKey>& keys() const { return keys_; }
  std::size_t row_count() const { return row_count_; }
  /// Index of the value that each key has in a row.
  std::vector<std::size_t> indices(std::size_t row) const;
  /// One value per key.
  std::vector<double> values(std::size_t row) const;
  /// The row as overrides; the text of a value is the shortest that reads back to the same number.
  std::vector<Override> overrides(std::size_t row) const;

 private:
  std::vector<VariedKey> keys_;
  std::size_t row_count_ = 1;
};

}  // namespace grouser
