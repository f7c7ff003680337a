// SPDX-License-Identifier: BSD-3-Clause
// One panel of a plot, drawn into a box. Private.
#pragma once
#include "grouser/recording/plot/plot.hpp"
#include "plot_style.hpp"

namespace grouser::plot {

/// Throws InputError if a series has x and y of different lengths.
void validate(const std::vector<PlotPanel>& panels);
/// Room left of the y axis that its numbers and label take, pixels.
double left_room(cairo_t* cr, const PlotPanel& panel, const Box& outer);
/// least_left: minimum room left of the y axis, so that panels one above the other line up, pixels.
void draw_panel(cairo_t* cr, const PlotPanel& panel, const Box& outer, double least_left = 0.0);

}  // namespace grouser::plot
