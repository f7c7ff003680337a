// Line plots over time: one pair of axes, several lines of one unit, a cursor at the shown time, values under
// the mouse.
#pragma once
#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "widgets/ui.hpp"

namespace grouser::desktop {

struct PlotLine {
  std::string label;
  ImU32 color = 0;
  std::span<const double> values;  ///< one a time
  std::span<const double> other_times,
      other_values;  ///< the same quantity of a second run: dashed; may be empty
};

struct PlotInput {
  std::string title;              ///< the quantity
  std::string unit;               ///< SI unit of all lines
  std::span<const double> times;  ///< rising, s
  std::vector<PlotLine> lines;
  double begin = 0.0, end = 1.0;  ///< shown times, s
  double cursor = 0.0;            ///< the time of the 3D view, s
};

/// Least and greatest value among the samples of one pixel column, the neighbours' ends included so that
/// lines join.
struct Column {
  bool any = false;
  double low = 0.0, high = 0.0;
};
std::vector<Column> decimate(std::span<const double> times, std::span<const double> values, double begin,
                             double end, int columns);

/// Returns the time that was clicked or dragged to.
std::optional<double> draw_plot(const Ui& ui, const char* id, const PlotInput& input, ImVec2 size);

}  // namespace grouser::desktop
