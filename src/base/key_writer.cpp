// SPDX-License-Identifier: BSD-3-Clause
// Writes the values of a description as TOML. Each open table collects its own lines and, apart from them,
// the tables below it, because TOML wants a table's plain keys before its sub-tables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/key_visitors.hpp"
#include "grouser/base/toml_text.hpp"

namespace grouser {
namespace {

/// A key as TOML wants it: bare letters, digits, "_" and "-", or else in quotes (TOML 1.0, "Keys").
std::string bare_or_quoted(std::string_view key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  return bare ? std::string(key) : toml_string(key);
}

std::string list_text(std::span<const double> values) { return fmt::format("[{}]", fmt::join(values, ", ")); }

}  // namespace

// Degrees that read back to exactly the angle, if one of the nearest doubles does: writing a file and reading
// it again must not change the model.
double degrees_of(double angle) {
  const auto back = [](double degrees) { return degrees * std::numbers::pi / 180.0; };
  constexpr int kNeighbours = 4;  // the quotient is off by a rounding or two
  const double near = angle * 180.0 / std::numbers::pi;
  double below = near, above = near;
  for (int i = 0; i < kNeighbours; ++i) {
    if (back(below) == angle) return below;
    if (back(above) == angle) return above;
    below = std::nextafter(below, -1e300), above = std::nextafter(above, 1e300);
  }
  return near;
}

/// Adds "key = value" to the open table.
void KeyWriter::line(std::string_view key, const std::string& value) {
  open_.back().own += bare_or_quoted(key) + " = " + value + "\n";
}

void KeyWriter::number(const Key& key, double& value, const NumberRange&) {
  line(key.name, fmt::format("{}", value));
}
void KeyWriter::angle(const Key& key, double& value, const NumberRange&) {
  line(key.name, fmt::format("{}", degrees_of(value)));
}
void KeyWriter::whole(const Key& key, int& value, int, int) { line(key.name, std::to_string(value)); }
void KeyWriter::flag(const Key& key, bool& value) { line(key.name, value ? "true" : "false"); }
void KeyWriter::text(const Key& key, std::string& value) { line(key.name, toml_string(value)); }
void KeyWriter::texts(const Key& key, std::vector<std::string>& values) {
  std::vector<std::string> quoted;
  for (const std::string& value : values) quoted.push_back(toml_string(value));
  line(key.name, fmt::format("[{}]", fmt::join(quoted, ", ")));
}
void KeyWriter::numbers(const Key& key, std::span<double> values, const NumberRange&, std::size_t) {
  line(key.name, list_text(values));
}
void KeyWriter::list(const Key& key, std::vector<double>& values, const NumberRange&, std::size_t) {
  line(key.name, list_text(values));
}
void KeyWriter::named_numbers(const Key& key, std::vector<std::pair<std::string, double>>& values,
                              const NumberRange&) {
  if (values.empty()) return;
  open(key);
  for (const auto& [name, value] : values) line(name, fmt::format("{}", value));
  close();
}
void KeyWriter::choose(const Key& key, int& index, std::span<const char* const> words) {
  line(key.name, toml_string(words[static_cast<std::size_t>(index)]));
}
void KeyWriter::number_rows(const Key& key, std::size_t, std::vector<std::vector<double>>& rows,
                            const NumberRange&, std::size_t) {
  std::vector<std::string> texts;
  for (const std::vector<double>& row : rows) texts.push_back(list_text(row));
  line(key.name, fmt::format("[{}]", fmt::join(texts, ", ")));
}

/// Dotted name of a key below the open table.
std::string KeyWriter::name_of(std::string_view key) const {
  const std::string& above = open_.back().name;
  return above.empty() ? bare_or_quoted(key) : above + "." + bare_or_quoted(key);
}
void KeyWriter::open(const Key& key) {
  const std::string name = name_of(key.name);
  open_.push_back({"[" + name + "]", name, "", ""});
}
void KeyWriter::close() {
  const Table table = std::move(open_.back());
  open_.pop_back();
  // A closed table goes below the one that holds it, its own keys before its sub-tables.
  open_.back().below += table.header + "\n" + table.own + table.below;
}
std::size_t KeyWriter::open_list(const Key& key, std::size_t count) {
  lists_.push_back(name_of(key.name));
  return count;
}
void KeyWriter::open_element(std::size_t) {
  open_.push_back({"[[" + lists_.back() + "]]", lists_.back(), "", ""});
}

}  // namespace grouser
