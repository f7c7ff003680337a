// SPDX-License-Identifier: BSD-3-Clause
// Charts where there is little room, as in the window: name and unit of y above, its legend beside it, the
// name of x at the right.
#include <algorithm>

#include "grouser/chart/chart.hpp"

namespace grouser {
namespace {

/// A label with its unit behind it.
std::string with_unit(const std::string& label, const std::string& between, const DisplayUnit& unit) {
  return unit.label.empty() ? label : label + between + unit.label;
}

}  // namespace

ChartDrawing draw_compact_chart(const Chart& chart, const ChartBox& box, const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const double scale = theme.scale, font = theme.label, line = 1.2 * font, right = box.x + box.width;
  constexpr double kLow = 9.0;  // lines of text: with room for fewer, the name of x is above
  const bool low = box.height < kLow * line;
  // Data: what the head line, the numbers and, if there is room, the line with x's name leave.
  const ChartAxes axes = axes_of(chart, paper.units);
  ChartDrawing drawing;
  const ChartBox data{box.x + 62.0 * scale, box.y + line + 14.0 * scale, box.width - 74.0 * scale,
                      box.height - (low ? 2.0 : 3.0) * line - 24.0 * scale};
  if (data.width < 40.0 || data.height < 20.0) return drawing;
  drawing.frame = frame_of(axes, data, theme);
  // A name that is too long is cut, its unit stays.
  const std::string name = chart.title.empty() ? chart.y_label : chart.y_label + "   " + chart.title;
  const std::string unit = with_unit("", "  ", axes.y_unit);
  const double baseline = box.y + 4.0 * scale + font;
  const std::string head =
      paper.fitted(name, font, box.width - 20.0 * scale - paper.measure(unit, font, TextWeight::regular)) +
      unit;
  drawing.text(head, {box.x + 10.0 * scale, baseline}, 0.0, font, theme.ink);
  // The name of x: under the data, or at the right of the head line.
  const std::string x_label = with_unit(chart.x_label, ", ", axes.x_unit);
  const double x_width = paper.measure(x_label, font, TextWeight::regular);
  double at = box.x + paper.measure(head, font, TextWeight::regular) + 28.0 * scale;
  if (!low || at + x_width < data.x + data.width)
    drawing.text(x_label, {data.x + data.width, low ? baseline : box.y + box.height - 8.0 * scale}, 1.0, font,
                 theme.faint);
  // Legend entries between the head and the end of the line; those without room are left out.
  const double end = right - 8.0 * scale - (low ? x_width + 20.0 * scale : 0.0);
  for (std::size_t k = 0; chart.series.size() > 1 && k < chart.series.size(); ++k) {
    const double width = paper.measure(chart.series[k].label, font, TextWeight::regular) + 34.0 * scale;
    if (at + width > end) break;
    add_swatch(drawing, chart, k, {at, baseline - 0.36 * font}, 16.0 * scale, paper);
    drawing.text(chart.series[k].label, {at + 21.0 * scale, baseline}, 0.0, font, theme.ink);
    at += width;
  }
  if (!axes.any) {
    drawing.text(paper.fitted(chart.nothing, font, data.width),
                 {box.x + 0.5 * box.width, box.y + 0.5 * box.height}, 0.5, font, theme.faint);
    return drawing;
  }
  add_grid(drawing, paper);
  add_series(drawing, chart, paper);
  return drawing;
}

}  // namespace grouser
