// SPDX-License-Identifier: BSD-3-Clause
// Lines, marks, numbers and names of axes.
#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/chart/chart.hpp"

namespace grouser {
namespace {

/// Lines of one pixel are sharp if they run through pixel centres.
double sharp(double pixel) { return std::floor(pixel) + 0.5; }

/// Pixels of a tick, whose number is in shown units.
double x_of(const ChartFrame& frame, double shown) { return frame.px(shown / frame.x_factor); }
double y_of(const ChartFrame& frame, double shown) { return frame.py(shown / frame.y_factor); }

/// Adds marks and numbers along x; suffix: behind the last number.
void add_x_numbers(ChartDrawing& drawing, const ChartPaper& paper, const std::string& suffix) {
  const ChartTheme& theme = paper.theme;
  const ChartFrame& frame = drawing.frame;
  const double bottom = frame.data.y + frame.data.height, right = frame.data.x + frame.data.width;
  const double mark = theme.tick_mark, between = 6.0 * theme.scale;
  double free_from = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < frame.along.ticks.size(); ++k) {
    const double tick = frame.along.ticks[k], at = x_of(frame, tick);
    if (mark > 0.0) drawing.line({sharp(at), bottom}, {sharp(at), bottom + mark}, theme.frame, 1.0);
    // A number that would touch the one before it is left out.
    const std::string text = tick_text(frame.along, tick) + (k + 1 == frame.along.ticks.size() ? suffix : "");
    const double width = paper.measure(text, theme.tick, TextWeight::regular);
    // Without marks, in the window, the last number stays within the axes.
    const double left = mark > 0.0 ? at - 0.5 * width : std::min(at - 0.5 * width, right - width);
    if (left < free_from) continue;
    free_from = left + width + between;
    drawing.text(text, {left, bottom + mark + 3.0 * theme.scale + theme.tick}, 0.0, theme.tick, theme.faint);
  }
}

/// Adds marks and numbers along y, from below; a number without room is left out.
void add_y_numbers(ChartDrawing& drawing, const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const ChartFrame& frame = drawing.frame;
  const double left = frame.data.x, mark = theme.tick_mark;
  double free_below = std::numeric_limits<double>::infinity();
  for (const double tick : frame.up.ticks) {
    const double at = y_of(frame, tick);
    if (mark > 0.0) drawing.line({left - mark, sharp(at)}, {left, sharp(at)}, theme.frame, 1.0);
    if (at + 0.4 * theme.tick > free_below) continue;
    free_below = at - 0.5 * theme.tick;
    drawing.text(tick_text(frame.up, tick), {left - mark - 5.0 * theme.scale, at + 0.36 * theme.tick}, 1.0,
                 theme.tick, theme.faint);
  }
}

}  // namespace

void add_numbers(ChartDrawing& drawing, const ChartPaper& paper, const std::string& x_suffix) {
  const ChartTheme& theme = paper.theme;
  const bool named = theme.tick_mark > 0.0;  // the names of the axes have their powers of ten
  add_x_numbers(drawing, paper, (named ? "" : multiplier_text(drawing.frame.along)) + x_suffix);
  add_y_numbers(drawing, paper);
  if (!named)
    drawing.text(multiplier_text(drawing.frame.up),
                 {drawing.frame.data.x, drawing.frame.data.y - 2.0 * theme.scale}, 0.0, theme.tick,
                 theme.faint);
}

void add_grid(ChartDrawing& drawing, const ChartPaper& paper, const std::string& x_suffix) {
  const ChartTheme& theme = paper.theme;
  const ChartFrame frame = drawing.frame;
  const ChartBox& data = frame.data;
  const double bottom = data.y + data.height, right = data.x + data.width;
  for (const double tick : frame.along.ticks)
    drawing.line({sharp(x_of(frame, tick)), data.y}, {sharp(x_of(frame, tick)), bottom}, theme.grid, 1.0);
  for (const double tick : frame.up.ticks)  // the zero line, a little stronger
    drawing.line({data.x, sharp(y_of(frame, tick))}, {right, sharp(y_of(frame, tick))},
                 tick == 0.0 ? theme.frame : theme.grid, 1.0);
  if (theme.tick_mark > 0.0)
    drawing.stroke({{sharp(data.x), data.y}, {sharp(data.x), sharp(bottom)}, {right, sharp(bottom)}},
                   theme.frame, 1.0);
  add_numbers(drawing, paper, x_suffix);
}

void add_axis_names(ChartDrawing& drawing, const std::string& x, const std::string& y, double y_room,
                    const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const ChartBox& data = drawing.frame.data;
  drawing.text(paper.fitted(x, theme.label, data.width),
               {data.x + 0.5 * data.width, data.y + data.height + 30.0 + theme.label}, 0.5, theme.label,
               theme.ink);
  drawing
      .text(paper.fitted(y, theme.label, data.height), {data.x - y_room, data.y + 0.5 * data.height}, 0.5,
            theme.label, theme.ink)
      .upright = true;
}

}  // namespace grouser
