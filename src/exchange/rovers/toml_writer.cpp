// SPDX-License-Identifier: BSD-3-Clause
// Numbers in fmt's shortest form that reads back to the same bits, always with a point or an exponent, so
// that TOML reads them as floating. Poses leave out a zero position and the identity.
#include "toml_writer.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/key_visitors.hpp"
#include "grouser/base/toml_text.hpp"
#include "grouser/exchange/rovers/rover_description.hpp"

namespace grouser {

std::string toml_number(double value) {
  constexpr double kRounding = 1e-14;
  if (std::abs(value) < kRounding) return "0.0";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

void TomlLines::comment(std::string_view text) { out_ += fmt::format("# {}\n", text); }
void TomlLines::table(std::string_view header) { out_ += fmt::format("\n{}\n", header); }
void TomlLines::text(std::string_view key, std::string_view value) {
  out_ += fmt::format("{} = {}\n", key, toml_string(value));
}
void TomlLines::number(std::string_view key, double value) {
  out_ += fmt::format("{} = {}\n", key, toml_number(value));
}
void TomlLines::whole(std::string_view key, int value) { out_ += fmt::format("{} = {}\n", key, value); }
void TomlLines::flag(std::string_view key, bool value) { out_ += fmt::format("{} = {}\n", key, value); }
void TomlLines::angle(std::string_view key, double angle) { number(key, degrees_of(angle)); }

void TomlLines::texts(std::string_view key, const std::vector<std::string>& values) {
  out_ += fmt::format("{} = [", key);
  for (const std::string& value : values) out_ += fmt::format("\n  {},", toml_string(value));
  out_ += values.empty() ? "]\n" : "\n]\n";
}

void TomlLines::numbers(std::string_view key, const std::vector<double>& values) {
  std::string list;
  for (const double value : values) list += (list.empty() ? "" : ", ") + toml_number(value);
  out_ += fmt::format("{} = [{}]\n", key, list);
}

void TomlLines::pose(const RigidTransform& X) {
  if (X.p != Vec3::Zero()) vector("position", X.p);
  if (X.R == Mat3::Identity()) return;
  const RollPitchYaw rpy = steady_rpy(X.R);
  numbers("rpy_deg", {degrees_of(rpy.roll), degrees_of(rpy.pitch), degrees_of(rpy.yaw)});
}

std::vector<double> inertia_numbers(const Mat3& i) {
  // Numbers of 1e-9 kg m2 are common for small parts, so that rounding is a share of the whole.
  constexpr double kRounding = 1e-15;
  const double least = kRounding * i.trace();
  std::vector<double> values{i(0, 0), i(1, 1), i(2, 2)};
  const double xy = i(0, 1), xz = i(0, 2), yz = i(1, 2);
  if (std::abs(xy) > least || std::abs(xz) > least || std::abs(yz) > least)
    values.insert(values.end(), {xy, xz, yz});
  return values;
}

}  // namespace grouser
