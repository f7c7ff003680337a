// SPDX-License-Identifier: BSD-3-Clause
// grouser plot: channels of a run file as a picture: one chart per quantity, or a rose per channel of angles.
#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "commands.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/run_curves.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/picture_option.hpp"

namespace grouser::cli {
namespace {

struct PlotArguments {
  std::string file, x = "time", picture, out;
  std::vector<std::string> y;
  std::optional<double> from, to;  ///< s; the whole run by default
  int width = 1400;
  PictureOptions size;
  bool json = false, force = false, rose = false;
};

/// Label, unit, range and ticks of an axis of the picture, for programs that read --json.
Json axis_json(const ChartAxis& axis, const std::string& label, const DisplayUnit& unit) {
  return {{"label", label}, {"unit", unit.label}, {"range", {axis.min, axis.max}}, {"ticks", axis.ticks}};
}

/// Axes and curves of a chart as they are drawn, with the colour of each curve on paper.
Json chart_json(const Chart& chart) {
  const ChartAxes axes = axes_of(chart, {});
  constexpr int kTicks = 5;
  Json curves = Json::array();
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartColour c = series_colour(colour_of(chart, s), ChartGround::paper);
    curves.push_back(
        {{"label", chart.series[s].label}, {"colour", fmt::format("#{:02x}{:02x}{:02x}", c.r, c.g, c.b)}});
  }
  const auto axis = [](const ChartRange& range, double factor) {
    return make_axis({factor * range.low, factor * range.high}, kTicks);
  };
  return {{"x", axis_json(axis(axes.x, axes.x_unit.factor), chart.x_label, axes.x_unit)},
          {"y", axis_json(axis(axes.y, axes.y_unit.factor), chart.y_label, axes.y_unit)},
          {"curves", curves}};
}

/// Draws the channels and reports which ones, with their axes as JSON if wanted.
int plot_run(const PlotArguments& arguments) {
  // --png is the older name of --out; exactly one is needed.
  if (arguments.picture.empty() == arguments.out.empty())
    throw InputError("grouser plot", arguments.out.empty() ? "no picture to write" : "both --png and --out",
                     "one of them: --out FILE.png, .svg or .pdf");
  const std::string& picture = arguments.out.empty() ? arguments.picture : arguments.out;
  check_outputs({{arguments.out.empty() ? "--png" : "--out", picture, chart_kind(picture)}}, {arguments.file},
                replacing(arguments.force));
  const PlotSize size = picture_size(arguments.size, {.width = arguments.width});
  const RunReader run(arguments.file);
  const std::vector<std::size_t> channels = find_channels(run, arguments.y);
  const RunCurves curves(run, {.x = arguments.x, .from = arguments.from, .to = arguments.to});
  const std::string& title = run.header().scenario;
  const std::vector<Chart> panels = arguments.rose ? std::vector<Chart>{} : curves.charts(channels, title);
  // A rose has no axes, so --json lists no charts for it.
  if (arguments.rose) {
    std::vector<DrawChart> roses;
    for (const RoseChart& rose : curves.roses(channels, title))
      roses.emplace_back(
          [=](const ChartBox& box, const ChartPaper& paper) { return draw_rose(rose, box, paper); });
    write_charts(picture, roses, size);
  } else {
    write_plot(picture, panels, size);
  }
  if (arguments.json) {
    Json names = Json::array();
    for (std::size_t i : channels) names.push_back(run.channels()[i].name);
    Json charts = Json::array();
    for (const Chart& chart : panels) charts.push_back(chart_json(chart));
    print_json({{"png", picture},
                {"x", arguments.x},
                {"channels", names},
                {"panels", panels.size()},
                {"charts", charts},
                {"frames", curves.frames()}});
  } else {
    std::cout << count_text(channels.size(), "channel") << " plotted to " << picture << "\n";
  }
  return kExitOk;
}

}  // namespace

void declare_plot(Command& command) {
  auto& a = command.runs(plot_run);
  command.argument("RUN RUN.h5", a.file, "A run file");
  command.option("--x CHANNEL", a.x, "Channel along the horizontal axis");
  command.list("--y CHANNEL...", a.y, "Channels to draw, a panel a quantity; * stands for part of a name")
      .required();
  command.option("--out FILE", a.out, "Picture to write: .png, .svg or .pdf");
  command.option("--png FILE", a.picture, "The same, by an older name");
  command.option("--from", a.from, "Only frames from this time on, s");
  command.option("--to", a.to, "Only frames up to this time, s");
  command.option("--width", a.width, "Width of the picture, pixels").within(200, 8000);
  add_picture_options(command, a.size);
  command.flag("--rose", a.rose, "Share of the time by direction, of channels that are angles");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer(
      "Example: grouser plot drawbar.h5 --y tie/drawbar/force 'wheel/*/slip' --out drawbar.png\n"
      "         grouser plot drawbar.h5 --y 'wheel/*/slip' --out slip.pdf --size 90mm,60mm");
}

}  // namespace grouser::cli
