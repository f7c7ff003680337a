// SPDX-License-Identifier: BSD-3-Clause
// Zooming and panning of plots: the new shown ranges. It does not use ImGui.
#pragma once
#include "widgets/plot_view.hpp"

namespace grouser::desktop {

/// The span that keeps `about` where it is; factor below 1 comes nearer.
Range zoomed(Range range, double about, double factor);
/// The range moved inside `all` with its length kept; `all` if it is longer.
Range moved_inside(Range range, Range all);

/// The times that are shown of a run that reaches over `all`.
Range shown_times(const PlotView& view, Range all);
/// Shows these times, as far as the run has them; the whole run if they reach over all of it.
void show_times(PlotView& view, Range wanted, Range all);

/// Notches of a mouse wheel, away from the user is nearer.
void zoom_times(PlotView& view, Range all, double about, double notches);
/// `shown`: the values shown of this quantity; `fitted`: those that it would show by itself.
void zoom_values(PlotView& view, const std::string& quantity, Range shown, Range fitted, double about,
                 double notches);
/// Moves the times by s; values too where they are zoomed, so that a plot that fits itself goes on to do so.
void pan(PlotView& view, const std::string& quantity, Range all, double by_time, double by_value);
void show_all(PlotView& view);
/// Decimals of seconds that distinguish one pixel from the next; three at least, as everywhere.
int time_decimals(double seconds_per_pixel);

/// State of buttons and keys at the moment a mouse button was pressed in a plot.
struct Press {
  bool left = false, shift = false, alt = false;
  bool at_second = false;  ///< the pointer is on the second cursor
};
/// Notes a press; also puts the second cursor at `time`, or removes it, if the press asks for that.
void press_plot(PlotView& view, const Press& press, double time);

}  // namespace grouser::desktop
