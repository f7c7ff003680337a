#include "gradeability_plot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace grouser::cli {
namespace {

using Points = std::vector<GradePoint>;
using Numbers = std::vector<double>;

template <typename Value>
Numbers numbers_of(const Points& points, Value value) {
  Numbers numbers;
  for (const GradePoint& point : points) numbers.push_back(value(point));
  return numbers;
}

template <typename Value>
std::vector<std::string> texts_of(const Points& points, Value value) {
  std::vector<std::string> texts;
  for (const GradePoint& point : points) texts.push_back(value(point));
  return texts;
}

struct WheelValue {
  const char *name, *unit;
  double GradeWheel::*member;
};
constexpr WheelValue kWheelValues[] = {{"load", "N", &GradeWheel::load},
                                       {"sinkage", "m", &GradeWheel::sinkage},
                                       {"rut_depth", "m", &GradeWheel::rut_depth},
                                       {"slip", "-", &GradeWheel::slip},
                                       {"torque", "N m", &GradeWheel::torque}};

PlotSeries wheel_series(const Points& points, std::size_t wheel, double GradeWheel::*member, double scale) {
  return {points.front().wheels[wheel].name, numbers_of(points, tilt_deg),
          numbers_of(points, [&](const GradePoint& p) { return scale * (p.wheels[wheel].*member); }),
          PlotStyle::kLineAndPoints};
}

PlotPanel wheel_panel(const Points& points, const std::string& y_label, double GradeWheel::*member,
                      double scale) {
  PlotPanel panel{"", "tilt [deg]", y_label, {}};
  for (std::size_t i = 0; i < points.front().wheels.size(); ++i)
    panel.series.push_back(wheel_series(points, i, member, scale));
  return panel;
}

std::string title_of(const GradeabilitySpec& spec, const Points& points) {
  std::string title = fmt::format("{} on {}, {:.4g} m/s2", spec.rover, spec.soil, spec.gravity), unsettled;
  for (const GradePoint& point : points)
    if (!point.settled) unsettled += fmt::format("{}{:.4g}", unsettled.empty() ? "" : ", ", tilt_deg(point));
  return unsettled.empty() ? title : title + "; not settled at " + unsettled + " deg";
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
      {"time_s", "s", numbers_of(points, [](const GradePoint& p) { return p.time; })},
      {"distance", "m", numbers_of(points, [](const GradePoint& p) { return p.distance; })}};
  for (std::size_t i = 0; i < points.front().wheels.size(); ++i)
    for (const WheelValue& value : kWheelValues)
      table.columns.push_back(
          {"wheel/" + points.front().wheels[i].name + "/" + value.name, value.unit,
           numbers_of(points, [&](const GradePoint& p) { return p.wheels[i].*value.member; })});
  table.columns.push_back({"reason", "", texts_of(points, [](const GradePoint& p) { return p.reason; })});
  return table;
}

std::vector<PlotPanel> make_grade_plots(const GradeabilitySpec& spec, const Points& points) {
  PlotPanel slip{title_of(spec, points), "tilt [deg]", "slip, mean of the wheels [-]", {}};
  slip.series.push_back({"", numbers_of(points, tilt_deg),
                         numbers_of(points, [](const GradePoint& p) { return p.slip; }),
                         PlotStyle::kLineAndPoints});
  PlotPanel margin{"", "tilt [deg]", "drawbar margin [-]", {}};
  margin.series.push_back({"", numbers_of(points, tilt_deg),
                           numbers_of(points, [](const GradePoint& p) { return p.drawbar_margin; }),
                           PlotStyle::kLineAndPoints});
  return {slip, wheel_panel(points, "sinkage [mm]", &GradeWheel::sinkage, 1e3),
          wheel_panel(points, "load [N]", &GradeWheel::load, 1.0), margin};
}

}  // namespace grouser::cli
