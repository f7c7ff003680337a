// SPDX-License-Identifier: BSD-3-Clause
// Charts of a fit: measured and predicted values, residuals, and draws of the posterior for two keys at a
// time. Values are grouped by file and channel and drawn over the condition that takes most values in the
// file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "fit/fit_columns.hpp"
#include "grouser/math/units.hpp"
#include "grouser/mission/fit/fit_report.hpp"

namespace grouser {
namespace {

/// The condition of a file that takes most values; "row" where none varies.
std::string varied_condition(const std::vector<FittedValue>& all, const std::string& file) {
  std::map<std::string, std::set<double>> values;
  for (const FittedValue& value : all)
    if (value.file == file)
      for (const auto& [name, at] : value.at) values[name].insert(at);
  std::string most = "row";
  std::size_t count = 1;
  for (const FitColumn& column : fit_condition_columns()) {
    const std::string name(column.key);
    // The first of equals is taken: a measured load varies a little from row to row, and slip as much.
    if (const auto found = values.find(name); found != values.end() && found->second.size() > count)
      most = name, count = found->second.size();
  }
  return most;
}

/// The axis' name of a condition, with its unit where it is known.
std::string condition_label(const std::string& name) {
  static const std::map<std::string, std::string> kLabels{{"slip", "slip [-]"},
                                                          {"slip_angle", "slip angle [deg]"},
                                                          {"load", "load [N]"},
                                                          {"depth", "depth [m]"},
                                                          {"tilt", "slope [deg]"},
                                                          {"time", "time [s]"},
                                                          {"normal_stress", "normal stress [Pa]"},
                                                          {"displacement", "displacement [m]"}};
  const auto found = kLabels.find(name);
  return found == kLabels.end() ? name : found->second;
}

/// A value's condition, angles in degrees; `otherwise` where it has none.
double shown_condition(const FittedValue& value, const std::string& name, double otherwise) {
  for (const auto& [known, at] : value.at)
    if (known == name) return name == "slip_angle" || name == "tilt" ? at / kDegree : at;
  return otherwise;
}

/// The unit of a channel by its name; empty for an unknown one.
std::string unit_of_channel(const std::string& channel) {
  for (std::size_t k = 0; k < kFitChannels; ++k)
    if (channel == kFitChannelNames[k]) return kFitChannelUnits[k];
  return "";
}

/// The values of one channel of one file, by the condition that varies most.
struct ChannelValues {
  std::string file, channel, axis;
  std::vector<std::pair<double, const FittedValue*>> sorted;

  /// An empty chart with its axes' names. `what`: before the name of the channel, empty: nothing.
  Chart chart(const std::string& what) const {
    const std::string unit = unit_of_channel(channel), name = what.empty() ? channel : what + " " + channel;
    Chart out;
    out.title = file;
    out.x_label = condition_label(axis);
    out.y_label = unit.empty() ? name : fmt::format("{} [{}]", name, unit);
    return out;
  }
};

/// The values of all channels of all files, each sorted by its axis.
std::vector<ChannelValues> by_channel(const std::vector<FittedValue>& values) {
  std::vector<ChannelValues> all;
  for (const FittedValue& value : values) {
    auto found = std::find_if(all.begin(), all.end(), [&](const ChannelValues& one) {
      return one.file == value.file && one.channel == value.channel;
    });
    if (found == all.end())
      found = all.insert(all.end(), {value.file, value.channel, varied_condition(values, value.file), {}});
    found->sorted.emplace_back(shown_condition(value, found->axis, static_cast<double>(found->sorted.size())),
                               &value);
  }
  for (ChannelValues& one : all)
    std::stable_sort(one.sorted.begin(), one.sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
  return all;
}

/// The conditions of a value besides that of the axis, to two digits: rows of one curve share them, though
/// what was measured (a load, say) varies a little from row to row.
std::string other_conditions(const FittedValue& value, const std::string& axis) {
  std::string text;
  for (const auto& [name, at] : value.at)
    if (name != axis && !std::isnan(at)) text += fmt::format("{}={:.2g} ", name, at);
  return text;
}

/// The model's values, a line for each curve; points where there are too many curves.
std::vector<ChartSeries> model_lines(const ChannelValues& values) {
  // More curves than this would hide each other.
  constexpr std::size_t kMostLines = 8;
  std::map<std::string, ChartSeries> lines;
  for (const auto& [x, value] : values.sorted) {
    ChartSeries& line = lines[other_conditions(*value, values.axis)];
    line.colour = 2;
    line.add(x, value->predicted);
  }
  std::vector<ChartSeries> all;
  for (auto& [name, line] : lines) all.push_back(std::move(line));
  // All points in the first series.
  if (all.size() > kMostLines) {
    for (std::size_t k = 1; k < all.size(); ++k)
      for (std::size_t i = 0; i < all[k].x.size(); ++i) all[0].add(all[k].x[i], all[k].y[i]);
    all.resize(1);
    all[0].style = ChartStyle::kPoints;
  }
  if (!all.empty()) all[0].label = "model";
  return all;
}

/// Measured values, the model's lines, and the band where there is a single line.
Chart value_chart(const ChannelValues& values) {
  Chart chart = values.chart("");
  ChartSeries fitted{
      .label = "measured, fitted", .x = {}, .y = {}, .style = ChartStyle::kPoints, .colour = 0};
  ChartSeries held{
      .label = "measured, kept back", .x = {}, .y = {}, .style = ChartStyle::kPoints, .colour = 1};
  ChartSeries low{.label = "95 % band", .x = {}, .y = {}, .style = ChartStyle::kDashed, .colour = 2};
  ChartSeries high{.label = "", .x = {}, .y = {}, .style = ChartStyle::kDashed, .colour = 2};
  std::vector<ChartSeries> models = model_lines(values);
  const bool one = models.size() == 1;  // the band of several curves would be a tangle
  for (const auto& [x, value] : values.sorted) {
    (value->held ? held : fitted).add(x, value->measured);
    if (!one || std::isnan(value->low)) continue;
    low.add(x, value->low), high.add(x, value->high);
  }
  for (ChartSeries& line : models) chart.series.push_back(std::move(line));
  for (ChartSeries* series : {&low, &high, &fitted, &held})
    if (!series->x.empty()) chart.series.push_back(std::move(*series));
  return chart;
}

/// Measured less predicted values, with a line at 0.
Chart residual_chart(const ChannelValues& values) {
  Chart chart = values.chart("measured less predicted");
  ChartSeries apart{.label = "", .x = {}, .y = {}, .style = ChartStyle::kPoints, .colour = 0};
  ChartSeries none{.label = "", .x = {}, .y = {}, .style = ChartStyle::kDashed, .colour = 2};
  for (const auto& [x, value] : values.sorted) apart.add(x, value->measured - value->predicted);
  for (const double x : {values.sorted.front().first, values.sorted.back().first}) none.add(x, 0.0);
  chart.series = {std::move(none), std::move(apart)};
  return chart;
}

}  // namespace

std::vector<Chart> make_fit_charts(const std::vector<FittedValue>& values) {
  std::vector<Chart> charts;
  for (const ChannelValues& one : by_channel(values)) charts.push_back(value_chart(one));
  return charts;
}

std::vector<Chart> make_residual_charts(const std::vector<FittedValue>& values) {
  std::vector<Chart> charts;
  for (const ChannelValues& one : by_channel(values)) charts.push_back(residual_chart(one));
  return charts;
}

std::vector<Chart> make_corner_charts(const FitResult& result) {
  constexpr std::size_t kMostKeys = 4;
  std::vector<Chart> charts;
  const std::size_t keys = std::min(kMostKeys, result.keys.size());
  // Pairs of keys as in the lower triangle of a matrix.
  for (std::size_t row = 1; row < keys; ++row)
    for (std::size_t column = 0; column < row && !result.draws.empty(); ++column) {
      const FittedKey &x = result.keys[column], &y = result.keys[row];
      const auto c = static_cast<Eigen::Index>(column), r = static_cast<Eigen::Index>(row);
      Chart chart;
      chart.title = fmt::format("correlation {:.2f}", result.correlations(r, c));
      chart.x_label = x.key.key, chart.y_label = y.key.key;
      ChartSeries draws{.label = "draws", .x = {}, .y = {}, .style = ChartStyle::kPoints, .colour = 0};
      for (const VecX& draw : result.draws) draws.add(draw[c], draw[r]);
      ChartSeries best{
          .label = "best", .x = {x.value}, .y = {y.value}, .style = ChartStyle::kPoints, .colour = 1};
      chart.series = {std::move(draws), std::move(best)};
      charts.push_back(std::move(chart));
    }
  return charts;
}

}  // namespace grouser
