// SPDX-License-Identifier: BSD-3-Clause
// Series over two axes: what a chart of lines, points or bars shows, as plain values. Painters are handed its
// drawing.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/chart/drawing.hpp"

namespace grouser {

/// A bar reaches from its x to the next, whose y may be NaN: the last x only ends the last bar.
enum class ChartStyle {
  kLine,           ///< full line
  kDashed,         ///< dashed line
  kPoints,         ///< points alone
  kLineAndPoints,  ///< line with its points
  kBars            ///< bars from y = 0
};

/// A curve, points or bars, and how they look.
struct ChartSeries {
  std::string label;                     ///< in the legend; empty: not in it
  std::vector<double> x;                 ///< in the chart's x_unit
  std::vector<double> y;                 ///< as many values as x; NaN breaks the line
  ChartStyle style = ChartStyle::kLine;  ///< lines, points or bars
  int colour = -1;                       ///< series_colour() of this; -1: of its place in the chart
  std::vector<std::size_t> rows = {};    ///< row of a table that each point shows, for clicks; empty: none

  void add(double at, double value) { x.push_back(at), y.push_back(value); }  ///< adds a point
};

/// A chart of series over two axes.
struct Chart {
  std::string title;                ///< above the data; empty: none
  std::string x_label;              ///< with its unit, "time [s]", unless that is in x_unit
  std::string y_label;              ///< with its unit, unless that is in y_unit
  std::vector<ChartSeries> series;  ///< in the order in which they are drawn
  std::string x_unit = {};          ///< SI; shown as people read it, "m" in mm; empty: it is in the label
  std::string y_unit = {};          ///< the same for y
  std::string nothing = "no data";  ///< shown in place of data
};

/// The colour of a series as an index for series_colour(): its own, or its place in the chart.
int colour_of(const Chart& chart, std::size_t series);

/// Ranges and units of a chart's axes, which depend on its data and on the units that were chosen.
struct ChartAxes {
  ChartRange x;        ///< of the data's x
  ChartRange y;        ///< of the data's y
  DisplayUnit x_unit;  ///< unit in which x is shown
  DisplayUnit y_unit;  ///< unit in which y is shown
  bool any = false;    ///< there is something to draw
};

/// The axes that the data and the chosen units give.
ChartAxes axes_of(const Chart& chart, const ShownUnits& units);
/// The range of an axis whose limits may be known, in SI units.
ChartRange value_range(const std::optional<ChartRange>& limits, const std::string& unit);

/// The frame of such axes in a box: its ticks follow from the room.
ChartFrame frame_of(const ChartAxes& axes, const ChartBox& data, const ChartTheme& theme);
/// "sinkage [mm]   ×10⁻³"
std::string axis_text(const std::string& label, const DisplayUnit& unit, const ChartAxis& axis);

/// Lines at the ticks of drawing.frame; their numbers, the last one along x with `x_suffix`.
void add_grid(ChartDrawing& drawing, const ChartPaper& paper, const std::string& x_suffix = "");

/// The numbers and marks alone.
void add_numbers(ChartDrawing& drawing, const ChartPaper& paper, const std::string& x_suffix = "");
/// Names of both axes, on paper: under the data, and `y_room` pixels left of them.
void add_axis_names(ChartDrawing& drawing, const std::string& x, const std::string& y, double y_room,
                    const ChartPaper& paper);

/// Looks of a curve.
struct CurveLook {
  ChartColour colour;               ///< of the line
  double width = 2.0;               ///< pixels
  std::array<double, 2> dash = {};  ///< lengths of dashes and gaps, pixels; 0: solid
};

/// Order of a curve's x. If x rises, only points within the axes are looked at.
enum class CurveOrder {
  any,    ///< points in any order
  rising  ///< x rises from point to point
};
/// In one pixel column only the first, lowest, highest and last are drawn: the picture is the same, and a
/// million points take no longer than a thousand. NaN breaks the line.
void add_curve(ChartDrawing& drawing, std::span<const double> x, std::span<const double> y,
               const CurveLook& look, CurveOrder order);

/// Throws InputError if a series has x and y of different lengths.
void validate(const std::vector<Chart>& charts);

/// On paper: title, legend, axes and data. `least_left`: room left of the y axis at least, so that charts one
/// above the other line up, pixels.
ChartDrawing draw_chart(const Chart& chart, const ChartBox& box, const ChartPaper& paper,
                        double least_left = 0.0);

/// Room left of the y axis that its numbers and label take, pixels.
double left_room(const Chart& chart, const ChartBox& box, const ChartPaper& paper);

/// The same where there is little room, as in the window: names stand in one line above the data, and what
/// does not fit is left out.
ChartDrawing draw_compact_chart(const Chart& chart, const ChartBox& box, const ChartPaper& paper);
/// A short piece of a series, for a legend: `at` is the middle of its left end.
void add_swatch(ChartDrawing& drawing, const Chart& chart, std::size_t series, ChartPoint at, double width,
                const ChartPaper& paper);

/// The series of a chart within the frame of its drawing, without axes.
void add_series(ChartDrawing& drawing, const Chart& chart, const ChartPaper& paper);

}  // namespace grouser
