// SPDX-License-Identifier: BSD-3-Clause
// Words for messages: a TOML value or a range as an engineer would say it. A range without a bound has
// +-1e300 there, and 1e299 separates those from real bounds.
#include "toml_words.hpp"

#include <fmt/format.h>

#include <sstream>

#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"

namespace grouser {

// Long texts are clipped; tables and arrays are described by their kind.
std::string describe(const toml::node& node) {
  std::ostringstream out;
  if (node.is_table()) return "a table";
  if (node.is_array()) return fmt::format("an array of {}", node.as_array()->size());
  if (node.is_string()) {
    constexpr std::size_t kMostShown = 60;
    return "the text \"" + clipped(node.as_string()->get(), kMostShown) + "\"";
  }
  if (node.is_floating_point()) return fmt::format("{}", node.as_floating_point()->get());
  node.visit([&](auto&& value) {
    if constexpr (toml::is_value<decltype(value)>) out << value;
  });
  return out.str();
}

std::string range_text(const NumberRange& range) {
  std::string text = "a number";
  const bool has_min = range.min > -1e299, has_max = range.max < 1e299;
  if (has_min && has_max)
    text += fmt::format(" {} {} {} {}", range.open_min ? "above" : "from", range.min,
                        range.open_min ? "and up to" : "to", range.max);
  else if (has_min)
    text += fmt::format(" {} {}", range.open_min ? ">" : ">=", range.min);
  else if (has_max)
    text += fmt::format(" <= {}", range.max);
  if (range.unit && *range.unit) text += fmt::format(" in {}", range.unit);
  return text;
}

bool is_number(const std::string& part) {
  // Fewer than seven digits, so that the conversion to an integer cannot overflow.
  return !part.empty() && part.size() < 7 && part.find_first_not_of("0123456789") == std::string::npos;
}

std::string element_name(const toml::node& element, std::size_t index) {
  const auto* table = element.as_table();
  const auto name = table ? (*table)["name"].value<std::string>() : std::nullopt;
  return name && !name->empty() ? *name : std::to_string(index);
}

void refuse_zero_bytes(const toml::node& node, const std::string& key, const std::string& file) {
  const auto check = [&](const std::string& text, const toml::node& at) {
    if (text.find('\0') != std::string::npos)
      throw InputError(fmt::format("{}:{}", file, at.source().begin.line), "a text with a zero byte",
                       "a text");
  };
  check(key, node);
  if (const auto* text = node.as_string()) check(text->get(), node);
  if (const auto* table = node.as_table())
    for (const auto& [name, value] : *table) refuse_zero_bytes(value, std::string(name.str()), file);
  if (const auto* array = node.as_array())
    for (const toml::node& value : *array) refuse_zero_bytes(value, {}, file);
}

}  // namespace grouser
