// SPDX-License-Identifier: BSD-3-Clause
// Content between the axes of a plot: lines and cursors.
#pragma once
#include "widgets/plot.hpp"
#include "widgets/plot_axes.hpp"

namespace grouser::desktop {

/// The same colour, this part as opaque.
ImU32 faded(ImU32 color, float part);

enum class LineStyle { solid, dashed, dotted, long_dashed, over };

/// A line over an earlier one is `over`: long dashes, so that both colours are seen. Where patterns are
/// wanted, each line has another style than the one before. With a second run all are solid, because there a
/// dash means that run.
std::vector<LineStyle> line_styles(const Ui& ui, const PlotInput& input, const Axes& axes);
/// A stroke of that style from `from` to the right.
void draw_sample(const Ui& ui, ImVec2 from, float length, ImU32 color, LineStyle style);

/// `pointed`: the line to bring out, all others faded; -1 none.
void draw_lines(const Ui& ui, const PlotInput& input, const Axes& axes, const std::vector<LineStyle>& styles,
                int pointed);

/// The time of the view and, where there is one, the second cursor.
void draw_cursors(const Ui& ui, const Axes& axes, double cursor, const std::optional<double>& second);

}  // namespace grouser::desktop
