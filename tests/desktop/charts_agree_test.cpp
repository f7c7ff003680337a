// SPDX-License-Identifier: BSD-3-Clause
// The window's plot has the range, the ticks and the colours of the charts that `grouser plot` and reports draw (run_curves); that those
// two agree is tests/cli/report_test.py.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "desktop/drawn_text.hpp"
#include "desktop/panel_bench.hpp"
#include "grouser/chart/channel_groups.hpp"
#include "grouser/chart/rose.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "grouser/recording/plot/run_curves.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/run/replay_data.hpp"
#include "widgets/chart_painter.hpp"
#include "widgets/plot.hpp"
#include "widgets/plot_axes.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

namespace fs = std::filesystem;

struct RecordedDrive {
  fs::path file = fs::temp_directory_path() / ("grouser_agree_" + std::to_string(getpid()) + ".h5");
  RecordedDrive() {
    const auto world = load_world("drive_flat_soft", {{"duration", "2"}});
    Simulation simulation = start_simulation(world);
    RunRecorder recorder(file, simulation);
    MetricsTracker tracker(simulation);
    while (!simulation.finished()) {
      REQUIRE(simulation.step() == StepStatus::ok);
      tracker.observe(simulation);
      recorder.after_step();
    }
    recorder.close(summarise(simulation, tracker, RunStatus::completed, ""));
  }
  ~RecordedDrive() { fs::remove(file); }
};

/// How many corners of the last picture have this colour.
int corners_of(ImU32 color) {
  int count = 0;
  const ImDrawData* data = ImGui::GetDrawData();
  for (int list = 0; list < data->CmdListsCount; ++list)
    for (const ImDrawVert& corner : data->CmdLists[list]->VtxBuffer) count += corner.col == color;
  return count;
}

std::string hex(const ChartColour& c) { return fmt::format("\"#{:02x}{:02x}{:02x}\"", c.r, c.g, c.b); }

/// A tick as the window's text is read back: what is no ASCII is "?".
std::string read_back(std::string text) {
  for (const char* special : {"\u2212", "\u00d7"})
    for (std::size_t at; (at = text.find(special)) != std::string::npos;)
      text.replace(at, std::string(special).size(), "?");
  return text;
}

}  // namespace

TEST_CASE("charts: the window and the charts of a run file agree in range, ticks and colours") {
  const RecordedDrive drive;
  const RunReader run(drive.file);
  ReplayData replay(drive.file);
  Bench bench;
  bench.run_.scene = replay.scene();
  bench.run_.data = &replay;
  bench.run_.newest = replay.times().back();
  bench.run_.frame = replay.frame(0);
  bench.run_.time = 0.0;
  for (const std::string pattern : {"wheel/*/load", "wheel/*/slip", "wheel/*/sinkage", "chassis/pitch"}) {
    CAPTURE(pattern);
    const std::vector<std::size_t> channels = find_channels(run, {pattern});
    const std::vector<Chart> plotted = RunCurves(run, {}).charts(channels, "");
    REQUIRE(plotted.size() == 1);
    const ChartAxes axes = axes_of(plotted[0], {});
    // the window, from its own data
    PlotInput input;
    input.unit = plotted[0].y_unit;
    for (const std::size_t channel : channels) {
      const ChannelSamples samples = replay.samples(channel);
      input.lines.push_back({"", 0, {samples.times, samples.values}, {}});
    }
    input.all = {0.0, replay.times().back()};
    CHECK(fitted_values(input, input.all) == axes.y);
    CHECK(axis_range(input.all, AxisEnds::data) == axes.x);
    // what stands at the axes: of the window's picture, and of a page
    bench.plot({channels.begin(), channels.end()});
    bench.plots_.peaks = false;
    const auto panel = [&](const Ui& ui, const RunView& view, Requests& requests) {
      plots_panel(ui, view, bench.plotted_, bench.plots_, requests);
    };
    bench.draw(panel);
    const std::string svg = plot_svg(plotted[0], 620, 340);
    const ChartRange shown{axes.y_unit.factor * axes.y.low, axes.y_unit.factor * axes.y.high};
    const auto all_ticks = [&](const auto& has) {
      for (int wanted = 2; wanted < 15; ++wanted) {
        const ChartAxis axis = make_axis(shown, wanted);
        if (std::all_of(axis.ticks.begin(), axis.ticks.end(),
                        [&](double t) { return has(tick_text(axis, t)); }))
          return true;
      }
      return false;
    };
    CHECK(all_ticks([&](const std::string& text) { return wrote(read_back(text)); }));
    CHECK(all_ticks(
        [&](const std::string& text) { return svg.find(">" + text + "</text>") != std::string::npos; }));
    for (std::size_t k = 0; k < channels.size(); ++k) {
      const int colour = colour_of(plotted[0], k);
      CHECK(svg.find(hex(series_colour(colour, ChartGround::paper))) != std::string::npos);
      CHECK(corners_of(color_of(series_colour(colour, ChartGround::window))) > 0);
    }
  }
}

TEST_CASE("charts: for one room the window and paper have the same ticks") {
  const ChartAxes axes{{0.0, 3.7}, {-0.002, 0.0131}, {}, {1e3, "mm"}, true};
  ChartTheme window = window_theme(15.5, 1.0);
  window.x_room = paper_theme().x_room, window.y_room = paper_theme().y_room;
  const ChartFrame one = frame_of(axes, {0, 0, 600, 300}, paper_theme()),
                   other = frame_of(axes, {0, 0, 600, 300}, window);
  CHECK(one.along.ticks == other.along.ticks);
  CHECK(one.up.ticks == other.up.ticks);
}

TEST_CASE("charts: a rose is painted in the window too") {
  Bench bench;
  const RoseChart rose{"directions", "share", {{"wheel", {0.5, 0.25, 0.25, 0.0}}}};
  bench.draw([&](const Ui& ui, const RunView&, Requests&) {
    chart_widget(ui, "rose",
                 [&](const ChartBox& box, const ChartPaper& paper) { return draw_rose(rose, box, paper); },
                 {400, 400});
  });
  CHECK(wrote("directions"));
  CHECK(drawn_text().find("60%") != std::string::npos);
  CHECK(corners_of(line_color(0)) > 20);
}
