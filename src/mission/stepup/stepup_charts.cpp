// SPDX-License-Identifier: BSD-3-Clause
// Charts of a planned step up. A lifted foot has NaN, which makes a gap in its curve.
#include "grouser/mission/stepup/stepup_charts.hpp"

#include <algorithm>
#include <limits>

namespace grouser {
namespace {

constexpr double kNoStance = std::numeric_limits<double>::quiet_NaN();

/// A quantity of each instant over time.
template <class Of>
ChartSeries over_time(const std::string& label, const StepupPlan& plan, const Of& of) {
  ChartSeries series{label, {}, {}};
  for (const StepupInstant& instant : plan.instants) series.add(instant.time, of(instant));
  return series;
}

/// A chart with one curve per foot, with gaps while the foot is lifted.
template <class Of>
Chart of_feet(const StepupPlan& plan, const char* name, const char* unit, const Of& of) {
  using Instant = StepupInstant;
  return {
      "",
      "time",
      name,
      {over_time("left", plan, [&](const Instant& i) { return i.left.down ? of(i.left) : kNoStance; }),
       over_time("right", plan, [&](const Instant& i) { return i.right.down ? of(i.right) : kNoStance; })},
      "s",
      unit};
}

/// Path of the centre of mass in the plane of two axes (0 forward, 1 left, 2 up), m.
ChartSeries path(const StepupPlan& plan, std::size_t along, std::size_t up) {
  ChartSeries series{"centre of mass", {}, {}};
  for (const StepupInstant& instant : plan.instants)
    series.add(instant.position[along], instant.position[up]);
  return series;
}

/// Centres of pressure of a foot seen from above, as dots, m.
ChartSeries pressure(const std::string& label, const StepupPlan& plan, StepupFootState StepupInstant::*foot) {
  ChartSeries series{label, {}, {}, ChartStyle::kPoints};
  for (const StepupInstant& instant : plan.instants) {
    const StepupFootState& state = instant.*foot;
    if (state.down)
      series.add(state.foothold[0] + state.pressure_centre[0], state.foothold[1] + state.pressure_centre[1]);
  }
  return series;
}

}  // namespace

Chart stepup_side_chart(const StepupSpec& spec, const StepupPlan& plan) {
  // The platform's edge lies midway between the footholds below and above.
  const double edge = 0.5 * spec.step, before = std::min(0.0, spec.step) - 0.25,
               behind = std::max(0.0, spec.step) + 0.25;
  ChartSeries ground{"ground", {before, edge, edge, behind}, {0.0, 0.0, spec.height, spec.height}};
  ground.colour = 2;
  return {"", "forward", "From the side", {path(plan, 0, 2), std::move(ground)}, "m", "m"};
}

Chart stepup_top_chart(const StepupPlan& plan) {
  return {"",
          "forward",
          "From above",
          {path(plan, 0, 1), pressure("left foot", plan, &StepupInstant::left),
           pressure("right foot", plan, &StepupInstant::right)},
          "m",
          "m"};
}

Chart stepup_time_chart(const StepupSpec& spec, const StepupPlan& plan, StepupCurve curve) {
  const char* const name = kStepupCurves[static_cast<int>(curve)];
  switch (curve) {
    case StepupCurve::push:
      return of_feet(plan, name, "1/s2", [](const StepupFootState& foot) { return foot.multiplier; });
    case StepupCurve::torque:
      return of_feet(plan, name, "m/s2", [](const StepupFootState& foot) { return foot.torque; });
    case StepupCurve::height:
      return {"",   "time",
              name, {over_time("centre of mass", plan, [](const StepupInstant& i) { return i.position[2]; })},
              "s",  "m"};
    case StepupCurve::legs:
      break;
  }
  Chart chart = of_feet(plan, name, "m", [](const StepupFootState& foot) { return foot.leg_length; });
  for (const auto& [label, limit] :
       {std::pair{"longest", spec.longest_leg}, std::pair{"shortest", spec.shortest_leg}}) {
    chart.series.push_back(over_time(label, plan, [limit = limit](const StepupInstant&) { return limit; }));
    chart.series.back().style = ChartStyle::kDashed;
    chart.series.back().colour = 5;
  }
  return chart;
}

}  // namespace grouser
