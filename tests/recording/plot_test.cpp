// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/plot/plot.hpp"

#include <cairo/cairo.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/chart/rose.hpp"
#include "grouser/recording/plot/table_plot.hpp"
#include "run_samples.hpp"

using namespace grouser;
using namespace grouser::test;
namespace fs = std::filesystem;

namespace {

// How many pixels of a picture have exactly the colour 0xRRGGBB.
int count_color(const fs::path& path, std::uint32_t rgb) {
  cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
  REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
  int count = 0;
  for (int y = 0; y < cairo_image_surface_get_height(surface); ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface) +
                                                             y * cairo_image_surface_get_stride(surface));
    for (int x = 0; x < cairo_image_surface_get_width(surface); ++x) count += (row[x] & 0xffffffu) == rgb;
  }
  cairo_surface_destroy(surface);
  return count;
}
// The leftmost pixel of this colour between two heights of a picture, parts of it.
int left_end(const fs::path& path, std::uint32_t rgb, double from, double to) {
  cairo_surface_t* surface = cairo_image_surface_create_from_png(path.c_str());
  REQUIRE(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
  const int height = cairo_image_surface_get_height(surface);
  int left = cairo_image_surface_get_width(surface);
  for (int y = int(from * height); y < int(to * height); ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(surface) +
                                                             y * cairo_image_surface_get_stride(surface));
    for (int x = 0; x < left; ++x)
      if ((row[x] & 0xffffffu) == rgb) left = x;
  }
  cairo_surface_destroy(surface);
  return left;
}
constexpr std::uint32_t kFirst = 0x0072B2, kSecond = 0xE69F00;  // the palette's first two

ChartSeries ramp(double from, double to) {
  ChartSeries series{"ramp", {}, {}, ChartStyle::kLine};
  for (int k = 0; k <= 100; ++k) series.x.push_back(k), series.y.push_back(from + (to - from) * k / 100.0);
  return series;
}

}  // namespace

TEST_CASE("each series is drawn in its colour, and NaN breaks its line") {
  const ScratchFolder folder("plot");
  const PlotSize size{.width = 800, .height = 500};
  ChartSeries flat{"", {0, 1, 2, 3}, {1, 1, 1, 1}, ChartStyle::kLine};
  write_plot(folder / "a.png", {{"title", "x", "y", {flat, ramp(0, 2)}}}, size);
  const int whole = count_color(folder / "a.png", kFirst);
  CHECK(count_color(folder / "a.png", kSecond) > 300);
  ChartSeries broken{"", {0, 1, 1.5, 2, 3}, {1, 1, std::nan(""), 1, 1}, ChartStyle::kLine};
  write_plot(folder / "b.png", {{"title", "x", "y", {broken, ramp(0, 2)}}}, size);
  // The gap is a third of the line: 1 of 3 long.
  CHECK(count_color(folder / "b.png", kFirst) < 0.75 * whole);
  CHECK(count_color(folder / "b.png", kFirst) > 0.5 * whole);
}

TEST_CASE("panels one above the other begin at the same pixel, whatever the width of their numbers") {
  const ScratchFolder folder("plot_aligned");
  ChartSeries narrow = ramp(0.0, 8.0), wide = ramp(-9000.0, 9000.0);
  narrow.label = wide.label = "";
  const Chart first{"", "x", "y", {narrow}}, second{"", "x", "y", {wide}};
  const PlotSize one{.width = 800, .height = 400}, two{.width = 800, .height = 800, .columns = 1};
  write_plot(folder / "narrow.png", {first}, one);
  write_plot(folder / "wide.png", {second}, one);
  write_plot(folder / "both.png", {first, second}, two);
  const int alone = left_end(folder / "narrow.png", kFirst, 0.0, 1.0);
  const int widest = left_end(folder / "wide.png", kFirst, 0.0, 1.0);
  CHECK(alone + 10 < widest);  // by themselves they would not line up
  // The round end of a stroke may be one pixel longer or shorter, as its slope has it.
  CHECK(std::abs(left_end(folder / "both.png", kFirst, 0.0, 0.5) - widest) <= 1);
  CHECK(std::abs(left_end(folder / "both.png", kFirst, 0.5, 1.0) - widest) <= 1);
}

TEST_CASE("thinning a long series keeps its spikes") {
  const ScratchFolder folder("plot_long");
  ChartSeries series{"", {}, {}, ChartStyle::kLine};
  for (int k = 0; k < 300000; ++k) series.x.push_back(k), series.y.push_back(k == 123456 ? 1.0 : 0.0);
  write_plot(folder / "a.png", {{"", "", "", {series}}}, {.width = 800, .height = 500});
  // The same with half the spike (a point keeps the axis): half the panel's height of about 420 pixels is
  // missing. Were the one sample of 300000 skipped, both pictures would be equally blue.
  series.y[123456] = 0.5;
  write_plot(folder / "half.png", {{"", "", "", {series, {"", {0}, {1}, ChartStyle::kPoints}}}},
             {.width = 800, .height = 500});
  const int shorter = count_color(folder / "half.png", kFirst);
  CHECK(count_color(folder / "a.png", kFirst) > shorter + 100);
}

TEST_CASE("odd data is drawn and wrong data is refused") {
  const ScratchFolder folder("plot_odd");
  const fs::path path = folder / "a.png";
  const double nan = std::nan(""), inf = INFINITY;
  CHECK_NOTHROW(write_plot(path, {{"empty", "", "", {}}, {"nan", "", "", {{"a", {0, 1}, {nan, inf}}}}}));
  CHECK_NOTHROW(write_plot(path, {{"huge", "", "", {{"a", {0, 1}, {-1e300, 1e300}}}}}));
  CHECK_NOTHROW(write_plot(path, {{"tiny", "", "", {{"a", {0, 1e-300}, {0, 5e-324}}}}}));
  fs::remove(path);
  CHECK_THROWS_AS(write_plot(path, {}), InputError);
  CHECK_THROWS_AS(write_plot(path, {{"", "", "", {{"a", {0, 1}, {0}}}}}), InputError);
  CHECK_THROWS_AS(write_plot(path, {{"", "", "", {}}}, {.width = 1000000}), InputError);
  CHECK_THROWS_AS(write_plot(folder / "no/a.png", {{"", "", "", {}}}), InputError);
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a chart as SVG is one element with its texts as texts, in the colours of its series") {
  const std::string svg = plot_svg({"a < b", "x", "load", {ramp(0, 2)}, "", "N"}, 800, 500);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.find("width=\"800\" height=\"500\"") != std::string::npos);
  CHECK(svg.ends_with("</svg>\n"));
  for (const char* part : {">a &lt; b</text>", ">load [N]</text>", ">2.0</text>", "stroke=\"#0072b2\""})
    CHECK(svg.find(part) != std::string::npos);
  CHECK(svg.find("href") == std::string::npos);
  CHECK_THROWS_AS(plot_svg({"", "", "", {{"a", {0, 1}, {0}}}}, 800, 500), InputError);
  CHECK_THROWS_AS(plot_svg({}, 8, 500), InputError);
}

TEST_CASE("a rose is painted by Cairo and as SVG") {
  const ScratchFolder folder("rose");
  const RoseChart rose{"title", "share", {{"wheel", {0.5, 0.25, 0.25, 0.0}}}};
  const DrawChart draw = [&](const ChartBox& box, const ChartPaper& paper) {
    return draw_rose(rose, box, paper);
  };
  write_charts(folder / "rose.png", {draw}, {.width = 500, .height = 500});
  CHECK(count_color(folder / "rose.png", kFirst) > 300);
  const std::string svg = chart_svg(draw, 500, 500);
  CHECK(svg.find(">60 %</text>") != std::string::npos);
  CHECK(svg.find("<polygon") != std::string::npos);
}

namespace {

/// The bytes of a file.
std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("table plot: the largest value is darkest, a field without one is grey, and sizes must match") {
  const ScratchFolder folder("table_plot");
  const TablePanel panel{.title = "t",
                         .x_label = "x [m]",
                         .y_label = "y [deg]",
                         .value_label = "f [N]",
                         .x = {1, 2},
                         .y = {1, 2},
                         .values = {0.0, NAN, 5.0, 10.0}};
  write_table_plot(folder / "t.png", {panel});
  CHECK(count_color(folder / "t.png", 0x08306b) > 5000);  // the field of 10
  CHECK(count_color(folder / "t.png", 0xe4e7eb) > 5000);  // that of none
  CHECK(count_color(folder / "t.png", 0x6baed6) > 5000);  // half way
  // On paper a table keeps its letters and takes the width that it is given.
  write_table_plot(folder / "t.svg", {panel}, paper_size(90.0, 60.0));
  const std::string svg = bytes_of(folder / "t.svg");
  CHECK(svg.starts_with("<svg"));
  CHECK(svg.find("width=\"255") != std::string::npos);  // points: 90 mm are 255.1
  write_table_plot(folder / "t.pdf", {panel}, paper_size(90.0, 60.0));
  CHECK(bytes_of(folder / "t.pdf").starts_with("%PDF"));
  CHECK_THROWS_WITH(write_table_plot(folder / "small.png", {panel}, {.width = 400, .height = 100}),
                    ContainsSubstring("at least 180 x 146 pixels"));
  TablePanel wrong = panel;
  wrong.values.pop_back();
  CHECK_THROWS_AS(write_table_plot(folder / "w.png", {wrong}), InputError);
  CHECK_FALSE(fs::exists(folder / "w.png"));
}

namespace {

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a figure of 90 mm by 60 mm has this size as PNG and SVG and PDF", "[plot]") {
  const ScratchFolder folder("paper");
  const std::vector<Chart> charts{{"Two lines", "time [s]", "path [m]", {ramp(0.0, 1.0), ramp(1.0, 0.0)}}};
  const PlotSize size = paper_size(90.0, 60.0);
  for (const char* name : {"a.png", "a.svg", "a.pdf"}) write_plot(folder / name, charts, size);
  // 300 pixels per inch; a unit of the drawing has 0.22 mm, so sizes are right to half of that
  cairo_surface_t* png = cairo_image_surface_create_from_png((folder / "a.png").c_str());
  CHECK(cairo_image_surface_get_width(png) == Approx(90.0 / 25.4 * 300.0).margin(1.5));
  CHECK(cairo_image_surface_get_height(png) == Approx(60.0 / 25.4 * 300.0).margin(1.5));
  cairo_surface_destroy(png);
  const std::string svg = bytes_of(folder / "a.svg"), pdf = bytes_of(folder / "a.pdf");
  double width = 0.0, height = 0.0;
  REQUIRE(std::sscanf(svg.c_str() + svg.find("width="), "width=\"%lfmm\" height=\"%lfmm\"", &width,
                      &height) == 2);
  CHECK(width == Approx(90.0).margin(0.11));
  CHECK(height == Approx(60.0).margin(0.11));
  REQUIRE(pdf.starts_with("%PDF"));
  const auto box = pdf.find("/MediaBox");
  REQUIRE(box != std::string::npos);
  REQUIRE(std::sscanf(pdf.c_str() + box, "/MediaBox [ 0 0 %lf %lf", &width, &height) == 2);
  CHECK(width == Approx(90.0 / 25.4 * 72.0).margin(0.35));
  CHECK(height == Approx(60.0 / 25.4 * 72.0).margin(0.35));
  // the second line has squares of its own, seven on it and one in the legend
  CHECK(count_of(svg, "<polygon") >= 8);
  CHECK(count_of(svg, "<circle") >= 8);
}

TEST_CASE("charts as SVG and PDF are recognised as ours and have the same bytes again", "[plot]") {
  const ScratchFolder folder("kinds");
  const std::vector<Chart> charts{{"", "x [m]", "y [m]", {ramp(0.0, 1.0)}}};
  for (const std::string name : {"a.svg", "a.pdf", "a.png"}) {
    const fs::path file = folder / name;
    write_plot(file, charts);
    CHECK(is_ours(file, chart_kind(file.string())));
    const std::string before = bytes_of(file);
    write_plot(file, charts);
    CHECK(bytes_of(file) == before);
    std::ofstream(file) << "<svg>a drawing of somebody else</svg>";
    CHECK_FALSE(is_ours(file, chart_kind(file.string())));
  }
  CHECK_THROWS_AS(
      check_outputs({{"--out", (folder / "a.jpg").string(), chart_kind("a.jpg")}}, {}, Replace::any),
      InputError);
}
