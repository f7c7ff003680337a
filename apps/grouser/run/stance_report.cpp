// SPDX-License-Identifier: BSD-3-Clause
// Stance of a rover on level rock as JSON, text and picture. Slopes are converted from rad to degrees here.
#include "stance_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/math/units.hpp"
#include "grouser/mission/rover/rover_views.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {
namespace {

/// Rounds to the millimetre and turns -0 into 0.
double to_millimetre(double metres) { return std::round(1e3 * metres) / 1e3 + 0.0; }

Json place_json(const Vec3& v) { return Json::array({v.x(), v.y(), v.z()}); }

}  // namespace

Json stance_json(const RoverStance& stance) {
  Json wheels = Json::array();
  for (const StandingWheel& wheel : stance.wheels)
    wheels.push_back({{"name", wheel.name}, {"load", wheel.load}, {"hub", place_json(wheel.hub)}});
  const TipOverSlopes& tip = stance.tip_over;
  Json json = {{"gravity", stance.gravity},
               {"mass", stance.mass},
               {"centre_of_mass", place_json(stance.center)},
               {"wheel_loads", wheels},
               {"clearance", stance.clearance},
               {"lowest_body", stance.lowest_body},
               {"friction", stance.friction}};
  json["tip_over_deg"] = {{"ahead", kDegrees * tip.ahead},
                          {"back", kDegrees * tip.back},
                          {"left", kDegrees * tip.left},
                          {"right", kDegrees * tip.right},
                          {"least", kDegrees * tip.least}};
  json["steepest_hold_deg"] = kDegrees * stance.steepest_hold;
  json["limited_by"] = stance.slides_first ? "friction" : "tip_over";
  return json;
}

std::string stance_text(const RoverStance& stance) {
  const TipOverSlopes& tip = stance.tip_over;
  const Vec3& c = stance.center;
  std::string text = fmt::format(
      "on level rock at {:g} m/s2:\n  centre of mass {:.3f} m ahead, {:.3f} m left, {:.3f} m up\n",
      stance.gravity, to_millimetre(c.x()), to_millimetre(c.y()), c.z());
  const double weight = stance.mass * stance.gravity;
  for (const StandingWheel& wheel : stance.wheels)
    text += fmt::format("  load of {}: {:.4g} N ({:.1f} % of the weight)\n", wheel.name, wheel.load,
                        100.0 * wheel.load / weight);
  text += std::isnan(stance.clearance)
              ? std::string("  clearance: nothing but the wheels can touch\n")
              : fmt::format("  clearance {:.4g} m, below '{}'\n", stance.clearance, stance.lowest_body);
  text += fmt::format(
      "  tips over, joints held, on a slope of {:.1f} deg downhill ahead, {:.1f} back, {:.1f} left, {:.1f} "
      "right; "
      "{:.1f} at least\n",
      kDegrees * tip.ahead, kDegrees * tip.back, kDegrees * tip.left, kDegrees * tip.right,
      kDegrees * tip.least);
  text += fmt::format("  holds {:.1f} deg in every direction with locked wheels; {} first (friction {:g})\n",
                      kDegrees * stance.steepest_hold, stance.slides_first ? "it slides" : "it tips over",
                      stance.friction);
  return text;
}

void write_stance_plot(const std::filesystem::path& file, const RoverStance& stance) {
  write_charts(file, rover_views(stance), {.width = 1500, .height = 520, .columns = 3});
}

}  // namespace grouser::cli
