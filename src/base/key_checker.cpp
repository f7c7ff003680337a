// SPDX-License-Identifier: BSD-3-Clause
// Checks values that a program has set, against the ranges of the keys, as KeyReader checks those of a file.
// Messages name the key with the tables around it, such as "rover.toml: wheel.2.radius".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"
#include "toml_limits.hpp"
#include "toml_words.hpp"

namespace grouser {

/// The place of a key for messages: origin, then the open tables and the key, joined by dots.
std::string KeyChecker::place(std::string_view key) const {
  std::string name = fmt::format("{}", fmt::join(path_, "."));
  if (!key.empty()) name += (name.empty() ? "" : ".") + std::string(key);
  return name.empty() ? origin_ : origin_ + ": " + name;
}
void KeyChecker::refuse(std::string_view key, const std::string& found, const std::string& expected) const {
  throw InputError(place(key), found, expected);
}

void KeyChecker::number(const Key& key, double& value, const NumberRange& range) {
  // Written so that NaN fails both comparisons.
  const bool above = range.open_min ? value > range.min : value >= range.min;
  if (!above || !(value <= range.max))
    refuse(key.name, std::isnan(value) ? "no value" : fmt::format("{}", value), range_text(range));
}
void KeyChecker::angle(const Key& key, double& value, const NumberRange& range) {
  // The range of an angle is in degrees. The value becomes what the file would read back: the rounding of
  // degrees.
  double degrees = degrees_of(value);
  number(key, degrees, range);
  value = degrees * std::numbers::pi / 180.0;
}
void KeyChecker::whole(const Key& key, int& value, int min, int max) {
  if (value < min || value > max)
    refuse(key.name, std::to_string(value), fmt::format("a whole number from {} to {}", min, max));
}
void KeyChecker::text(const Key& key, std::string& value) { check_text(key.name, value); }
void KeyChecker::texts(const Key& key, std::vector<std::string>& values) {
  for (const std::string& value : values) check_text(key.name, value);
}
void KeyChecker::check_text(std::string_view key, const std::string& text) const {
  if (text.find('\0') != std::string::npos) refuse(key, "a text with a zero byte", "a text");
}
void KeyChecker::check_count(std::string_view key, std::size_t count, std::size_t most) const {
  if (count > most) refuse(key, fmt::format("{} of them", count), fmt::format("at most {}", most));
}
void KeyChecker::numbers(const Key& key, std::span<double> values, const NumberRange& range, std::size_t) {
  for (double& value : values) number(key, value, range);
}
void KeyChecker::list(const Key& key, std::vector<double>& values, const NumberRange& range,
                      std::size_t most) {
  check_count(key.name, values.size(), most);
  // The range holds for each number; how many there may be is checked above.
  KeyVisitor::numbers(key, values, range);
}
void KeyChecker::named_numbers(const Key& key, std::vector<std::pair<std::string, double>>& values,
                               const NumberRange& range) {
  for (auto& [name, value] : values) number({std::string(key.name) + "." + name}, value, range);
}
void KeyChecker::choose(const Key& key, int& index, std::span<const char* const> words) {
  if (index < 0 || static_cast<std::size_t>(index) >= words.size())
    refuse(key.name, std::to_string(index), fmt::format("one of: {}", fmt::join(words, ", ")));
}
void KeyChecker::number_rows(const Key& key, std::size_t, std::vector<std::vector<double>>& rows,
                             const NumberRange& range, std::size_t most) {
  check_count(key.name, rows.size(), most);
  for (std::vector<double>& row : rows) KeyVisitor::numbers(key, row, range);
}
std::size_t KeyChecker::open_list(const Key& key, std::size_t count) {
  // Tables are counted over the whole document, as those of a file are.
  tables_ += count;
  check_count(key.name, tables_, kMostTables);
  path_.emplace_back(key.name);
  return count;
}

}  // namespace grouser
