// SPDX-License-Identifier: BSD-3-Clause
// Reads numbers by std::from_chars, which does not depend on the locale and takes no leading blank or plus
// sign; NaN and infinity are refused.
#include "number_range.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser::cli {
namespace {

constexpr double kMaxCount = 10000;  // more rows than anyone reads; guards against a step of 1e-9

/// The parts between separators; one part at least, and empty ones are kept.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + 1)
    parts.push_back(text.substr(begin, end - begin));
  parts.push_back(text.substr(begin));
  return parts;
}

/// The allowed numbers in words for a message: "a number above 0 and up to 10 m". Bounds of 1e299 mean none.
std::string range_text(const NumberRange& allowed) {
  const std::string unit =
      *allowed.unit && std::string(allowed.unit) != "-" ? std::string(" ") + allowed.unit : "";
  if (allowed.max >= 1e299 && allowed.min <= -1e299) return "a number" + unit;
  if (allowed.max >= 1e299)
    return fmt::format("a number {} {}{}", allowed.open_min ? ">" : ">=", allowed.min, unit);
  return fmt::format("a number {} {} {} {}{}", allowed.open_min ? "above" : "from", allowed.min,
                     allowed.open_min ? "and up to" : "to", allowed.max, unit);
}

/// One finite number that fills the whole text, not yet compared with the bounds. Throws InputError.
double parse_finite(const std::string& option, const std::string& text, const NumberRange& allowed) {
  double value = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end || !std::isfinite(value))
    throw InputError(option, "'" + text + "'", range_text(allowed));
  return value;
}

/// The numbers of first:last:step; the last one is included if the steps reach it to a millionth of a step.
/// Throws InputError if the step is zero or points away from the last number.
std::vector<double> expand(const std::string& option, const std::string& text, double first, double last,
                           double step) {
  const double steps = (last - first) / step;
  if (step == 0.0 || !(steps >= 0.0))
    throw InputError(option, "'" + text + "'",
                     "FIRST:LAST:STEP with a step that leads from the first to the last");
  const double total = std::floor(steps + 1e-6) + 1.0;
  if (total > kMaxCount)
    throw InputError(option, "'" + text + "'", fmt::format("at most {} numbers", kMaxCount));
  std::vector<double> numbers;
  const int count = static_cast<int>(total);
  for (int i = 0; i < count; ++i) {
    // 0.1 + 2 * 0.1 is not 0.3: round to the twelfth decimal, which nobody types.
    numbers.push_back(std::round((first + i * step) * 1e12) / 1e12 + 0.0);
  }
  if (std::fabs(numbers.back() - last) < 1e-6 * std::fabs(step)) numbers.back() = last;
  return numbers;
}

}  // namespace

double parse_number(const std::string& option, const std::string& text, NumberRange allowed) {
  const double value = parse_finite(option, text, allowed);
  if (value < allowed.min || value > allowed.max || (allowed.open_min && value == allowed.min))
    throw InputError(option, text, range_text(allowed));
  return value;
}

std::vector<double> parse_number_range(const std::string& option, const std::string& text,
                                       NumberRange allowed) {
  const auto parts = split(text, ':');
  if (parts.size() == 1) {
    std::vector<double> numbers;
    for (const auto& part : split(text, ',')) numbers.push_back(parse_number(option, part, allowed));
    return numbers;
  }
  if (parts.size() != 3)
    throw InputError(option, "'" + text + "'", "a number, a list A,B,C or FIRST:LAST:STEP");
  const double first = parse_number(option, parts[0], allowed);
  const double last = parse_number(option, parts[1], allowed);
  return expand(option, text, first, last, parse_finite(option, parts[2], any_number("")));
}

std::vector<double> parse_numbers(const std::string& option, const std::string& text, std::size_t count,
                                  const std::string& form) {
  const std::vector<std::string> parts = split(text, ',');
  std::vector<double> numbers;
  for (const std::string& part : parts) {
    double value = 0.0;
    const char* end = part.data() + part.size();
    const auto [stop, error] = std::from_chars(part.data(), end, value);
    if (part.empty() || error != std::errc{} || stop != end || !std::isfinite(value)) break;
    numbers.push_back(value);
  }
  if (numbers.size() != parts.size() || parts.size() != count)
    throw InputError(option, "'" + text + "'", form);
  return numbers;
}

}  // namespace grouser::cli
