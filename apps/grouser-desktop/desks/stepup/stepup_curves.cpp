// SPDX-License-Identifier: BSD-3-Clause
#include "desks/stepup/stepup_curves.hpp"

#include <algorithm>
#include <limits>

namespace grouser::desktop {
namespace {

constexpr double kNoStance = std::numeric_limits<double>::quiet_NaN();

/// A number of each instant.
template <class Of>
XySeries over_time(const std::string& label, int colour, const StepupPlan& plan, const Of& of) {
  XySeries series{label, line_color(colour), {}};
  for (const StepupInstant& instant : plan.instants) series.points.push_back({instant.time, of(instant), 0});
  return series;
}

template <class Of>
void add_feet(XyInput& input, const StepupPlan& plan, const Of& of) {
  input.series.push_back(over_time(
      "left", 0, plan, [&](const StepupInstant& i) { return i.left.down ? of(i.left) : kNoStance; }));
  input.series.push_back(over_time(
      "right", 1, plan, [&](const StepupInstant& i) { return i.right.down ? of(i.right) : kNoStance; }));
}

}  // namespace

XyInput stepup_side_plot(const StepupAnswer& answer) {
  const StepupSpec& spec = answer.spec;
  XyInput input;
  input.title = "From the side";
  input.unit = input.x_unit = "m";
  input.x_label = "forward";
  input.lines_only = true;
  XySeries path{"centre of mass", line_color(0), {}};
  for (const StepupInstant& i : answer.plan.instants)
    path.points.push_back({i.position[0], i.position[2], 0});
  const double edge = 0.5 * spec.step, before = std::min(0.0, spec.step) - 0.25,
               behind = std::max(0.0, spec.step) + 0.25;
  XySeries ground{"ground", line_color(2), {}};
  ground.points = {{before, 0.0, 0}, {edge, 0.0, 0}, {edge, spec.height, 0}, {behind, spec.height, 0}};
  input.series = {std::move(path), std::move(ground)};
  return input;
}

XyInput stepup_time_plot(const StepupAnswer& answer, StepupCurve curve) {
  const StepupPlan& plan = answer.plan;
  XyInput input;
  input.title = kStepupCurves[static_cast<int>(curve)];
  input.x_label = "time";
  input.x_unit = "s";
  input.lines_only = input.gaps = true;
  switch (curve) {
    case StepupCurve::push:
      input.unit = "1/s2";
      add_feet(input, plan, [](const StepupFootState& foot) { return foot.multiplier; });
      break;
    case StepupCurve::torque:
      input.unit = "m/s2";
      add_feet(input, plan, [](const StepupFootState& foot) { return foot.torque; });
      break;
    case StepupCurve::legs:
      input.unit = "m";
      add_feet(input, plan, [](const StepupFootState& foot) { return foot.leg_length; });
      for (const auto& [name, limit] :
           {std::pair{"longest", answer.spec.longest_leg}, std::pair{"shortest", answer.spec.shortest_leg}})
        input.series.push_back(
            over_time(name, 5, plan, [limit = limit](const StepupInstant&) { return limit; }));
      break;
    case StepupCurve::height:
      input.unit = "m";
      input.series.push_back(
          over_time("centre of mass", 0, plan, [](const StepupInstant& i) { return i.position[2]; }));
      break;
  }
  return input;
}

}  // namespace grouser::desktop
