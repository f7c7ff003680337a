// SPDX-License-Identifier: BSD-3-Clause
// The values of a table. Each reader notes the key with its range and default, marks it as read, checks the
// type and the range of what is there, and reports what it expected. Angles are degrees in the file, radians
// outside.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>

#include "grouser/base/near_words.hpp"
#include "grouser/base/toml_text.hpp"
#include "toml_node.hpp"

namespace grouser {
namespace {

NumberRange whole_range(int min, int max) {
  return {static_cast<double>(min), static_cast<double>(max), false, ""};
}

/// A value as TOML.
std::string text_of(const toml::node& value) {
  if (value.is_string()) return toml_string(value.as_string()->get());
  if (value.is_floating_point()) return fmt::format("{}", value.as_floating_point()->get());
  if (const toml::array* array = value.as_array()) {
    std::string list;
    for (const toml::node& element : *array) list += (list.empty() ? "" : ", ") + text_of(element);
    return "[" + list + "]";
  }
  std::ostringstream text;
  value.visit([&](const auto& plain) { text << plain; });
  return text.str();
}

}  // namespace

double TomlTable::number(std::string_view key, NumberRange range) const {
  node_->note({.key = std::string(key), .kind = KeyKind::number, .range = range});
  return node_->checked(node_->need(key, range_text(range)), key, range);
}
double TomlTable::number_or(std::string_view key, double fallback, NumberRange range) const {
  node_->note({.key = std::string(key),
               .kind = KeyKind::number,
               .range = range,
               .fallback = fmt::format("{}", fallback)});
  const toml::node* node = node_->find(key);
  return node ? node_->checked(*node, key, range) : fallback;
}
double TomlTable::angle_deg(std::string_view key, NumberRange range) const {
  return number(key, range) * std::numbers::pi / 180.0;
}
double TomlTable::angle_deg_or(std::string_view key, double fallback_deg, NumberRange range) const {
  return number_or(key, fallback_deg, range) * std::numbers::pi / 180.0;
}
int TomlTable::integer(std::string_view key, int min, int max) const {
  node_->note({.key = std::string(key), .kind = KeyKind::whole, .range = whole_range(min, max)});
  const std::string expected = fmt::format("a whole number from {} to {}", min, max);
  const toml::node& node = node_->need(key, expected);
  const auto value = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (!value || *value < min || *value > max)
    throw InputError(node_->place_of(&node, key), describe(node), expected);
  return static_cast<int>(*value);
}
int TomlTable::integer_or(std::string_view key, int fallback, int min, int max) const {
  node_->note({.key = std::string(key),
               .kind = KeyKind::whole,
               .range = whole_range(min, max),
               .fallback = fmt::format("{}", fallback)});
  return node_->find(key) ? integer(key, min, max) : fallback;
}
bool TomlTable::boolean_or(std::string_view key, bool fallback) const {
  node_->note({.key = std::string(key), .kind = KeyKind::flag, .fallback = fallback ? "true" : "false"});
  const toml::node* node = node_->find(key);
  if (!node) return fallback;
  if (!node->is_boolean()) throw InputError(node_->place_of(node, key), describe(*node), "true or false");
  return node->as_boolean()->get();
}
std::string TomlTable::string(std::string_view key) const {
  node_->note({.key = std::string(key), .kind = KeyKind::text});
  const toml::node& node = node_->need(key, "a text in quotes");
  if (!node.is_string()) throw InputError(node_->place_of(&node, key), describe(node), "a text in quotes");
  return node.as_string()->get();
}
std::string TomlTable::string_or(std::string_view key, const std::string& fallback) const {
  node_->note({.key = std::string(key), .kind = KeyKind::text, .fallback = toml_string(fallback)});
  return node_->find(key) ? string(key) : fallback;
}
int TomlTable::choice(std::string_view key, const std::vector<std::string>& allowed) const {
  node_->note({.key = std::string(key), .kind = KeyKind::choice, .choices = allowed});
  const std::string text = string(key);
  for (std::size_t i = 0; i < allowed.size(); ++i)
    if (allowed[i] == text) return static_cast<int>(i);
  throw InputError(place(key), "\"" + text + "\"" + did_you_mean(text, allowed),
                   fmt::format("one of: {}", fmt::join(allowed, ", ")));
}
int TomlTable::choice_or(std::string_view key, const std::string& fallback,
                         const std::vector<std::string>& allowed) const {
  node_->note({.key = std::string(key),
               .kind = KeyKind::choice,
               .choices = allowed,
               .fallback = toml_string(fallback)});
  if (node_->find(key)) return choice(key, allowed);
  // The default is one of the words.
  return static_cast<int>(std::find(allowed.begin(), allowed.end(), fallback) - allowed.begin());
}

std::vector<double> TomlTable::number_list_or_empty(std::string_view key, NumberRange range,
                                                    std::size_t max_count) const {
  node_->note({.key = std::string(key), .kind = KeyKind::numbers, .range = range, .fallback = "[]"});
  const toml::node* node = node_->find(key);
  if (!node) return {};
  if (!node->is_array() || node->as_array()->size() > max_count)
    throw InputError(node_->place_of(node, key), describe(*node),
                     fmt::format("an array of at most {} numbers", max_count));
  std::vector<double> values;
  for (const toml::node& element : *node->as_array()) values.push_back(node_->checked(element, key, range));
  return values;
}
std::vector<double> TomlTable::numbers(std::string_view key, std::size_t n, NumberRange range) const {
  node_->note({.key = std::string(key), .kind = KeyKind::numbers, .range = range, .count = n});
  const toml::node& node = node_->need(key, fmt::format("an array of {} numbers", n));
  if (!node.is_array() || node.as_array()->size() != n)
    throw InputError(node_->place_of(&node, key), describe(node),
                     fmt::format("an array of {} numbers{}{}", n, *range.unit ? " in " : "", range.unit));
  return number_list_or_empty(key, range, n);
}
std::vector<std::vector<double>> TomlTable::number_rows(std::string_view key, std::size_t columns,
                                                        NumberRange range, std::size_t max_rows) const {
  const std::string expected = fmt::format("an array of at most {} rows of {} numbers", max_rows, columns);
  const toml::node& node = node_->need(key, expected);
  if (!node.is_array() || node.as_array()->size() > max_rows)
    throw InputError(node_->place_of(&node, key), describe(node), expected);
  std::vector<std::vector<double>> rows;
  for (const toml::node& row : *node.as_array()) {
    if (!row.is_array() || row.as_array()->size() != columns)
      throw InputError(node_->place_of(&row, key), describe(row), expected);
    rows.emplace_back();
    for (const toml::node& element : *row.as_array())
      rows.back().push_back(node_->checked(element, key, range));
  }
  return rows;
}
std::array<double, 3> TomlTable::vec3(std::string_view key, const char* unit) const {
  const auto v = numbers(key, 3, any_number(unit));
  return {v[0], v[1], v[2]};
}
std::vector<double> TomlTable::numbers_or(std::string_view key, const std::vector<double>& fallback,
                                          NumberRange range) const {
  node_->note({.key = std::string(key),
               .kind = KeyKind::numbers,
               .range = range,
               .count = fallback.size(),
               .fallback = fmt::format("[{}]", fmt::join(fallback, ", "))});
  return node_->find(key) ? numbers(key, fallback.size(), range) : fallback;
}
std::array<double, 3> TomlTable::vec3_or(std::string_view key, std::array<double, 3> fallback,
                                         const char* unit) const {
  const auto v = numbers_or(key, {fallback.begin(), fallback.end()}, any_number(unit));
  return {v[0], v[1], v[2]};
}
std::vector<std::string> TomlTable::string_list_or_empty(std::string_view key) const {
  const toml::node* node = node_->find(key);
  if (!node) return {};
  std::vector<std::string> values;
  if (node->is_array())
    for (const toml::node& element : *node->as_array())
      if (element.is_string()) values.push_back(element.as_string()->get());
  if (!node->is_array() || values.size() != node->as_array()->size())
    throw InputError(node_->place_of(node, key), describe(*node), "an array of texts");
  return values;
}

std::vector<KeyNote> TomlTable::key_notes() const {
  std::vector<KeyNote> notes;
  std::set<std::string, std::less<>> known;
  // The first request for a key gives its note; later ones repeat it.
  for (std::size_t k = 0; k < node_->shared->notes.size(); ++k) {
    KeyNote note = node_->shared->notes[k];
    if (!known.insert(note.key).second) continue;
    if (const toml::node* value = node_->shared->noted[k]) {
      note.value = text_of(*value);
      const toml::source_region& source = value->source();  // that of set() has another path
      if (source.path && *source.path == node_->file) note.line = static_cast<int>(source.begin.line);
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace grouser
