// SPDX-License-Identifier: BSD-3-Clause
// Reads the measurements, lets compare_with_measured() find the channel of each column and the clocks'
// offset, and reports residuals, which are measured less run.
#include "compare_measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "grouser/mission/campaign/measured_comparison.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/number_range.hpp"

namespace grouser::cli {
namespace {

/// Reads "COLUMN=CHANNEL", or "COLUMN=" for a column that is to be left out. Throws InputError.
std::vector<ChosenChannel> read_map(const std::vector<std::string>& texts) {
  std::vector<ChosenChannel> chosen;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0)
      throw InputError("--map", text, "COLUMN=CHANNEL, or COLUMN= to leave the column out");
    chosen.push_back({text.substr(0, sign), text.substr(sign + 1)});
  }
  return chosen;
}

/// Two charts per compared column, over the run's time: both curves, and their residuals.
std::vector<Chart> comparison_charts(const MeasuredComparison& comparison) {
  std::vector<Chart> charts;
  std::vector<double> times = comparison.times;
  for (double& t : times) t += comparison.offset;
  for (const ComparedColumn& column : comparison.columns) {
    if (column.values.empty()) continue;
    const std::string quantity = column.channel.substr(column.channel.rfind('/') + 1);
    const std::string unit = quantity_unit(column.channel, column.channel_unit);
    charts.push_back({column.channel,
                      "time of the run [s]",
                      quantity,
                      {{"run", column.run_times, column.run, ChartStyle::kLine},
                       {"measured, " + column.column, times, column.values, ChartStyle::kPoints}},
                      "",
                      unit});
    charts.push_back({"measured less run",
                      "time of the run [s]",
                      quantity,
                      {{"", column.residuals.times, column.residuals.values, ChartStyle::kPoints}},
                      "",
                      unit});
  }
  return charts;
}

/// Residuals of each column, or the trouble why it has none.
Json comparison_json(const MeasuredArguments& arguments, const MeasuredComparison& comparison) {
  Json columns = Json::array();
  for (const ComparedColumn& column : comparison.columns) {
    Json json{{"column", column.column}, {"unit", column.unit}};
    json["channel"] = column.channel.empty() ? Json() : Json(column.channel);
    if (!column.trouble.empty()) json["trouble"] = column.trouble;
    if (!column.values.empty()) {
      const Residuals& r = column.residuals;
      json["channel_unit"] = column.channel_unit;
      json["compared"] = r.values.size();
      if (!r.values.empty()) {
        json["rms"] = r.rms;
        json["mean"] = r.mean;
        json["largest"] = r.largest;
        json["time_s"] = r.time;
      }
    }
    columns.push_back(std::move(json));
  }
  return {{"run", arguments.run},       {"measured", arguments.data},      {"offset_s", comparison.offset},
          {"aligned", arguments.align}, {"rows", comparison.times.size()}, {"columns", columns}};
}

void print_comparison_table(const MeasuredComparison& comparison) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right, right, right, left});
  table.add_header({"column", "channel", "compared", "rms", "mean", "largest", "at s", ""});
  for (const ComparedColumn& column : comparison.columns) {
    const Residuals& r = column.residuals;
    const bool any = !r.values.empty();
    const auto number = [&](double value) { return any ? number_text(value) : std::string("-"); };
    table.add_row({column.column, column.channel.empty() ? "-" : column.channel,
                   std::to_string(r.values.size()), number(r.rms), number(r.mean), number(r.largest),
                   number(r.time), any ? column.channel_unit : column.trouble});
  }
  std::cout << table.text() << "measured less run; offset " << number_text(comparison.offset)
            << " s (time of the run less that of the measurements)\n";
}

}  // namespace

bool is_measured_file(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".csv" || ending == ".tsv" || ending == ".txt" || ending == ".mcap";
}

int compare_with_measurements(const MeasuredArguments& arguments) {
  check_outputs({{"--plot", arguments.plot, chart_kind(arguments.plot)}}, {arguments.run, arguments.data},
                replacing(arguments.force));
  if (arguments.align && !arguments.offset.empty())
    throw InputError("--align and --offset", "both", "one of the two");
  const PlotSize size = picture_size(arguments.size);
  ComparisonSettings settings{.chosen = read_map(arguments.map), .channels = arguments.channels};
  settings.clock = arguments.align ? ClockOffset::sought : ClockOffset::given;
  if (!arguments.offset.empty())
    settings.offset = parse_number("--offset", arguments.offset, {-1e9, 1e9, false, "s"});
  const RunReader run(arguments.run);
  MeasuredComparison comparison;
  const int code = run_interruptible("compare", [&](const GoOn& go_on) {
    settings.cancelled = [&] { return !go_on(0.0); };
    const MeasuredTable measured = read_measured_log(arguments.data, {}, settings.cancelled);
    comparison = compare_with_measured(run, measured, settings);
  });
  if (code != kExitOk) return code;
  if (!arguments.plot.empty()) write_plot(arguments.plot, comparison_charts(comparison), size);
  if (arguments.json)
    print_json(comparison_json(arguments, comparison));
  else
    print_comparison_table(comparison);
  return kExitOk;
}

}  // namespace grouser::cli
