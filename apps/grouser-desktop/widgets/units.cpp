#include "widgets/units.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace grouser::desktop {

DisplayUnit display_unit(const std::string& unit, double largest) {
  const double size = std::fabs(largest);
  if (unit == "m" && size < 0.5) return {1e3, "mm"};
  if (unit == "m/s" && size < 0.1) return {1e3, "mm/s"};
  if (unit == "N" && size >= 5e3) return {1e-3, "kN"};
  if (unit == "N m" && size >= 5e3) return {1e-3, "kN m"};
  if (unit == "J" && size >= 5e3) return {1e-3, "kJ"};
  if (unit == "rad") return {180.0 / std::numbers::pi, "°"};
  if (unit == "rad/s") return {180.0 / std::numbers::pi, "°/s"};
  if (unit == "rad/s2") return {180.0 / std::numbers::pi, "°/s²"};
  if (unit == "slip") return {100.0, "%"};
  if (unit == "m/s2") return {1.0, "m/s²"};
  if (unit == "-") return {1.0, ""};
  return {1.0, unit};
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
  return number_text(value * unit.factor, size >= 1000.0 ? 0 : size >= 100.0 ? 1 : size >= 10.0 ? 2 : 3);
}

std::string value_text(double value, const std::string& unit) {
  if (!std::isfinite(value)) return "-";
  const DisplayUnit shown = display_unit(unit, value);
  const std::string text = shown_text(value, shown);
  if (shown.label.empty()) return text;
  return text + (shown.label == "°" ? "" : " ") + shown.label;
}

std::string time_text(double seconds) { return number_text(seconds, 3) + " s"; }

std::string time_left_text(double seconds) {
  constexpr double kInMinutes = 90.0;  // s: from here on nobody counts seconds
  return seconds < kInMinutes ? fmt::format("{:.0f} s left", seconds)
                              : fmt::format("{:.0f} min left", seconds / 60.0);
}

}  // namespace grouser::desktop
