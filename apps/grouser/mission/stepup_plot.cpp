// SPDX-License-Identifier: BSD-3-Clause
#include "stepup_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A number of each instant.
template <class Of>
ChartSeries over_time(const std::string& label, const StepupPlan& plan, const Of& of,
                      ChartStyle style = ChartStyle::kLine) {
  ChartSeries series{label, {}, {}, style};
  for (const StepupInstant& instant : plan.instants) {
    series.x.push_back(instant.time);
    series.y.push_back(of(instant));
  }
  return series;
}

/// Of each foot, with gaps while it is lifted.
template <class Of>
std::vector<ChartSeries> of_feet(const StepupPlan& plan, const Of& of) {
  return {
      over_time("left", plan, [&](const StepupInstant& i) { return i.left.down ? of(i.left) : kNone; }),
      over_time("right", plan, [&](const StepupInstant& i) { return i.right.down ? of(i.right) : kNone; })};
}

ChartSeries level(const std::string& label, const StepupPlan& plan, double value) {
  return {label, {0.0, plan.instants.back().time}, {value, value}, ChartStyle::kDashed};
}

ChartSeries path(const std::string& label, const StepupPlan& plan, std::size_t along, std::size_t up) {
  ChartSeries series{label, {}, {}};
  for (const StepupInstant& instant : plan.instants) {
    series.x.push_back(instant.position[along]);
    series.y.push_back(instant.position[up]);
  }
  return series;
}

/// Where the feet push from: dots.
ChartSeries pressure(const std::string& label, const StepupPlan& plan, StepupFootState StepupInstant::*foot) {
  ChartSeries series{label, {}, {}, ChartStyle::kPoints};
  for (const StepupInstant& instant : plan.instants) {
    const StepupFootState& state = instant.*foot;
    if (!state.down) continue;
    series.x.push_back(state.foothold[0] + state.pressure_centre[0]);
    series.y.push_back(state.foothold[1] + state.pressure_centre[1]);
  }
  return series;
}

ChartSeries platform(const StepupSpec& spec) {
  const double edge = 0.5 * spec.step, before = std::min(0.0, spec.step) - 0.25,
               behind = std::max(0.0, spec.step) + 0.25;
  return {"ground", {before, edge, edge, behind}, {0.0, 0.0, spec.height, spec.height}};
}

}  // namespace

void write_stepup_plot(const std::filesystem::path& file, const StepupSpec& spec, const StepupPlan& plan) {
  const auto panel = [](const char* title, const char* x, const char* y, std::vector<ChartSeries> series) {
    return Chart{title, x, y, std::move(series)};
  };
  std::vector<ChartSeries> legs = of_feet(plan, [](const StepupFootState& foot) { return foot.leg_length; });
  legs.push_back(level("limits", plan, spec.shortest_leg));
  legs.push_back(level("", plan, spec.longest_leg));
  write_plot(
      file,
      {panel("From the side", "x [m]", "z [m]", {path("centre of mass", plan, 0, 2), platform(spec)}),
       panel("From above", "x [m]", "y [m]",
             {path("centre of mass", plan, 0, 1), pressure("left foot", plan, &StepupInstant::left),
              pressure("right foot", plan, &StepupInstant::right)}),
       panel("Height", "time [s]", "z [m]",
             {over_time("centre of mass", plan, [](const StepupInstant& i) { return i.position[2]; })}),
       panel("Legs", "time [s]", "length [m]", std::move(legs)),
       panel("Push", "time [s]", "multiplier [1/s2]",
             of_feet(plan, [](const StepupFootState& foot) { return foot.multiplier; })),
       panel("Stands for the knees' torque", "time [s]", "tau [m/s2]",
             of_feet(plan, [](const StepupFootState& foot) { return foot.torque; }))},
      {.width = 1400, .height = 0, .columns = 2});
}

void write_stepup_sweep_plot(const std::filesystem::path& file, const std::string& key,
                             const std::vector<double>& values, const std::vector<StepupPlan>& plans) {
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
             {.width = 1400, .height = 0, .columns = 2});
}

}  // namespace grouser::cli
