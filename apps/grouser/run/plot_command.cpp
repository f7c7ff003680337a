// SPDX-License-Identifier: BSD-3-Clause
// grouser plot: channels of a run file as a picture.
#include <iostream>
#include <optional>

#include "commands.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "run_curves.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"

namespace grouser::cli {
namespace {

struct PlotArguments {
  std::string file, x = "time", picture;
  std::vector<std::string> y;
  std::optional<double> from, to;  ///< s; the whole run by default
  int width = 1400;
  bool json = false, force = false;
};

int plot_run(const PlotArguments& arguments) {
  check_outputs({{"--png", arguments.picture, picture_kind()}}, {arguments.file}, replacing(arguments.force));
  const RunReader run(arguments.file);
  const std::vector<std::size_t> channels = find_channels(run, arguments.y);
  const RunCurves curves(run, {.x = arguments.x, .from = arguments.from, .to = arguments.to});
  const std::vector<PlotPanel> panels = curves.panels(channels, run.header().scenario);
  write_plot(arguments.picture, panels, {.width = arguments.width});
  if (arguments.json) {
    Json names = Json::array();
    for (std::size_t i : channels) names.push_back(run.channels()[i].name);
    print_json({{"png", arguments.picture},
                {"x", arguments.x},
                {"channels", names},
                {"panels", panels.size()},
                {"frames", curves.frames()}});
  } else {
    std::cout << count_text(channels.size(), "channel") << " plotted to " << arguments.picture << "\n";
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
  command.option("--png FILE", a.picture, "Picture to write").required();
  command.option("--from", a.from, "Only frames from this time on, s");
  command.option("--to", a.to, "Only frames up to this time, s");
  command.option("--width", a.width, "Width of the picture, pixels").within(200, 8000);
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser plot drawbar.h5 --y tie/drawbar/force 'wheel/*/slip' --png drawbar.png");
}

}  // namespace grouser::cli
