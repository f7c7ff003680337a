// SPDX-License-Identifier: BSD-3-Clause
// Ticks and numbers come from the library's charts, so that a plot in the window and a saved one have the
// same.
#include "widgets/plot_axes.hpp"

#include <algorithm>

#include "widgets/chart_painter.hpp"

namespace grouser::desktop {

ChartFrame frame_of(const Ui& ui, const Axes& axes, double factor) {
  const ChartAxes of{{axes.t0, axes.t1}, {axes.y0, axes.y1}, {}, {factor, ""}, true};
  return grouser::frame_of(of, {axes.low.x, axes.low.y, axes.high.x - axes.low.x, axes.high.y - axes.low.y},
                           window_paper(ui).theme);
}

float y_numbers_width(const Ui& ui, const Axes& axes, double factor) {
  const ChartAxis up = frame_of(ui, axes, factor).up;
  float width = 0.0f;
  for (const double tick : up.ticks)
    width = std::max(width, ImGui::CalcTextSize(tick_text(up, tick).c_str()).x);
  return width + ui.px(6);
}

void draw_axes(const Ui& ui, const Axes& axes, double factor, const char* t_suffix) {
  ChartDrawing drawing;
  drawing.frame = frame_of(ui, axes, factor);
  add_grid(drawing, window_paper(ui), t_suffix);
  paint_drawing(ui, drawing);
}

}  // namespace grouser::desktop
