// SPDX-License-Identifier: BSD-3-Clause
// Reads each value of a description from the open TOML table. A required key throws where it is missing; an
// optional one keeps the value that the caller set before. Angles are degrees in the file and radians in
// memory.
#include "grouser/base/error.hpp"
#include "grouser/base/key_visitors.hpp"

namespace grouser {

const TomlTable& KeyReader::at(const Key& key) const {
  open_.back().explain(key.help);
  return open_.back();
}

void KeyReader::number(const Key& key, double& value, const NumberRange& range) {
  const TomlTable& t = at(key);
  value = key.need == Need::yes ? t.number(key.name, range) : t.number_or(key.name, value, range);
}
void KeyReader::angle(const Key& key, double& value, const NumberRange& range) {
  const TomlTable& t = at(key);
  value = key.need == Need::yes ? t.angle_deg(key.name, range)
                                : t.angle_deg_or(key.name, degrees_of(value), range);
}
void KeyReader::whole(const Key& key, int& value, int min, int max) {
  const TomlTable& t = at(key);
  value = key.need == Need::yes ? t.integer(key.name, min, max) : t.integer_or(key.name, value, min, max);
}
void KeyReader::flag(const Key& key, bool& value) { value = at(key).boolean_or(key.name, value); }
void KeyReader::text(const Key& key, std::string& value) {
  const TomlTable& t = at(key);
  value = key.need == Need::yes ? t.string(key.name) : t.string_or(key.name, value);
}
void KeyReader::texts(const Key& key, std::vector<std::string>& values) {
  values = open_.back().string_list_or_empty(key.name);
}
void KeyReader::numbers(const Key& key, std::span<double> values, const NumberRange& range,
                        std::size_t least) {
  const TomlTable& t = at(key);
  // A list of the least permitted length fills the first values; the others keep theirs.
  if (least < values.size() && t.number_list_or_empty(key.name, range, values.size()).size() < values.size())
    values = values.first(least);
  const std::vector<double> found = key.need == Need::yes
                                        ? t.numbers(key.name, values.size(), range)
                                        : t.numbers_or(key.name, {values.begin(), values.end()}, range);
  std::copy(found.begin(), found.end(), values.begin());
}
void KeyReader::list(const Key& key, std::vector<double>& values, const NumberRange& range,
                     std::size_t most) {
  values = at(key).number_list_or_empty(key.name, range, most);
}
void KeyReader::named_numbers(const Key& key, std::vector<std::pair<std::string, double>>& values,
                              const NumberRange& range) {
  const TomlTable t = open_.back().table_or_empty(key.name);
  // The table's own name gives the unit of all its values.
  const bool degrees = key.name.ends_with("_deg");
  for (const std::string& name : t.keys())
    values.emplace_back(name, degrees ? t.angle_deg(name, range) : t.number(name, range));
}
void KeyReader::choose(const Key& key, int& index, std::span<const char* const> words) {
  const TomlTable& t = at(key);
  const std::vector<std::string> all(words.begin(), words.end());
  index = key.need == Need::yes ? t.choice(key.name, all)
                                : t.choice_or(key.name, all[static_cast<std::size_t>(index)], all);
}
void KeyReader::number_rows(const Key& key, std::size_t columns, std::vector<std::vector<double>>& rows,
                            const NumberRange& range, std::size_t most) {
  rows = open_.back().number_rows(key.name, columns, range, most);
}

void KeyReader::refuse(std::string_view key, const std::string& found, const std::string& expected) const {
  throw InputError(place(key), found, expected);
}
void KeyReader::open(const Key& key) {
  open_.push_back(key.need == Need::yes ? open_.back().table(key.name)
                                        : open_.back().table_or_empty(key.name));
}
bool KeyReader::is_open_table(const Key& key, bool& on) {
  // A table switches the feature on by being there; without one the key is a plain true or false.
  if (open_.back().is_table(key.name)) return on = true;
  on = at(key).boolean_or(key.name, on);
  return false;
}
std::size_t KeyReader::open_list(const Key& key, std::size_t) {
  lists_.push_back(open_.back().tables(key.name));
  return lists_.back().size();
}

}  // namespace grouser
