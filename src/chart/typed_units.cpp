// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/chart/typed_units.hpp"

#include <algorithm>
#include <numbers>

#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr UnitDimension kNone{0, 0, 0, 0}, kLength{1, 0, 0, 0}, kMass{0, 1, 0, 0}, kTime{0, 0, 1, 0},
    kAngle{0, 0, 0, 1}, kTurning{0, 0, -1, 1}, kForce{1, 1, -2, 0}, kPressure{-1, 1, -2, 0},
    kEnergy{2, 1, -2, 0}, kPower{2, 1, -3, 0}, kFrequency{0, 0, -1, 0};

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

}  // namespace

std::optional<TypedUnit> find_unit(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const NamedUnit& u) { return u.name == name; });
  if (found == std::end(kUnits)) return std::nullopt;
  return found->unit;
}

}  // namespace grouser
