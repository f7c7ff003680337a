// SPDX-License-Identifier: BSD-3-Clause
// The shown part of the time plots, and their second cursor. All plots share the times; the values are fitted
// to the shown part until somebody zooms them.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "grouser/chart/axis.hpp"

namespace grouser::desktop {

using Range = ChartRange;

/// Action of a held mouse button in a plot, decided by the place where it is pressed.
enum class PlotDrag { none, seek, pan, box, second };

struct PlotView {
  std::string run;                      ///< the run that was open when this was chosen
  std::optional<Range> times;           ///< s; none: the whole run, and following its newest moment
  std::map<std::string, Range> values;  ///< SI, of the quantities whose values are zoomed
  std::optional<double> second;         ///< time of the second cursor, s
  PlotDrag drag = PlotDrag::none;
  std::string enlarged = {};  ///< title of the plot that fills the panel; empty: none
  bool peaks = true;          ///< labels at the greatest absolute values
};

}  // namespace grouser::desktop
