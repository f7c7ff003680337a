// SPDX-License-Identifier: BSD-3-Clause
// Display units of channels: the chosen ones, or those that fit the size of the numbers, and texts with as
// many decimals as each unit needs.
#include "grouser/chart/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "grouser/chart/typed_units.hpp"

namespace grouser {

namespace {

constexpr int kDecimals = 3, kOfLargeUnit = 6;  // of numbers below one; of mm and N when shown in m and kN

/// "mm/s" is a length with "/s" behind it, "N m" a force with " m".
struct UnitParts {
  TypedUnit head;
  std::string tail;
};

/// The parts of a unit that can be converted; nothing for any other.
std::optional<UnitParts> parts_of(const std::string& unit) {
  const std::size_t end = std::min(unit.find('/'), unit.find(' '));
  const std::string tail = end == std::string::npos ? "" : unit.substr(end);
  const std::optional<TypedUnit> head = find_unit(unit.substr(0, end));
  if (!head) return std::nullopt;
  const bool by_second = tail.empty() || tail == "/s" || tail == "/s2";
  const bool moment = tail == " m" && head->dimension == find_unit("N")->dimension;
  return by_second || moment ? std::optional<UnitParts>({*head, tail}) : std::nullopt;
}

/// Name of the unit chosen for a dimension; null where nothing is chosen or the size decides.
const char* chosen_name(const ShownUnits& units, const UnitDimension& of) {
  if (of == find_unit("m")->dimension)
    return units.length == LengthUnit::fitting ? nullptr : units.length == LengthUnit::m ? "m" : "mm";
  if (of == find_unit("rad")->dimension) return units.angle == AngleUnit::deg ? "deg" : "rad";
  if (of == find_unit("N")->dimension)
    return units.force == ForceUnit::fitting ? nullptr : units.force == ForceUnit::N ? "N" : "kN";
  if (of == find_unit("Pa")->dimension)
    return units.pressure == PressureUnit::fitting ? nullptr
           : units.pressure == PressureUnit::Pa    ? "Pa"
                                                   : "kPa";
  if (of == find_unit("kg")->dimension) return units.mass == MassUnit::kg ? "kg" : "g";
  if (of == find_unit("J")->dimension)
    return units.energy == EnergyUnit::fitting ? nullptr : units.energy == EnergyUnit::J ? "J" : "kJ";
  return nullptr;
}

/// The chosen unit for "N/m" or "N s/m"; nothing if the unit is neither.
std::optional<DisplayUnit> stiffness_unit(StiffnessUnit chosen, const std::string& unit) {
  if (unit != "N/m" && unit != "N s/m") return std::nullopt;
  if (chosen == StiffnessUnit::N_per_m) return DisplayUnit{1.0, unit};
  return DisplayUnit{1e-3, chosen == StiffnessUnit::kN_per_m ? "k" + unit : unit + "m"};
}

/// "°/s²" of "deg/s2".
std::string pretty(std::string label) {
  if (label == "-") return "";
  if (label.starts_with("deg")) label.replace(0, 3, "°");
  if (label.ends_with("/s2")) label.replace(label.size() - 1, 1, "²");
  return label;
}

/// The units with those that are still `fitting` chosen to suit numbers of this size.
ShownUnits fitted(ShownUnits units, const std::string& unit, double size) {
  constexpr double kInMillimetres = 0.5, kSlow = 0.1;                                // m, m/s
  constexpr double kInKilonewtons = 5e3, kInKilopascals = 5e3, kInKilojoules = 5e3;  // N, Pa, J
  if (units.length == LengthUnit::fitting)
    units.length = (unit == "m" && size < kInMillimetres) || (unit == "m/s" && size < kSlow)
                       ? LengthUnit::mm
                       : LengthUnit::fitting;
  if (units.force == ForceUnit::fitting && (unit == "N" || unit == "N m") && size >= kInKilonewtons)
    units.force = ForceUnit::kN;
  if (units.pressure == PressureUnit::fitting && unit == "Pa" && size >= kInKilopascals)
    units.pressure = PressureUnit::kPa;
  if (units.energy == EnergyUnit::fitting && unit == "J" && size >= kInKilojoules)
    units.energy = EnergyUnit::kJ;
  return units;
}

}  // namespace

DisplayUnit field_unit(const ShownUnits& units, const std::string& unit) {
  if (const std::optional<DisplayUnit> stiffness = stiffness_unit(units.stiffness, unit)) return *stiffness;
  const std::optional<UnitParts> parts = parts_of(unit);
  const char* chosen = parts ? chosen_name(units, parts->head.dimension) : nullptr;
  // Accelerations stay in m/s2, however short the lengths are.
  if (chosen && parts->tail == "/s2" && chosen == std::string_view("mm")) chosen = "m";
  if (!chosen) return {1.0, unit};
  return {parts->head.factor / find_unit(chosen)->factor, chosen + parts->tail};
}

DisplayUnit display_unit(const ShownUnits& units, const std::string& unit, double largest) {
  const double size = std::fabs(largest);
  if (unit == "slip") return {100.0, "%"};
  DisplayUnit shown = field_unit(fitted(units, unit, size), unit);
  if (shown.label.starts_with("rad") || (shown.label.starts_with("m") && units.length == LengthUnit::m) ||
      (shown.label.starts_with("k") && shown.factor < 1.0))
    shown.decimals = kOfLargeUnit;
  shown.label = pretty(shown.label);
  return shown;
}

DisplayUnit steady_unit(const ShownUnits& units, const std::string& usual, int decimals) {
  DisplayUnit shown = field_unit(units, usual);
  // A unit that makes numbers larger takes as many decimals fewer.
  const auto finer = static_cast<int>(std::lround(std::log10(shown.factor)));
  const std::optional<UnitParts> parts = parts_of(usual);
  return {shown.factor / (parts ? parts->head.factor : 1.0), pretty(shown.label),
          std::max(0, decimals - finer)};
}

std::string without_negative_zero(std::string text) {
  if (!text.empty() && text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string number_text(double value, int decimals) {
  return std::isfinite(value) ? without_negative_zero(fmt::format("{:.{}f}", value, decimals))
                              : std::string("-");
}

std::string quantity_unit(const std::string& name, const std::string& unit) {
  return unit == "-" && name.ends_with("slip") ? "slip" : unit;
}

std::string shown_text(double value, const DisplayUnit& unit) {
  const double size = std::fabs(value * unit.factor);
  int decimals = size >= 1000.0 ? 0 : size >= 100.0 ? 1 : size >= 10.0 ? 2 : kDecimals;
  if (size > 0.0 && size < 1.0 && unit.decimals > kDecimals)
    decimals =
        std::clamp(kDecimals - static_cast<int>(std::floor(std::log10(size))), kDecimals, unit.decimals);
  return number_text(value * unit.factor, decimals);
}

std::string behind_number(const DisplayUnit& unit) {
  return unit.label.empty() || unit.label == "°" ? unit.label : " " + unit.label;
}

std::string value_text(const ShownUnits& units, double value, const std::string& unit) {
  if (!std::isfinite(value)) return "-";
  const DisplayUnit shown = display_unit(units, unit, value);
  return shown_text(value, shown) + behind_number(shown);
}

std::string field_text(const ShownUnits& units, double value, const std::string& unit) {
  const bool known = !unit.empty() && unit != "-";
  const DisplayUnit shown = field_unit(units, known ? unit : "");
  return fmt::format("{:.6g}{}{}", shown.factor * value, known ? " " : "", shown.label);
}

std::string steady_number(double value, const DisplayUnit& unit) {
  return number_text(value * unit.factor, unit.decimals);
}

std::string steady_text(const ShownUnits& units, double value, const std::string& usual, int decimals) {
  const DisplayUnit shown = steady_unit(units, usual, decimals);
  return steady_number(value, shown) + behind_number(shown);
}

std::string time_text(double seconds) { return number_text(seconds, 3) + " s"; }

std::string time_left_text(double seconds) {
  constexpr double kInMinutes = 90.0;  // s: from here on minutes are shown
  return seconds < kInMinutes ? fmt::format("{:.0f} s left", seconds)
                              : fmt::format("{:.0f} min left", seconds / 60.0);
}

}  // namespace grouser
