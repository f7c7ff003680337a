// SPDX-License-Identifier: BSD-3-Clause
#include "desks/stepup/stepup_curves.hpp"

#include <algorithm>
#include <limits>

namespace grouser::desktop {
namespace {

constexpr double kNoStance = std::numeric_limits<double>::quiet_NaN();

/// A number of each instant.
template <class Of>
ChartSeries over_time(const std::string& label, int colour, const StepupPlan& plan, const Of& of) {
  ChartSeries series{label, {}, {}, ChartStyle::kLine, colour};
  for (const StepupInstant& instant : plan.instants) series.add(instant.time, of(instant));
  return series;
}

template <class Of>
Chart of_feet(const StepupPlan& plan, const std::string& name, const char* unit, const Of& of) {
  return {"",
          "time",
          name,
          {over_time("left", 0, plan,
                     [&](const StepupInstant& i) { return i.left.down ? of(i.left) : kNoStance; }),
           over_time("right", 1, plan,
                     [&](const StepupInstant& i) { return i.right.down ? of(i.right) : kNoStance; })},
          "s",
          unit};
}

}  // namespace

Chart stepup_side_plot(const StepupAnswer& answer) {
  const StepupSpec& spec = answer.spec;
  ChartSeries path{"centre of mass", {}, {}};
  for (const StepupInstant& i : answer.plan.instants) path.add(i.position[0], i.position[2]);
  const double edge = 0.5 * spec.step, before = std::min(0.0, spec.step) - 0.25,
               behind = std::max(0.0, spec.step) + 0.25;
  const ChartSeries ground{
      "ground", {before, edge, edge, behind}, {0.0, 0.0, spec.height, spec.height}, ChartStyle::kLine, 2};
  return {"", "forward", "From the side", {std::move(path), ground}, "m", "m"};
}

Chart stepup_time_plot(const StepupAnswer& answer, StepupCurve curve) {
  const StepupPlan& plan = answer.plan;
  const std::string name = kStepupCurves[static_cast<int>(curve)];
  switch (curve) {
    case StepupCurve::push:
      return of_feet(plan, name, "1/s2", [](const StepupFootState& foot) { return foot.multiplier; });
    case StepupCurve::torque:
      return of_feet(plan, name, "m/s2", [](const StepupFootState& foot) { return foot.torque; });
    case StepupCurve::legs: {
      Chart chart = of_feet(plan, name, "m", [](const StepupFootState& foot) { return foot.leg_length; });
      for (const auto& [label, limit] :
           {std::pair{"longest", answer.spec.longest_leg}, std::pair{"shortest", answer.spec.shortest_leg}})
        chart.series.push_back(
            over_time(label, 5, plan, [limit = limit](const StepupInstant&) { return limit; }));
      return chart;
    }
    case StepupCurve::height:
      break;
  }
  return {"",   "time",
          name, {over_time("centre of mass", 0, plan, [](const StepupInstant& i) { return i.position[2]; })},
          "s",  "m"};
}

}  // namespace grouser::desktop
