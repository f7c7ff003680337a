// SPDX-License-Identifier: BSD-3-Clause
// A pair of axes on the screen: where values lie, and the grid with its numbers.
#pragma once
#include <imgui.h>

#include <vector>

#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Marks at multiples of 1, 2 or 5 times a power of ten, about `wanted` of them.
std::vector<double> nice_ticks(double low, double high, int wanted);

/// t along the picture, y up.
struct Axes {
  ImVec2 low, high;       // of the drawing area, pixels
  double t0, t1, y0, y1;  // shown values
  float x(double t) const { return low.x + static_cast<float>((t - t0) / (t1 - t0)) * (high.x - low.x); }
  float y(double v) const { return high.y - static_cast<float>((v - y0) / (y1 - y0)) * (high.y - low.y); }
};

/// Room that the numbers along y take, pixels.
float y_numbers_width(const Ui& ui, const Axes& axes, double factor);
/// Lines and numbers; y numbers are shown times `factor`, those along t times `t_factor`, the last one with `t_suffix`.
void draw_axes(const Ui& ui, const Axes& axes, double factor, const char* t_suffix, double t_factor = 1.0);

}  // namespace grouser::desktop
