// grouser compare: two run files side by side.
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/run_comparison.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/metric_table.hpp"

namespace grouser::cli {
namespace {

struct CompareArguments {
  std::string a, b, plot;
  std::vector<std::string> channels;
  bool json = false, force = false;
};

std::vector<PlotPanel> make_panels(const RunReader& a, const RunReader& b,
                                   const std::vector<std::string>& channels) {
  const std::string name_a = a.path().filename().string(), name_b = b.path().filename().string();
  std::vector<PlotPanel> panels;
  for (const auto& channel : channels) {
    const std::string unit = a.channels()[a.channel_index(channel)].unit;
    panels.push_back({channel,
                      "time [s]",
                      channel.substr(channel.rfind('/') + 1) + " [" + unit + "]",
                      {{name_a, a.read_times(), a.read_channel(channel), PlotStyle::kLine},
                       {name_b, b.read_times(), b.read_channel(channel), PlotStyle::kDashed}}});
  }
  return panels;
}

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

int compare_runs(const CompareArguments& arguments) {
  if (!arguments.plot.empty() && arguments.channels.empty())
    throw InputError("--plot", "no channel to draw", "at least one --channel");
  check_outputs({{"--plot", arguments.plot, picture_kind()}}, {arguments.a, arguments.b},
                replacing(arguments.force));
  const RunReader a(arguments.a), b(arguments.b);
  auto metrics = compare_metrics(a, b);
  if (!arguments.json) headlines_first(metrics);
  std::vector<ChannelDifference> channels;
  for (const auto& name : arguments.channels) channels.push_back(compare_channel(a, b, name));
  if (!arguments.plot.empty()) write_plot(arguments.plot, make_panels(a, b, arguments.channels));
  if (arguments.json)
    print_json(report_json(arguments, metrics, channels));
  else
    print_report(metrics, channels);
  return kExitOk;
}

}  // namespace

void declare_compare(Command& command) {
  auto& a = command.runs(compare_runs);
  command.argument("A A.h5", a.a, "A run file");
  command.argument("B B.h5", a.b, "Another");
  command.repeated("--channel NAME", a.channels,
                   "A channel to compare over the time both have ('grouser info' lists them)");
  command.option("--plot OUT.png", a.plot, "Draw the channels of both into this picture");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser compare soft.h5 hard.h5 --channel wheel/rear_left/load --channel chassis/pitch "
      "--plot both.png");
}

}  // namespace grouser::cli
