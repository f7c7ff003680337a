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

std::string value_text(double value, const std::string& unit) {
  if (!std::isfinite(value)) return "-";
  const DisplayUnit shown = display_unit(unit, value);
  const double x = value * shown.factor;
  const double size = std::fabs(x);
  const int decimals = size >= 1000.0 ? 0 : size >= 100.0 ? 1 : size >= 10.0 ? 2 : 3;
  const std::string text = number_text(x, decimals);
  if (shown.label.empty()) return text;
  return text + (shown.label == "°" ? "" : " ") + shown.label;
}

std::string time_text(double seconds) { return number_text(seconds, 3) + " s"; }

}  // namespace grouser::desktop
