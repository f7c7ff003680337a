// SPDX-License-Identifier: BSD-3-Clause
// Line plots over time: one pair of axes, several lines of one unit, cursors, values under the mouse, peaks.
#pragma once
#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "widgets/plot_samples.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

struct PlotLine {
  std::string label;
  ImU32 color = 0;
  Samples samples;
  Samples other;        ///< the same quantity of a second run: dashed; may be empty
  bool points = false;  ///< marks alone, without a line between them
};

enum class PlotLegend { shown, hidden };

struct PlotInput {
  std::string title;      ///< the quantity; no two plots of a panel have one title
  std::string unit;       ///< SI unit of all lines
  std::string note = {};  ///< a remark beside the unit; may be empty
  std::vector<PlotLine> lines;
  Range all;                              ///< times of the run, s
  double cursor = 0.0;                    ///< the time of the 3D view, s
  std::optional<double> shown = {};       ///< time of the frame that the 3D view shows, s; none: the cursor's
  PlotLegend legend = PlotLegend::shown;  ///< names and values of the lines beside the title
};

/// The values that fit the lines within these times, with some air; a constant line gets a range about it.
Range fitted_values(const PlotInput& input, Range times);

/// Takes the mouse over the plot into `view`. Returns the time that was clicked or dragged to.
std::optional<double> draw_plot(const Ui& ui, const char* id, const PlotInput& input, ImVec2 size,
                                PlotView& view);

}  // namespace grouser::desktop
