// What is drawn between the axes of a plot: lines and cursors.
#pragma once
#include "widgets/plot.hpp"
#include "widgets/plot_axes.hpp"

namespace grouser::desktop {

/// The same colour, this part as opaque.
ImU32 faded(ImU32 color, float part);

/// Which lines lie over an earlier one: their strokes are long dashes, so that both colours are seen. With a
/// second run none is, because there a dash means that run.
std::vector<bool> lines_to_dash(const Ui& ui, const PlotInput& input, const Axes& axes);

/// `pointed`: the line to bring out, all others faded; -1 none.
void draw_lines(const Ui& ui, const PlotInput& input, const Axes& axes, const std::vector<bool>& dashed,
                int pointed);

/// The time of the view and, where there is one, the second cursor.
void draw_cursors(const Ui& ui, const Axes& axes, double cursor, const std::optional<double>& second);

}  // namespace grouser::desktop
