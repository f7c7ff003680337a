// SPDX-License-Identifier: BSD-3-Clause
// The table and the charts of a tilt bed. Points that did not settle have NaN, which leaves a gap in each
// curve.
#include "grouser/mission/gradeability/grade_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace grouser {
namespace {

using Points = std::vector<GradePoint>;
using Numbers = std::vector<double>;

/// A number per point.
template <typename Value>
Numbers numbers_of(const Points& points, Value value) {
  Numbers numbers;
  for (const GradePoint& point : points) numbers.push_back(value(point));
  return numbers;
}

/// A text per point.
template <typename Value>
std::vector<std::string> texts_of(const Points& points, Value value) {
  std::vector<std::string> texts;
  for (const GradePoint& point : points) texts.push_back(value(point));
  return texts;
}

/// A column per wheel of the table.
struct WheelValue {
  const char *name, *unit;
  double GradeWheel::*member;
};
constexpr WheelValue kWheelValues[] = {{"load", "N", &GradeWheel::load},
                                       {"sinkage", "m", &GradeWheel::sinkage},
                                       {"rut_depth", "m", &GradeWheel::rut_depth},
                                       {"slip", "-", &GradeWheel::slip},
                                       {"torque", "N m", &GradeWheel::torque}};

/// A value of a wheel over the tilt in degrees.
ChartSeries wheel_series(const Points& points, std::size_t wheel, double GradeWheel::*member, double scale) {
  return {points.front().wheels[wheel].name, numbers_of(points, tilt_deg),
          numbers_of(points, [&](const GradePoint& p) { return scale * (p.wheels[wheel].*member); }),
          ChartStyle::kLineAndPoints};
}

/// Whether two curves are within `tolerance` everywhere and have NaN at the same points.
bool coincide(const Numbers& a, const Numbers& b, double tolerance) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::isnan(a[i]) ? !std::isnan(b[i]) : !(std::fabs(a[i] - b[i]) <= tolerance)) return false;
  return true;
}

/// Wheels whose curves coincide (left and right of a straight climb) share one line.
Chart wheel_panel(const Points& points, const std::string& y_label, double GradeWheel::*member,
                  double scale) {
  constexpr double kSameLine = 0.002;  // of the largest value
  Chart panel{"", "tilt [deg]", y_label, {}};
  // The tolerance refers to the largest value of all wheels.
  double largest = 0.0;
  for (std::size_t i = 0; i < points.front().wheels.size(); ++i)
    for (const double y : wheel_series(points, i, member, scale).y)
      largest = std::fmax(largest, std::fabs(y));
  for (std::size_t i = 0; i < points.front().wheels.size(); ++i) {
    ChartSeries series = wheel_series(points, i, member, scale);
    const auto same = std::find_if(panel.series.begin(), panel.series.end(), [&](const ChartSeries& other) {
      return coincide(series.y, other.y, kSameLine * largest);
    });
    if (same == panel.series.end())
      panel.series.push_back(std::move(series));
    else
      same->label += ", " + series.label;
  }
  return panel;
}

/// A dashed line from the last point that settled to the next one, if that stalled: slip 1. Empty in all
/// other cases.
ChartSeries stall_series(const Points& points) {
  ChartSeries series{"stalls", {}, {}, ChartStyle::kDashed};
  const auto stalled =
      std::find_if(points.begin(), points.end(), [](const GradePoint& p) { return p.stalled; });
  if (stalled == points.begin() || stalled == points.end() || !(stalled - 1)->settled) return series;
  series.x = {tilt_deg(*(stalled - 1)), tilt_deg(*stalled)};
  series.y = {(stalled - 1)->slip, 1.0};
  return series;
}

/// Measured slips as points.
ChartSeries measured_series(const std::vector<MeasuredGrade>& measured) {
  ChartSeries series{"measured", {}, {}, ChartStyle::kPoints};
  for (const MeasuredGrade& grade : measured) {
    series.x.push_back(grade.tilt * 180.0 / std::numbers::pi);
    series.y.push_back(grade.slip);
  }
  return series;
}

/// "not settled from 19 deg on", or each tilt; empty where all settled.
std::string unsettled_text(const Points& points) {
  const auto settled = [](const GradePoint& p) { return p.settled; };
  const auto first = std::find_if_not(points.begin(), points.end(), settled);
  if (first == points.end()) return "";
  if (points.end() - first > 1 && std::none_of(first, points.end(), settled))
    return fmt::format("not settled from {:.4g} deg on", tilt_deg(*first));
  std::string tilts;
  for (const GradePoint& point : points)
    if (!point.settled) tilts += fmt::format("{}{:.4g}", tilts.empty() ? "" : ", ", tilt_deg(point));
  return "not settled at " + tilts + " deg";
}

/// Slip over tilt, with the measured points and the line to the first stalled point.
Chart slip_panel(const GradeabilitySpec& spec, const Points& points,
                 const std::vector<MeasuredGrade>& measured) {
  const std::string unsettled = unsettled_text(points);
  Chart panel{fmt::format("{} on {}, {:.4g} m/s2{}{}", spec.rover, spec.soil, spec.gravity,
                          unsettled.empty() ? "" : "; ", unsettled),
              "tilt [deg]",
              "slip, mean of the wheels [-]",
              {}};
  ChartSeries stall = stall_series(points);
  const bool alone = measured.empty() && stall.x.empty();
  panel.series.push_back({alone ? "" : "simulated", numbers_of(points, tilt_deg),
                          numbers_of(points, [](const GradePoint& p) { return p.slip; }),
                          ChartStyle::kLineAndPoints});
  if (!measured.empty()) panel.series.push_back(measured_series(measured));
  if (!stall.x.empty()) panel.series.push_back(std::move(stall));
  return panel;
}

}  // namespace

double tilt_deg(const GradePoint& point) {
  return std::round(point.tilt * 180.0 / std::numbers::pi * 1e10) / 1e10;
}

Table make_grade_table(const GradeabilitySpec& spec, const Points& points) {
  Table table;
  table.attributes = {{"rover", spec.rover},
                      {"soil", spec.soil},
                      {"gravity", fmt::format("{} m/s2", spec.gravity)},
                      {"speed", fmt::format("{} m/s", spec.speed)}};
  table.columns = {
      {"tilt_deg", "deg", numbers_of(points, tilt_deg)},
      {"slip", "-", numbers_of(points, [](const GradePoint& p) { return p.slip; })},
      {"settled", "", texts_of(points, [](const GradePoint& p) { return p.settled ? "yes" : "no"; })},
      {"drawbar_margin", "-", numbers_of(points, [](const GradePoint& p) { return p.drawbar_margin; })},
      {"braking_margin", "-", numbers_of(points, [](const GradePoint& p) { return p.braking_margin; })},
      {"time_s", "s", numbers_of(points, [](const GradePoint& p) { return p.time; })},
      {"distance", "m", numbers_of(points, [](const GradePoint& p) { return p.distance; })}};
  // Five columns per wheel.
  for (std::size_t i = 0; i < points.front().wheels.size(); ++i)
    for (const WheelValue& value : kWheelValues)
      table.columns.push_back(
          {"wheel/" + points.front().wheels[i].name + "/" + value.name, value.unit,
           numbers_of(points, [&](const GradePoint& p) { return p.wheels[i].*value.member; })});
  table.columns.push_back({"reason", "", texts_of(points, [](const GradePoint& p) { return p.reason; })});
  return table;
}

std::vector<Chart> make_grade_plots(const GradeabilitySpec& spec, const Points& points,
                                    const std::vector<MeasuredGrade>& measured) {
  Chart margin{"", "tilt [deg]", "drawbar margin [-]", {}};
  margin.series.push_back({"", numbers_of(points, tilt_deg),
                           numbers_of(points, [](const GradePoint& p) { return p.drawbar_margin; }),
                           ChartStyle::kLineAndPoints});
  // Downhill it is the braking that runs out.
  const bool downhill =
      std::any_of(points.begin(), points.end(), [](const GradePoint& p) { return p.tilt < 0.0; });
  if (downhill) {
    margin.y_label = "margin [-]";
    margin.series.front().label = "drawbar";
    margin.series.push_back({"braking", numbers_of(points, tilt_deg),
                             numbers_of(points, [](const GradePoint& p) { return p.braking_margin; }),
                             ChartStyle::kLineAndPoints});
  }
  Chart sinkage = wheel_panel(points, "sinkage [mm]", &GradeWheel::sinkage, 1e3);
  return {slip_panel(spec, points, measured), std::move(sinkage),
          wheel_panel(points, "load [N]", &GradeWheel::load, 1.0), margin};
}

}  // namespace grouser
