// SPDX-License-Identifier: BSD-3-Clause
// Rows of a grid as digits of a mixed base, the last key fastest.
#include "grouser/mission/campaign/parameter_grid.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr std::size_t kMaxRows = 1000000;

/// Throws InputError for key k without a name or values, or one that repeats a key or a value.
void check_key(const std::vector<VariedKey>& keys, std::size_t k) {
  const VariedKey& varied = keys[k];
  const std::string place = "key '" + varied.key + "'";
  if (varied.key.empty()) throw InputError("a varied key", "no name", "a key such as soil.phi_deg");
  if (varied.values.empty()) throw InputError(place, "no value", "at least one");
  for (std::size_t other = 0; other < k; ++other)
    if (keys[other].key == varied.key) throw InputError(place, "the key twice", "each key once");
  std::vector<double> sorted = varied.values;
  std::sort(sorted.begin(), sorted.end());
  const auto same = std::adjacent_find(sorted.begin(), sorted.end());
  if (same != sorted.end()) throw InputError(place, fmt::format("{} twice", *same), "each value once");
}

}  // namespace

ParameterGrid::ParameterGrid(std::vector<VariedKey> keys) : keys_(std::move(keys)) {
  if (keys_.empty()) throw InputError("the grid", "no varied key", "at least one");
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    check_key(keys_, k);
    row_count_ *= keys_[k].values.size();
    if (row_count_ > kMaxRows)
      throw InputError("the grid", "too many rows", fmt::format("at most {}", kMaxRows));
  }
}

std::vector<std::size_t> ParameterGrid::indices(std::size_t row) const {
  std::vector<std::size_t> found(keys_.size());
  // From the fastest digit to the slowest.
  for (std::size_t k = keys_.size(); k-- > 0;) {
    found[k] = row % keys_[k].values.size();
    row /= keys_[k].values.size();
  }
  return found;
}

std::vector<double> ParameterGrid::values(std::size_t row) const {
  const auto at = indices(row);
  std::vector<double> found;
  for (std::size_t k = 0; k < keys_.size(); ++k) found.push_back(keys_[k].values[at[k]]);
  return found;
}

std::vector<Override> ParameterGrid::overrides(std::size_t row) const {
  const auto at = values(row);
  std::vector<Override> found;
  for (std::size_t k = 0; k < keys_.size(); ++k) {
    const std::string value = fmt::format("{}", at[k]);
    found.push_back({keys_[k].key, value, "varied " + keys_[k].key + "=" + value});
  }
  return found;
}

}  // namespace grouser
