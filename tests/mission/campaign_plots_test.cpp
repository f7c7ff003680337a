// Panels of what campaigns found: the numbers that they show are those that were given, and they can be drawn.
#include "grouser/mission/statistics/campaign_plots.hpp"

#include <cmath>
#include <filesystem>

#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"
#include "statistics_for_test.hpp"

namespace grouser {
namespace {

TEST_CASE("a tornado of indices has its largest bar on top, and a refusal in its title") {
  SobolIndices indices;
  for (const double total : {0.1, 0.6, 0.3})
    indices.inputs.push_back({{0.5 * total, {0.0, total}}, {total, {total - 0.05, total + 0.05}}});
  const PlotPanel panel = index_tornado("rollover", {"mass", "speed", "slope"}, indices);
  REQUIRE(panel.series.size() == 3);
  const PlotSeries& longest = panel.series[0];
  CHECK(longest.label == "speed");
  CHECK(longest.x[1] == 0.6);  // bar
  CHECK(longest.y[1] == 3.0);
  CHECK(longest.x[3] == 0.3);  // tick
  CHECK(longest.x[6] == 0.6 - 0.05);
  CHECK(longest.x[7] == 0.6 + 0.05);
  CHECK(panel.series[2].label == "mass");
  CHECK(panel.series[2].y[0] == 1.0);
  CHECK_THROWS_AS(index_tornado("rollover", {"mass"}, indices), InputError);
  const PlotPanel refused = index_tornado("rollover", {"mass"}, {.inputs = {}, .refused = "too few"});
  CHECK(refused.series.empty());
  CHECK(refused.title.find("too few") != std::string::npos);
}

TEST_CASE("the boundary's panel draws every point of the line under its mode, the table the plane's shares") {
  const PlaneOptions options{.x0 = 0.0, .x1 = 4.0, .y0 = 0.0, .y1 = 2.0, .resolution = 40};
  const StabilityBoundary boundary = find_stability_boundary(
      [](std::span<const PlaneRun> runs, std::span<PlaneVerdict> verdicts) {
        for (std::size_t k = 0; k < runs.size(); ++k) {
          const double slide = 3.03 - runs[k].x, tip = 1.52 - runs[k].y, margin = std::min(slide, tip);
          verdicts[k] = {margin > 0.0 ? kUpright : margin == slide ? 1 : 2, margin};
        }
      },
      options);
  const PlaneNames names{"Upright", "vertical speed [m/s]", "horizontal speed [m/s]", {{1, "slid"}}};
  const PlotPanel panel = boundary_panel(names, options, boundary);
  REQUIRE(panel.series.size() == 4);
  CHECK(panel.series[0].label == "slid");
  CHECK(panel.series[1].label == "mode 2");
  std::size_t drawn = 0, run = 0;
  for (const PlotSeries& series : {panel.series[0], panel.series[1]})
    for (const double x : series.x) drawn += std::isfinite(x);
  std::size_t points = 0;
  for (const PlaneLine& line : boundary.lines) points += line.points.size();
  CHECK(drawn == points);
  run = panel.series[2].x.size() + panel.series[3].x.size();
  CHECK(run == boundary.runs);

  const TablePanel table = boundary_table(names, options, boundary, 8);
  REQUIRE(table.values.size() == 64);
  CHECK(table.values.front() == 1.0);
  CHECK(table.values.back() == 0.0);
  double sum = 0.0;
  for (const double value : table.values) sum += value / 64.0;
  // 31 of 41 nodes along each side are upright: six fields of five nodes, one of the five of the seventh, none of the eighth
  CHECK(sum == Approx(std::pow((6.0 + 0.2) / 8.0, 2)).epsilon(1e-12));
  CHECK_THROWS_AS(boundary_table(names, options, boundary, 41), InputError);

  const test::ScratchFolder folder("campaign_plots");
  write_plot(folder.path() / "line.png", {panel});
  write_table_plot(folder.path() / "plane.png", {table});
  CHECK(std::filesystem::file_size(folder.path() / "line.png") > 1000);
  CHECK(std::filesystem::file_size(folder.path() / "plane.png") > 1000);
}

TEST_CASE("Morris's plane has a point an input") {
  ElementaryEffects effects;
  effects.inputs = {{{-1.0, {}}, {1.0, {}}, {0.2, {}}, 10}, {{0.0, {}}, {2.0, {}}, {2.5, {}}, 10}};
  const PlotPanel panel = effect_plane("screening", {"mass", "speed"}, effects);
  REQUIRE(panel.series.size() == 2);
  CHECK(panel.series[1].label == "speed");
  CHECK(panel.series[1].x.front() == 2.0);
  CHECK(panel.series[1].y.front() == 2.5);
}

}  // namespace
}  // namespace grouser
