// SPDX-License-Identifier: BSD-3-Clause
// A sweep draws an infeasible plan as a gap in the lines (NaN).
#include "stepup_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "grouser/mission/stepup/stepup_charts.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void write_stepup_plot(const std::filesystem::path& file, const StepupSpec& spec, const StepupPlan& plan,
                       const PlotSize& size) {
  std::vector<Chart> charts{stepup_side_chart(spec, plan), stepup_top_chart(plan)};
  for (const StepupCurve curve :
       {StepupCurve::height, StepupCurve::legs, StepupCurve::push, StepupCurve::torque})
    charts.push_back(stepup_time_chart(spec, plan, curve));
  write_plot(file, charts, size);
}

void write_stepup_sweep_plot(const std::filesystem::path& file, const std::string& key,
                             const std::vector<double>& values, const std::vector<StepupPlan>& plans,
                             const PlotSize& size) {
  const auto line = [&](const std::string& label, const auto& of) {
    ChartSeries series{label, values, {}, ChartStyle::kLineAndPoints};
    for (const StepupPlan& plan : plans) series.y.push_back(plan.feasible ? of(plan) : kNone);
    return series;
  };
  std::vector<ChartSeries> durations;
  for (std::size_t phase = 0; phase < kStepupPhases; ++phase)
    durations.push_back(
        line(fmt::format("phase {}", phase + 1), [=](const StepupPlan& p) { return p.durations[phase]; }));
  write_plot(file,
             {{"Durations", key, "duration [s]", durations},
              {"Push",
               key,
               "largest multiplier [1/s2]",
               {line("", [](const StepupPlan& p) { return p.most_multiplier; })}},
              {"Stands for the knees' torque",
               key,
               "largest |tau| [m/s2]",
               {line("left", [](const StepupPlan& p) { return p.most_torque_left; }),
                line("right", [](const StepupPlan& p) { return p.most_torque_right; })}},
              {"Centre of mass",
               key,
               "lowest z [m], fastest rise [m/s]",
               {line("lowest", [](const StepupPlan& p) { return p.lowest; }),
                line("fastest rise", [](const StepupPlan& p) { return p.fastest_rise; })}}},
             size);
}

}  // namespace grouser::cli
