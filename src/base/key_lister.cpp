// SPDX-License-Identifier: BSD-3-Clause
// Lists all keys that a document may have, with their ranges, defaults and conditions, by walking through the
// description of the document without a file: lists are entered once, and every branch is taken.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grouser/base/key_visitors.hpp"
#include "grouser/base/toml_text.hpp"
#include "toml_words.hpp"

namespace grouser {
namespace {

/// The default of an optional key; "" for one that must be given.
std::string fallback_of(const Key& key, const std::string& value) {
  return key.need == Need::yes ? "" : value;
}

}  // namespace

void KeyLister::add(const Key& key, std::string values, std::string fallback) {
  ListedSection& section = sections_[open_.back()];
  // A key that is visited in several branches appears once per condition.
  const std::string when = fmt::format("{}", fmt::join(conditions_, ", "));
  const bool listed = std::any_of(section.keys.begin(), section.keys.end(), [&](const ListedKey& known) {
    return known.key == key.name && known.when == when;
  });
  if (listed) return;
  // A key whose presence was asked for before is not required, though it has no default.
  const bool must = key.need == Need::yes && asked_.count({open_.back(), std::string(key.name)}) == 0;
  section.keys.push_back(
      {std::string(key.name), std::move(values), std::move(fallback), must, when, key.help});
}

void KeyLister::number(const Key& key, double& value, const NumberRange& range) {
  add(key, range_text(range), fallback_of(key, fmt::format("{}", value)));
}
void KeyLister::angle(const Key& key, double& value, const NumberRange& range) {
  add(key, range_text(range), fallback_of(key, fmt::format("{}", degrees_of(value))));
}
void KeyLister::whole(const Key& key, int& value, int min, int max) {
  add(key, fmt::format("a whole number from {} to {}", min, max), fallback_of(key, std::to_string(value)));
}
void KeyLister::flag(const Key& key, bool& value) { add(key, "true or false", value ? "true" : "false"); }
void KeyLister::text(const Key& key, std::string& value) {
  add(key, "a text", fallback_of(key, toml_string(value)));
}
void KeyLister::texts(const Key& key, std::vector<std::string>&) { add(key, "an array of texts", "[]"); }
void KeyLister::numbers(const Key& key, std::span<double> values, const NumberRange& range,
                        std::size_t least) {
  // "2 or 3 numbers" if fewer than all of them may be given.
  const std::string count =
      (least < values.size() ? fmt::format("{} or ", least) : "") + std::to_string(values.size());
  add(key, fmt::format("{} numbers, each {}", count, range_text(range)),
      fallback_of(key, fmt::format("[{}]", fmt::join(values, ", "))));
}
void KeyLister::list(const Key& key, std::vector<double>&, const NumberRange& range, std::size_t most) {
  add(key, fmt::format("at most {} numbers, each {}", most, range_text(range)), fallback_of(key, "[]"));
}
void KeyLister::named_numbers(const Key& key, std::vector<std::pair<std::string, double>>&,
                              const NumberRange& range) {
  add(key, "a table of names, each with " + range_text(range), "{}");
}
void KeyLister::choose(const Key& key, int& index, std::span<const char* const> words) {
  add(key, fmt::format("one of {}", fmt::join(words, ", ")),
      fallback_of(key, toml_string(words[static_cast<std::size_t>(index)])));
}
void KeyLister::number_rows(const Key& key, std::size_t columns, std::vector<std::vector<double>>&,
                            const NumberRange& range, std::size_t most) {
  add(key, fmt::format("at most {} rows of {} numbers, each {}", most, columns, range_text(range)), "");
}
bool KeyLister::has(const Key& key, bool) {
  // Taking the branch of a present key lists the keys inside it.
  asked_.insert({open_.back(), std::string(key.name)});
  return true;
}

void KeyLister::enter(const Key& key, const char* open, const char* close) {
  // The section's full name in brackets, and its place among the open ones.
  const std::string& above = names_.back();
  names_.push_back(above.empty() ? std::string(key.name) : above + "." + std::string(key.name));
  open_.push_back(sections_.size());
  sections_.push_back({open + names_.back() + close, key.help, {}});
}
void KeyLister::open(const Key& key) { enter(key, "[", "]"); }
void KeyLister::close() {
  open_.pop_back();
  names_.pop_back();
}
bool KeyLister::is_open_table(const Key& key, bool& on) {
  add(key, "true or false, or a table", on ? "true" : "false");
  return on = true;
}
std::size_t KeyLister::open_list(const Key& key, std::size_t) {
  // One element describes them all; open_element() enters it with the list's key.
  list_ = key;
  return 1;
}
void KeyLister::open_element(std::size_t) { enter(list_, "[[", "]]"); }
bool KeyLister::begin_when(bool, const char* words) {
  conditions_.emplace_back(words);
  return true;
}

}  // namespace grouser
