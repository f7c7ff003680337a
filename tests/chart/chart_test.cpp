// SPDX-License-Identifier: BSD-3-Clause
// What a chart's drawing has: curves, gaps, bars, lanes and roses at their places.
#include "grouser/chart/chart.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "catch.hpp"
#include "grouser/chart/channel_groups.hpp"
#include "grouser/chart/lanes.hpp"
#include "grouser/chart/rose.hpp"

using namespace grouser;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Letters half as wide as high.
ChartPaper paper(const ChartTheme& theme) {
  return {theme,
          [](const std::string& text, double size, TextWeight) { return 0.5 * size * double(text.size()); },
          {}};
}

std::vector<ChartMark> marks(const ChartDrawing& drawing, ChartMark::Kind kind) {
  std::vector<ChartMark> found;
  for (const ChartMark& mark : drawing.marks)
    if (mark.kind == kind) found.push_back(mark);
  return found;
}
bool says(const ChartDrawing& drawing, const std::string& text) {
  for (const ChartMark& mark : marks(drawing, ChartMark::Kind::text))
    if (mark.text == text) return true;
  return false;
}
ChartDrawing framed(double low, double high) {
  ChartDrawing drawing;
  drawing.frame = {{0, 0, 100, 100}, make_axis({low, high}, 5), make_axis({0, 10}, 5)};
  return drawing;
}

}  // namespace

TEST_CASE(
    "a curve within the axes: gaps break it, thinning keeps spikes, what enters and leaves is cut at the "
    "edge") {
  const std::vector<double> x{0, 1, 2, 3, 4}, y{0, 10, kNan, 10, 0};
  ChartDrawing whole = framed(0, 4);
  add_curve(whole, x, y, {}, CurveOrder::rising);
  REQUIRE(whole.marks.size() == 2);
  CHECK(whole.marks[0].points.back().x == 25.0);
  CHECK(whole.marks[0].points.back().y == 0.0);
  ChartDrawing part = framed(0.5, 0.75);
  add_curve(part, x, y, {}, CurveOrder::rising);
  REQUIRE(part.marks.size() == 1);
  REQUIRE(part.marks[0].points.size() == 2);
  CHECK(part.marks[0].points[0].x == 0.0);
  CHECK(part.marks[0].points[0].y == 50.0);
  CHECK(part.marks[0].points[1].x == 100.0);
  CHECK(part.marks[0].points[1].y == Approx(25.0));
  ChartDrawing gap = framed(1.2, 2.8);
  add_curve(gap, x, y, {}, CurveOrder::rising);
  CHECK(gap.marks.empty());
  std::vector<double> times(100000), values(100000, 1.0);
  for (std::size_t k = 0; k < times.size(); ++k) times[k] = 1e-5 * double(k);
  values[54321] = 9.0;
  ChartDrawing dense = framed(0, 1);
  add_curve(dense, times, values, {}, CurveOrder::rising);
  REQUIRE(dense.marks.size() == 1);
  CHECK(dense.marks[0].points.size() < 500);
  double highest = 100.0;
  for (const ChartPoint& p : dense.marks[0].points) highest = std::min(highest, p.y);
  CHECK(highest == Approx(10.0));
}

TEST_CASE(
    "a chart's axes have the unit that people read, noise is a line at zero, and an empty chart says so") {
  Chart chart{"title", "time", "sinkage", {{"wheel", {0, 1}, {0.001, 0.004}}}, "s", "m"};
  const ChartAxes axes = axes_of(chart, {});
  CHECK(axes.y_unit.label == "mm");
  CHECK(axes.y_unit.factor == 1000.0);
  const ChartDrawing drawing = draw_chart(chart, {0, 0, 600, 400}, paper(paper_theme()));
  CHECK(says(drawing, "sinkage [mm]"));
  CHECK(says(drawing, "time [s]"));
  CHECK(says(drawing, "2.0"));
  CHECK(axes_of(chart, {.length = LengthUnit::m}).y_unit.factor == 1.0);
  chart.series[0].y = {1e-9, -1e-8};
  CHECK(axes_of(chart, {}).y == ChartRange{-1.0, 1.0});
  chart.series[0].y = {kNan, kNan};
  CHECK(says(draw_chart(chart, {0, 0, 600, 400}, paper(paper_theme())), "no data"));
}

TEST_CASE("bars reach from zero, each to where the next begins") {
  Chart chart{"", "", "", {{"", {0, 1, 2}, {2, 4, 0}, ChartStyle::kBars}}};
  const ChartDrawing drawing = draw_chart(chart, {0, 0, 600, 400}, paper(paper_theme()));
  const auto bars = marks(drawing, ChartMark::Kind::fill);
  REQUIRE(bars.size() == 2);
  CHECK(bars[0].points[2].y == Approx(drawing.frame.py(0.0)));
  CHECK(bars[1].points[0].y == Approx(drawing.frame.py(4.0)));
  CHECK(bars[1].points[1].x == Approx(drawing.frame.px(2.0)));
}

TEST_CASE("lanes: names, boxes at their numbers, and a lane is found under a pointer") {
  using enum LanePart::Kind;
  const LaneChart chart{
      "", "load", "N", {{"a", {{box, 10, 20}, {tick, 15}}}, {"b", {{whisker, 0, kNan}, {box, 5, 40}}}}};
  for (const ChartTheme& theme : {paper_theme(), window_theme(15, 1.0)}) {
    const ChartDrawing drawing = draw_lanes(chart, {0, 0, 600, 300}, paper(theme));
    const auto boxes = marks(drawing, ChartMark::Kind::fill);
    REQUIRE(boxes.size() == 2);
    CHECK(boxes[0].points[0].x == Approx(drawing.frame.px(10.0)));
    CHECK(boxes[1].points[1].x == Approx(drawing.frame.px(40.0)));
    CHECK(says(drawing, "a"));
    CHECK(says(drawing, theme.ground == ChartGround::paper ? "load [N]" : "load, N"));
    REQUIRE(drawing.items.size() == 2);
    CHECK(drawing.items[1].box.y >= drawing.items[0].box.y + drawing.items[0].box.height - 1e-9);
  }
}

TEST_CASE("a rose: time by direction, ahead is up, right is right, and what has no angle does not count") {
  constexpr double kRight = std::numbers::pi / 2.0;
  const std::vector<double> times{0, 1, 2, 4, 10, 11},
      angles{0, kRight, kRight, kNan, -2.0 * std::numbers::pi, 0};
  const std::vector<double> shares = direction_shares(times, angles, 4);
  CHECK(shares[0] == Approx(2.0 / 5.0));
  CHECK(shares[1] == Approx(3.0 / 5.0));
  CHECK(shares[2] == 0.0);
  const ChartDrawing drawing =
      draw_rose({"", "slip angle", {{"a", shares}}}, {0, 0, 400, 400}, paper(paper_theme()));
  const auto petals = marks(drawing, ChartMark::Kind::fill);
  REQUIRE(petals.size() == 2);
  const ChartPoint middle = petals[0].points[0];
  for (const ChartPoint& p : petals[0].points) CHECK(p.y <= middle.y);
  for (const ChartPoint& p : petals[1].points) CHECK(p.x >= middle.x);
  CHECK(says(drawing, "90\u00b0"));
  CHECK(says(drawing, "60 %"));
  CHECK(draw_rose({}, {0, 0, 10, 10}, paper(paper_theme())).marks.size() < 3);  // no room
}

TEST_CASE("channels: one group a quantity, names that differ") {
  const auto groups = group_channels({{"wheel/front_left/load", "N"},
                                      {"pad/front_left/load", "N"},
                                      {"wheel/rear/load", "N"},
                                      {"wheel/rear/slip", "-"},
                                      {"walker/com_x", "m"},
                                      {"walker/planned_x", "m"},
                                      {"chassis/pitch", "rad"}});
  REQUIRE(groups.size() == 4);
  CHECK(groups[0].labels == std::vector<std::string>{"wheel front left", "pad front left", "rear"});
  CHECK(groups[1].unit == "slip");
  CHECK(groups[2].quantity == "place x");
  CHECK(groups[2].labels == std::vector<std::string>{"centre of mass", "planned"});
  CHECK(groups[3].labels == std::vector<std::string>{"chassis"});
}

TEST_CASE("colours of series are of one hue on paper and in the window, and differ from each other") {
  const auto hue = [](const ChartColour& c) {
    const double alpha = c.r - 0.5 * (c.g + c.b), beta = std::sqrt(3.0) / 2.0 * (c.g - c.b);
    return std::atan2(beta, alpha) * 180.0 / std::numbers::pi;
  };
  for (int k = 0; k < 8; ++k) {
    const ChartColour paper_one = series_colour(k, ChartGround::paper),
                      window_one = series_colour(k, ChartGround::window);
    CAPTURE(k);
    CHECK(std::fabs(std::remainder(hue(paper_one) - hue(window_one), 360.0)) < 25.0);
    for (int other = 0; other < k; ++other) {
      CHECK_FALSE(series_colour(other, ChartGround::paper) == paper_one);
      CHECK_FALSE(series_colour(other, ChartGround::window) == window_one);
    }
  }
}
