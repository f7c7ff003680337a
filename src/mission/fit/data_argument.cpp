// SPDX-License-Identifier: BSD-3-Clause
// Splits a data argument into the file's name and its words. The name may hold commas: it ends only at a
// comma that a word and '=' follow.
#include "fit/data_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "fit/fit_columns.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"

namespace grouser {
namespace {

bool is_word_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Whether "key=" begins at this place.
bool begins_setting(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_word_letter(text[end])) ++end;
  return end > at && end < text.size() && text[end] == '=';
}

/// All words that an argument may have.
std::vector<std::string> known_words() {
  std::vector<std::string> words{"kind",  "rows",     "hold",    "slip_of", "weight",
                                 "rover", "scenario", "channel", "offset",  "slip_angle_deg"};
  for (const FitColumn& column : fit_condition_columns()) words.emplace_back(column.key);
  for (const FitColumn& column : fit_channel_columns()) {
    words.emplace_back(column.key);
    words.push_back(std::string(column.key) + "_sd");
  }
  return words;
}

/// Takes a whole number off the front of `text`; 0: there is none.
std::size_t take_row_number(std::string_view& text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

DataArgument read_data_argument(const std::string& text) {
  DataArgument argument{.text = text, .file = text, .words = {}};
  std::vector<std::size_t> commas;
  for (std::size_t k = 0; k + 1 < text.size(); ++k)
    if (text[k] == ',' && begins_setting(text, k + 1)) commas.push_back(k);
  if (commas.empty()) return argument;
  argument.file = text.substr(0, commas.front());
  const std::vector<std::string> known = known_words();
  // Each word from its comma to the next one.
  for (std::size_t k = 0; k < commas.size(); ++k) {
    const std::size_t begin = commas[k] + 1, end = k + 1 < commas.size() ? commas[k + 1] : text.size();
    const std::string setting = text.substr(begin, end - begin);
    const std::size_t equals = setting.find('=');
    const std::string key = setting.substr(0, equals), value = setting.substr(equals + 1);
    const std::string place = argument.file + ", " + setting;
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw InputError(place, "'" + key + "'" + did_you_mean(key, known), "one of: " + word_list(known));
    if (value.empty()) throw InputError(place, "no value", "a number or a word");
    if (!argument.words.emplace(key, value).second) throw InputError(place, "'" + key + "' twice", "it once");
  }
  return argument;
}

std::vector<bool> rows_named(const std::string& list, std::size_t count, const std::string& place) {
  std::vector<bool> named(count, false);
  if (list == "odd" || list == "even") {
    for (std::size_t k = 0; k < count; ++k) named[k] = (k % 2 == 0) == (list == "odd");
    return named;
  }
  // Parts of the list, joined by '+': a number or a range.
  std::string_view rest = list;
  while (true) {
    const std::size_t first = take_row_number(rest);
    std::size_t last = first;
    if (rest.starts_with('-')) rest.remove_prefix(1), last = take_row_number(rest);
    if (first == 0 || last < first || last > count)
      throw InputError(place, "'" + list + "'",
                       fmt::format("odd, even, or rows as 2+5-7, from 1 to {}", count));
    for (std::size_t k = first; k <= last; ++k) named[k - 1] = true;
    if (rest.empty()) return named;
    if (!rest.starts_with('+')) throw InputError(place, "'" + list + "'", "odd, even, or rows as 2+5-7");
    rest.remove_prefix(1);
  }
}

}  // namespace grouser
