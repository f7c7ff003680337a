// SPDX-License-Identifier: BSD-3-Clause
// The mouse over a plot: wheel, drags, double click (the plot fills its panel, or no longer). Call right
// after the plot's item.
#pragma once
#include "widgets/plot.hpp"
#include "widgets/plot_axes.hpp"

namespace grouser::desktop {

/// Time and value under a point of the screen, the time inside the axes.
double time_at(const Axes& axes, float x);
double value_at(const Axes& axes, float y);

struct PlotMouse {
  bool hovered = false, activated = false, held = false, released = false;  ///< the plot's item
};
/// `fitted`: the values that this plot shows by itself. Returns the time that was clicked or dragged to.
std::optional<double> take_mouse(const Ui& ui, const PlotInput& input, const Axes& axes, Range fitted,
                                 PlotMouse mouse, PlotView& view);

/// Marks at the pointer: a line and its time, or the box that is being drawn up.
void draw_pointer(const Ui& ui, const Axes& axes, PlotMouse mouse, const PlotView& view);

}  // namespace grouser::desktop
