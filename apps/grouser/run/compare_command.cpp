// SPDX-License-Identifier: BSD-3-Clause
// grouser compare: two run files side by side, or a run beside measurements (compare_measured.hpp). Metrics
// are compared as they are; channels over the time that both runs have.
#include <fmt/format.h>

#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "compare_measured.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/run_comparison.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/metric_table.hpp"
#include "shared/picture_option.hpp"

namespace grouser::cli {
namespace {

struct CompareArguments {
  std::string a, b, plot, offset;
  std::vector<std::string> channels, map;
  bool align = false, json = false, force = false;
  PictureOptions size;
};

/// One chart per channel with both runs. Curves have the peaks between frames only if both files keep them.
std::vector<Chart> make_panels(const RunReader& a, const RunReader& b,
                               const std::vector<std::string>& channels) {
  const std::string name_a = a.path().filename().string(), name_b = b.path().filename().string();
  std::vector<Chart> panels;
  for (const auto& channel : channels) {
    const std::string unit = a.channels()[a.channel_index(channel)].unit;
    const ChannelCurve one = a.read_curve(channel), other = b.read_curve(channel);
    panels.push_back({channel,
                      a.has_peaks(channel) && b.has_peaks(channel) ? "time [s]" : "time [s], at frames alone",
                      channel.substr(channel.rfind('/') + 1),
                      {{name_a, one.times, one.values, ChartStyle::kLine},
                       {name_b, other.times, other.values, ChartStyle::kDashed}},
                      "",
                      quantity_unit(channel, unit)});
  }
  return panels;
}

/// Times of the first and the last frame; both 0 without frames.
struct CoveredTime {
  double begin = 0.0, end = 0.0;  // s
};

CoveredTime covered_by(const RunReader& run) {
  const std::vector<double> times = run.read_times();
  return times.empty() ? CoveredTime{} : CoveredTime{times.front(), times.back()};
}

/// A note if the runs cover different times, as a branch and its parent do: metrics are of all the time of a
/// run, so theirs cannot be compared. "" if they cover the same.
std::string time_note(const CoveredTime& a, const CoveredTime& b) {
  constexpr double kSame = 1e-3;  // s
  if (std::fabs(a.begin - b.begin) < kSame && std::fabs(a.end - b.end) < kSame) return "";
  return fmt::format(
      "note: A covers {} to {} s, B {} to {} s: their metrics are of different times (--channel compares the "
      "time both have)",
      number_text(a.begin), number_text(a.end), number_text(b.begin), number_text(b.end));
}

/// The comparison as JSON; differences are B minus A.
Json report_json(const CompareArguments& arguments, const std::vector<MetricPair>& metrics,
                 const std::vector<ChannelDifference>& channels) {
  Json report{
      {"a", arguments.a}, {"b", arguments.b}, {"metrics", Json::object()}, {"channels", Json::array()}};
  for (const MetricPair& pair : metrics)
    report["metrics"][pair.name] = {
        {"a", pair.a}, {"b", pair.b}, {"difference", pair.b - pair.a}, {"unit", pair.unit}};
  for (const ChannelDifference& channel : channels)
    report["channels"].push_back({{"name", channel.name},
                                  {"unit", channel.unit},
                                  {"largest_difference", channel.largest},
                                  {"time_s", channel.time},
                                  {"rms_difference", channel.rms},
                                  {"frames", channel.frames}});
  return report;
}

/// The comparison as a table and a line per channel. The percentage is of A, and "-" where A is 0.
void print_report(const std::vector<MetricPair>& metrics, const std::vector<ChannelDifference>& channels) {
  using enum TextTable::Align;
  TextTable table({left, right, right, right, right, left});
  table.add_header({"metric", "A", "B", "B - A", "%", ""});
  for (const MetricPair& pair : metrics) {
    const double percent = pair.a != 0.0 ? 100.0 * (pair.b - pair.a) / std::fabs(pair.a) : std::nan("");
    table.add_row({pair.name, number_text(pair.a), number_text(pair.b), number_text(pair.b - pair.a, 3),
                   number_text(percent, 3), pair.unit});
  }
  std::cout << table.text();
  for (const ChannelDifference& channel : channels) {
    if (channel.frames == 0)
      std::cout << channel.name << ": the runs share no time at which both have a value\n";
    else
      std::cout << channel.name << ": apart by at most " << number_text(channel.largest) << " "
                << channel.unit << " (at " << number_text(channel.time) << " s), rms "
                << number_text(channel.rms) << " " << channel.unit << "\n";
  }
}

/// Compares two run files, or hands over to compare_with_measurements() if B is a table or a log.
int compare_runs(const CompareArguments& arguments) {
  if (is_measured_file(arguments.b))
    return compare_with_measurements({.run = arguments.a,
                                      .data = arguments.b,
                                      .plot = arguments.plot,
                                      .channels = arguments.channels,
                                      .map = arguments.map,
                                      .offset = arguments.offset,
                                      .align = arguments.align,
                                      .json = arguments.json,
                                      .force = arguments.force,
                                      .size = arguments.size});
  if (arguments.align || !arguments.offset.empty() || !arguments.map.empty())
    throw InputError("--align, --offset and --map", "two run files",
                     "a run file and measurements (.csv, .mcap)");
  if (!arguments.plot.empty() && arguments.channels.empty())
    throw InputError("--plot", "no channel to draw", "at least one --channel");
  const PlotSize size = picture_size(arguments.size);
  check_outputs({{"--plot", arguments.plot, chart_kind(arguments.plot)}}, {arguments.a, arguments.b},
                replacing(arguments.force));
  const RunReader a(arguments.a), b(arguments.b);
  auto metrics = compare_metrics(a, b);
  // People see the headlines first; for programs the metrics stay sorted by name.
  if (!arguments.json) headlines_first(metrics);
  std::vector<ChannelDifference> channels;
  for (const auto& name : arguments.channels) channels.push_back(compare_channel(a, b, name));
  if (!arguments.plot.empty()) write_plot(arguments.plot, make_panels(a, b, arguments.channels), size);
  const CoveredTime time_a = covered_by(a), time_b = covered_by(b);
  if (const std::string note = time_note(time_a, time_b); !note.empty()) std::cerr << note << "\n";
  if (arguments.json) {
    Json report = report_json(arguments, metrics, channels);
    report["covered_s"] = {{"a", {time_a.begin, time_a.end}}, {"b", {time_b.begin, time_b.end}}};
    print_json(report);
  } else {
    print_report(metrics, channels);
  }
  return kExitOk;
}

}  // namespace

void declare_compare(Command& command) {
  auto& a = command.runs(compare_runs);
  command.argument("A A.h5", a.a, "A run file");
  command.argument("B B.h5|DATA.csv|DATA.mcap", a.b,
                   "Another, or measurements over time: a table with a column of times and units as in "
                   "'sinkage [mm]', or a "
                   "log in MCAP");
  command.repeated("--channel NAME", a.channels,
                   "A channel to compare over the time both have ('grouser info' lists them)");
  command.repeated(
      "--map COLUMN=CHANNEL", a.map,
      "The channel that a measured column is, where its name does not tell; COLUMN= leaves it out");
  command.option("--offset S", a.offset, "Time of the run less that of the measurements (0 by default)");
  command.flag("--align", a.align, "Look for the offset at which run and measurements agree best");
  command.option("--plot FILE", a.plot, "Draw the channels of both into this picture: .png, .svg or .pdf");
  add_picture_options(command, a.size);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser compare soft.h5 hard.h5 --channel wheel/rear_left/load --channel chassis/pitch "
      "--plot both.png\n"
      "         grouser compare drive.h5 tests/rig.csv --map z=wheel/front_left/sinkage --align --plot "
      "rig.png");
}

}  // namespace grouser::cli
