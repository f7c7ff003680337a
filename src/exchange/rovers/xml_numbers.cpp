// SPDX-License-Identifier: BSD-3-Clause
// Attributes and texts are split into words first and each word is then parsed as a whole, so that trailing
// letters ("0.5m") are refused instead of dropped. std::from_chars does not depend on the locale.
#include "xml_numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {

std::optional<double> decimal_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  // from_chars accepts "inf" and "nan", and a hexadecimal number only as its leading 0: the first character
  // is checked here, the end of the text below.
  if (text.empty() || std::string_view("0123456789.-").find(text.front()) == std::string_view::npos)
    return {};
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::vector<std::string> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string XmlNumbers::label() const {
  const std::string* name = element_->attribute("name");
  return name ? fmt::format("<{}> '{}'", element_->name, *name) : fmt::format("<{}>", element_->name);
}

void XmlNumbers::refuse(const std::string& found, const std::string& expected) const {
  throw InputError(place(), found, expected);
}

std::string XmlNumbers::word(const char* attribute) const {
  const std::string* value = element_->attribute(attribute);
  if (!value) refuse(fmt::format("{} without {}", label(), attribute), fmt::format("{}=\"...\"", attribute));
  // An attribute of blanks alone is as empty as one without characters.
  const std::vector<std::string> words = words_of(*value);
  if (words.empty()) refuse(fmt::format("{} with an empty {}", label(), attribute), "a name");
  return *value;
}

std::string XmlNumbers::word_or(const char* attribute, const std::string& fallback) const {
  return element_->attribute(attribute) ? word(attribute) : fallback;
}

std::vector<double> XmlNumbers::parsed(const std::string& text, std::size_t count,
                                       const std::string& what) const {
  const std::string expected = count == 1 ? "a finite number" : fmt::format("{} finite numbers", count);
  std::vector<double> values;
  for (const std::string& word : words_of(text)) {
    const auto value = decimal_number(word);
    if (!value) refuse(fmt::format("{} = \"{}\"", what, text), expected);
    values.push_back(*value);
  }
  if (values.size() != count) refuse(fmt::format("{} = \"{}\"", what, text), expected);
  return values;
}

std::vector<double> XmlNumbers::numbers(const char* attribute, std::size_t count) const {
  const std::string* value = element_->attribute(attribute);
  if (!value) refuse(fmt::format("{} without {}", label(), attribute), fmt::format("{}=\"...\"", attribute));
  return parsed(*value, count, fmt::format("{} {}", label(), attribute));
}

double XmlNumbers::number(const char* attribute) const { return numbers(attribute, 1)[0]; }

double XmlNumbers::number_or(const char* attribute, double fallback) const {
  return element_->attribute(attribute) ? number(attribute) : fallback;
}

Vec3 XmlNumbers::vector_or(const char* attribute, const Vec3& fallback) const {
  if (!element_->attribute(attribute)) return fallback;
  const std::vector<double> v = numbers(attribute, 3);
  return {v[0], v[1], v[2]};
}

std::vector<double> XmlNumbers::inner(std::size_t count) const {
  return parsed(element_->text, count, label());
}

Mat3 rotation_of_xyzw(const std::vector<double>& q, const std::string& place) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  // The length is divided out; one that is this far from 1 is a mistake and not rounding.
  if (!(length > 1e-6 && length < 1e6))
    throw InputError(place, fmt::format("a quaternion of length {:g}", length),
                     "a quaternion x y z w of length 1");
  return to_matrix(normalised(Quat(q[3], q[0], q[1], q[2])));
}

}  // namespace grouser
