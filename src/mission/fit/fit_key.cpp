// SPDX-License-Identifier: BSD-3-Clause
// Keys of a fit: values from 0 to 1 along a range or its logarithm, and the reader of KEY=LOW:HIGH.
#include "grouser/mission/fit/fit_key.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

constexpr double kDecade = 10.0;  // from this ratio on a range is taken along its logarithm

/// An end of a range as a finite number; throws InputError.
double range_end(const std::string& text, const std::string& place) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    throw InputError(place, "'" + text + "'", "a number as end of the range");
  return value;
}

}  // namespace

double FitKey::value(double u) const {
  // The ends are exact, whatever rounding says.
  if (u <= 0.0) return low;
  if (u >= 1.0) return high;
  if (scale == FitScale::linear) return low + u * (high - low);
  return low * math::exp(u * math::log(high / low));
}

double FitKey::unit(double value) const {
  if (scale == FitScale::linear) return (value - low) / (high - low);
  return value > 0.0 ? math::log(value / low) / math::log(high / low) : 0.0;
}

double FitKey::slope(double u) const {
  return scale == FitScale::linear ? high - low : value(u) * math::log(high / low);
}

FitKey parse_fit_key(const std::string& text) {
  const std::string place = "--vary " + text, form = "KEY=LOW:HIGH, as n=0.5:1.5";
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw InputError(place, "'" + text + "'", form);
  FitKey key;
  key.key = text.substr(0, equals);
  if (key.key.starts_with("soil.")) key.key.erase(0, 5);
  // LOW, HIGH and perhaps the scale.
  std::vector<std::string> parts(1);
  for (const char c : text.substr(equals + 1))
    if (c == ':')
      parts.emplace_back();
    else
      parts.back() += c;
  const bool worded = parts.size() == 3;
  if (parts.size() != 2 && !worded) throw InputError(place, "'" + text + "'", form);
  if (worded && parts[2] != "log" && parts[2] != "linear")
    throw InputError(place, "'" + parts[2] + "'", "log or linear after the range");
  key.low = range_end(parts[0], place), key.high = range_end(parts[1], place);
  if (!(key.low < key.high))
    throw InputError(place, "a range without width", "a lower end below the upper one");
  // If the text names no scale, the range decides: a decade or more above 0 is logarithmic.
  const bool wide = key.low > 0.0 && key.high >= kDecade * key.low;
  if (worded ? parts[2] == "log" : wide) key.scale = FitScale::logarithmic;
  if (key.scale == FitScale::logarithmic && !(key.low > 0.0))
    throw InputError(place, "a logarithm of a range from 0 or below", "a range above 0, or no :log");
  return key;
}

void check_fit_keys(const std::vector<FitKey>& keys) {
  if (keys.empty()) throw InputError("--vary", "no key", "one or more, as --vary n=0.5:1.5");
  if (keys.size() > kMostFitKeys)
    throw InputError("--vary", fmt::format("{} keys", keys.size()), fmt::format("at most {}", kMostFitKeys));
  for (std::size_t a = 0; a < keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (keys[a].key == keys[b].key)
        throw InputError("--vary", "'" + keys[a].key + "' twice", "each key once");
}

std::vector<double> fit_values(const std::vector<FitKey>& keys, std::span<const double> units) {
  std::vector<double> values;
  for (std::size_t k = 0; k < keys.size(); ++k) values.push_back(keys[k].value(units[k]));
  return values;
}

}  // namespace grouser
