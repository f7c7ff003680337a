// SPDX-License-Identifier: BSD-3-Clause
// A pair of axes on the screen: where values lie; their ticks and numbers are those of every chart
// (grouser/chart).
#pragma once
#include <imgui.h>

#include "grouser/chart/chart.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// t along the picture, y up.
struct Axes {
  ImVec2 low, high;       // of the drawing area, pixels
  double t0, t1, y0, y1;  // shown values
  float x(double t) const { return low.x + static_cast<float>((t - t0) / (t1 - t0)) * (high.x - low.x); }
  float y(double v) const { return high.y - static_cast<float>((v - y0) / (y1 - y0)) * (high.y - low.y); }
};

/// The axes as a chart draws them: y numbers are shown times `factor`. If the values have no range, there are
/// no y numbers.
ChartFrame frame_of(const Ui& ui, const Axes& axes, double factor);
/// Room that the numbers along y take, pixels.
float y_numbers_width(const Ui& ui, const Axes& axes, double factor);
/// Lines and numbers, the last one along t with `t_suffix`.
void draw_axes(const Ui& ui, const Axes& axes, double factor, const char* t_suffix);

}  // namespace grouser::desktop
