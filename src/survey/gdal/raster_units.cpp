// SPDX-License-Identifier: BSD-3-Clause
// A table of units of length by their names in files and labels, in lower case and with blanks for "_".
#include "raster_units.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace grouser::terrain {

std::optional<double> metres_per_unit(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return c == '_' ? ' ' : static_cast<char>(std::tolower(c)); });
  // Exact by definition: the international foot (1959) and the US survey foot (1893).
  constexpr double kFoot = 0.3048, kSurveyFoot = 1200.0 / 3937.0;
  static constexpr std::pair<const char*, double> kUnits[] = {
      {"m", 1.0},
      {"metre", 1.0},
      {"meter", 1.0},
      {"metres", 1.0},
      {"meters", 1.0},
      {"km", 1000.0},
      {"kilometre", 1e3},
      {"kilometer", 1e3},
      {"kilometres", 1e3},
      {"kilometers", 1e3},
      {"cm", 0.01},
      {"centimetre", 0.01},
      {"centimeter", 0.01},
      {"centimetres", 0.01},
      {"centimeters", 0.01},
      {"mm", 0.001},
      {"millimetre", 1e-3},
      {"millimeter", 1e-3},
      {"millimetres", 1e-3},
      {"millimeters", 1e-3},
      {"dm", 0.1},
      {"decimetre", 0.1},
      {"decimeter", 0.1},
      {"decimetres", 0.1},
      {"decimeters", 0.1},
      {"dam", 10.0},
      {"dekameter", 10.0},
      {"decametre", 10.0},
      {"decameter", 10.0},
      {"in", 0.0254},
      {"inch", 0.0254},
      {"inches", 0.0254},
      {"ft", kFoot},
      {"foot", kFoot},
      {"feet", kFoot},
      {"us survey foot", kSurveyFoot},
      {"us-ft", kSurveyFoot},
      {"ftus", kSurveyFoot},
      {"foot us", kSurveyFoot},
  };
  for (const auto& [word, metres] : kUnits)
    if (name == word) return metres;
  return std::nullopt;
}

}  // namespace grouser::terrain
