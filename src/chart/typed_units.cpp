// SPDX-License-Identifier: BSD-3-Clause
// Units as people type them: names with powers, joined by spaces, points and slashes, as a factor to SI and
// powers of length, mass, time and angle. A slash divides by the one name behind it.
#include "grouser/chart/typed_units.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/math/units.hpp"

namespace grouser {
namespace {

// Powers of metre, kilogram, second and radian.
constexpr UnitDimension kNone{0, 0, 0, 0}, kLength{1, 0, 0, 0}, kMass{0, 1, 0, 0}, kTime{0, 0, 1, 0},
    kAngle{0, 0, 0, 1}, kTurning{0, 0, -1, 1}, kForce{1, 1, -2, 0}, kPressure{-1, 1, -2, 0},
    kEnergy{2, 1, -2, 0}, kPower{2, 1, -3, 0}, kFrequency{0, 0, -1, 0};

/// A name of a unit with its factor and dimension.
struct NamedUnit {
  std::string_view name;
  TypedUnit unit;
};

constexpr NamedUnit kUnits[] = {
    {"m", {1.0, kLength}},      {"km", {1e3, kLength}},    {"dm", {1e-1, kLength}},
    {"cm", {1e-2, kLength}},    {"mm", {1e-3, kLength}},   {"um", {1e-6, kLength}},
    {"µm", {1e-6, kLength}},    {"rad", {1.0, kAngle}},    {"mrad", {1e-3, kAngle}},
    {"deg", {kDegree, kAngle}}, {"°", {kDegree, kAngle}},  {"s", {1.0, kTime}},
    {"sec", {1.0, kTime}},      {"ms", {1e-3, kTime}},     {"us", {1e-6, kTime}},
    {"min", {60.0, kTime}},     {"h", {3600.0, kTime}},    {"kg", {1.0, kMass}},
    {"g", {1e-3, kMass}},       {"t", {1e3, kMass}},       {"rpm", {2.0 * std::numbers::pi / 60.0, kTurning}},
    {"Hz", {1.0, kFrequency}},  {"N", {1.0, kForce}},      {"mN", {1e-3, kForce}},
    {"kN", {1e3, kForce}},      {"Nm", {1.0, kEnergy}},    {"Pa", {1.0, kPressure}},
    {"kPa", {1e3, kPressure}},  {"MPa", {1e6, kPressure}}, {"J", {1.0, kEnergy}},
    {"kJ", {1e3, kEnergy}},     {"W", {1.0, kPower}},      {"kW", {1e3, kPower}},
    {"%", {1e-2, kNone}},
};

/// Takes the power that follows a name, "2", "^2", "²" or "-1", off the text; 1 if there is none.
int take_power(std::string_view& text) {
  constexpr std::string_view kSquare = "²", kCube = "³";
  for (const auto& [sign, power] : {std::pair{kSquare, 2}, std::pair{kCube, 3}})
    if (text.starts_with(sign)) return text.remove_prefix(sign.size()), power;
  std::string_view rest = text;
  if (rest.starts_with('^')) rest.remove_prefix(1);
  const bool minus = rest.starts_with('-');
  if (minus) rest.remove_prefix(1);
  if (rest.empty() || rest[0] < '1' || rest[0] > '9') return 1;
  const int power = rest[0] - '0';
  text = rest.substr(1);
  return minus ? -power : power;
}

/// Length in bytes of the name at the beginning of the text: letters, the percent sign and all beyond ASCII
/// (degree and micro signs), but for powers and the middle dot.
std::size_t name_length(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size()) {
    const auto c = static_cast<unsigned char>(text[n]);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c >= 0x80;
    const std::string_view rest = text.substr(n);
    if (!letter || rest.starts_with("²") || rest.starts_with("³") || rest.starts_with("·")) break;
    ++n;
  }
  return n;
}

}  // namespace

std::optional<TypedUnit> parse_unit(std::string_view text) {
  TypedUnit unit;
  if (text.empty() || text == "-" || text == "1") return unit;
  int sign = 1;
  // Signs between names, then a name with its power.
  while (!text.empty()) {
    if (text.starts_with("·")) {
      text.remove_prefix(std::string_view("·").size());
      continue;
    }
    if (text[0] == ' ' || text[0] == '*') {
      text.remove_prefix(1);
      continue;
    }
    if (text[0] == '/') {
      if (sign < 0) return std::nullopt;
      sign = -1;
      text.remove_prefix(1);
      continue;
    }
    const std::size_t length = name_length(text);
    const std::optional<TypedUnit> one = find_unit(text.substr(0, length));
    if (length == 0 || !one) return std::nullopt;
    text.remove_prefix(length);
    const int power = sign * take_power(text);
    unit.factor *= std::pow(one->factor, power);
    for (std::size_t k = 0; k < unit.dimension.size(); ++k) unit.dimension[k] += power * one->dimension[k];
    sign = 1;
  }
  if (sign < 0) return std::nullopt;
  return unit;
}

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
  if (from == to) return 1.0;
  const std::optional<TypedUnit> a = parse_unit(from), b = parse_unit(to);
  if (!a || !b || a->dimension != b->dimension) return std::nullopt;
  return a->factor / b->factor;
}

std::optional<TypedUnit> find_unit(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const NamedUnit& u) { return u.name == name; });
  if (found == std::end(kUnits)) return std::nullopt;
  return found->unit;
}

}  // namespace grouser
