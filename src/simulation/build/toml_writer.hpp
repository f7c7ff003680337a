// SPDX-License-Identifier: BSD-3-Clause
// Keys and tables of a scenario as text.
#pragma once
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "grouser/base/toml_text.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// The number of degrees that the reader turns into this angle, or the nearest.
inline double degrees_of(double angle) {
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

/// Writes keys and tables in the order in which they are given.
class TomlWriter {
 public:
  void table(const std::string& header) { text_ += header + "\n"; }
  void number(const char* key, double value) { line(key, fmt::format("{}", value)); }
  void angle(const char* key, double value) { number(key, degrees_of(value)); }
  void boolean(const char* key, bool value) { line(key, value ? "true" : "false"); }
  void string(const char* key, const std::string& value) { line(key, toml_string(value)); }
  void strings(const char* key, const std::vector<std::string>& values) {
    std::vector<std::string> quoted;
    for (const std::string& value : values) quoted.push_back(toml_string(value));
    line(key, fmt::format("[{}]", fmt::join(quoted, ", ")));
  }
  void vector(const char* key, const Vec3& v) { line(key, fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z())); }
  void line(const std::string& key, const std::string& value) { text_ += key + " = " + value + "\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// `[balance]`, `[[push]]` and `[stepup]`.
void write_balance(const WorldSpec& spec, TomlWriter& t);

}  // namespace grouser
