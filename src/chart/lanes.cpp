// SPDX-License-Identifier: BSD-3-Clause
// Lanes under each other on one x axis, with boxes, whiskers, lines, ticks and dots. Names are beside the
// lanes on paper and above them in the window.
#include "grouser/chart/lanes.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/chart/chart.hpp"
#include "heading.hpp"

namespace grouser {
namespace {

constexpr double kLaneHeight = 30.0, kLanesFoot = 54.0;  // on paper, pixels

/// Axes over all parts of all lanes. A range that begins at zero has no margin there, so that bars keep it.
ChartAxes lane_axes(const LaneChart& chart, const ShownUnits& units) {
  Chart all;
  all.x_unit = chart.x_unit;
  all.series.push_back({});
  for (const Lane& lane : chart.lanes)
    for (const LanePart& part : lane.parts) {
      all.series[0].add(part.from, 0.0);
      if (part.kind != LanePart::Kind::tick && part.kind != LanePart::Kind::dot)
        all.series[0].add(part.to, 0.0);
    }
  ChartLimits limits;
  for (const double x : all.series[0].x) limits.take(x);
  ChartAxes axes = axes_of(all, units);
  axes.x = value_range(limits.range(), chart.x_unit);
  axes.x_unit = display_unit(units, chart.x_unit, std::max(std::fabs(axes.x.low), std::fabs(axes.x.high)));
  return axes;
}

/// Draws one part of a lane whose bar begins at `top` and is `thick` high, pixels; NaN is not drawn.
void add_part(ChartDrawing& drawing, const LanePart& part, double top, double thick,
              const ChartPaper& paper) {
  using enum LanePart::Kind;
  const ChartTheme& theme = paper.theme;
  const double from = drawing.frame.px(part.from), to = drawing.frame.px(part.to), middle = top + 0.5 * thick;
  const ChartColour colour =
      (part.colour == LanePart::kInk ? theme.ink : series_colour(part.colour, theme.ground))
          .faded(part.alpha);
  const double width = 1.5 * theme.scale;
  const bool single = part.kind == tick || part.kind == dot;
  if (!std::isfinite(part.from) || (!single && !std::isfinite(part.to))) return;
  switch (part.kind) {
    case box: {
      constexpr double kLeast = 1.0;  // px: a box without extent is seen
      drawing.fill({std::min(from, to), top, std::max(std::fabs(to - from), kLeast), thick}, colour);
      break;
    }
    case whisker:
      for (const double end : {from, to})
        drawing.line({end, top + 0.2 * thick}, {end, top + 0.8 * thick}, colour, width);
      [[fallthrough]];
    case line:
      drawing.line({from, middle}, {to, middle}, colour, width);
      break;
    case tick:
      drawing.line({from, top}, {from, top + thick}, colour, 2.0 * theme.scale);
      break;
    case dot:
      drawing.marks.push_back({ChartMark::Kind::dots, {{from, middle}}, colour, 2.0 * theme.scale});
      break;
  }
}

}  // namespace

double lanes_height(const LaneChart& chart) {
  return kLanesFoot + (chart.title.empty() ? 10.0 : 32.0) +
         kLaneHeight * static_cast<double>(chart.lanes.size());
}

ChartDrawing draw_lanes(const LaneChart& chart, const ChartBox& box, const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const bool beside = theme.ground == ChartGround::paper;
  const double scale = theme.scale, line = 1.2 * theme.label;
  ChartDrawing drawing;
  const double head = add_heading(drawing, chart.title, box, paper);
  // The widest name decides the left margin on paper.
  double names = 0.0;
  for (const Lane& lane : chart.lanes)
    names = std::max(names, paper.measure(lane.label, theme.tick, TextWeight::regular));
  constexpr double kMostNames = 0.4;  // of the width
  names = beside ? std::min(names, kMostNames * box.width) + 18.0 : 16.0 * scale;
  const double foot = beside ? kLanesFoot : 2.0 * line + 10.0 * scale;
  const ChartBox data{box.x + names, box.y + head, box.width - names - (beside ? 26.0 : 14.0 * scale),
                      box.height - head - foot};
  const ChartAxes axes = lane_axes(chart, paper.units);
  drawing.frame = frame_of(axes, data, theme);
  drawing.frame.up.ticks.clear();  // lanes have names
  add_grid(drawing, paper);
  const std::string unit = axes.x_unit.label.empty() ? "" : ", " + axes.x_unit.label;
  const std::string label =
      beside ? axis_text(chart.x_label, axes.x_unit, drawing.frame.along) : chart.x_label + unit;
  add_foot_label(drawing, label, box, paper);
  if (chart.lanes.empty() || data.height <= 0.0 || data.width <= 0.0) return drawing;
  // Height of a lane and of its bar.
  constexpr double kMostStep = 58.0;
  const double room = data.height / static_cast<double>(chart.lanes.size());
  const double step = beside ? room : std::min(kMostStep * scale, room);
  const double thick = beside ? 16.0 : std::clamp(step - line - 9.0 * scale, 4.0 * scale, 18.0 * scale);
  for (std::size_t k = 0; k < chart.lanes.size(); ++k) {
    const double from = data.y + step * static_cast<double>(k);
    const double top = beside ? from + 0.5 * (step - thick) : from + line + 2.0 * scale;
    if (beside)
      drawing.text(paper.fitted(chart.lanes[k].label, theme.tick, names - 16.0),
                   {data.x - 10.0, top + 0.5 * thick + 0.36 * theme.tick}, 1.0, theme.tick, theme.faint);
    else
      drawing.text(paper.fitted(chart.lanes[k].label, theme.label, data.width), {data.x, from + theme.label},
                   0.0, theme.label, theme.ink);
    for (const LanePart& part : chart.lanes[k].parts) add_part(drawing, part, top, thick, paper);
    // The lane's area, for a pointer.
    drawing.items.push_back({{box.x, from, box.width, step}, k});
  }
  return drawing;
}

}  // namespace grouser
