// SPDX-License-Identifier: BSD-3-Clause
// The panel of a stability boundary: the numbers that it shows are those that were found, and it can be drawn.
#include "grouser/mission/statistics/boundary_panel.hpp"

#include <cmath>
#include <filesystem>

#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"
#include "statistics_for_test.hpp"

namespace grouser {
namespace {

TEST_CASE("the boundary's panel draws every point of the line under its mode") {
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
  const Chart panel = boundary_panel(names, options, boundary);
  REQUIRE(panel.series.size() == 4);
  CHECK(panel.series[0].label == "slid");
  CHECK(panel.series[1].label == "mode 2");
  std::size_t drawn = 0, run = 0;
  for (const ChartSeries& series : {panel.series[0], panel.series[1]})
    for (const double x : series.x) drawn += std::isfinite(x);
  std::size_t points = 0;
  for (const PlaneLine& line : boundary.lines) {
    points += line.points.size();
    for (std::size_t k = 1; k < line.points.size();
         ++k)  // where modes meet, the next part's first point ends the one before
      points += line.points[k].mode != line.points[k - 1].mode;
  }
  CHECK(drawn == points);
  run = panel.series[2].x.size() + panel.series[3].x.size();
  CHECK(run == boundary.runs);

  const test::ScratchFolder folder("boundary_panel");
  write_plot(folder.path() / "line.png", {panel});
  CHECK(std::filesystem::file_size(folder.path() / "line.png") > 1000);
}

}  // namespace
}  // namespace grouser
