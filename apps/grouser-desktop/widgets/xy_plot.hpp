// SPDX-License-Identifier: BSD-3-Clause
// Points of one number over another, joined by lines; a point can be clicked.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "widgets/ui.hpp"

namespace grouser::desktop {

struct XyPoint {
  double x = 0.0, y = 0.0;
  std::size_t row = 0;  ///< what a click on it returns
};
struct XySeries {
  std::string label;
  ImU32 color = 0;
  std::vector<XyPoint> points;  ///< x rising
};
struct XyInput {
  std::string title, unit;      ///< of y; SI unit
  std::string x_label, x_unit;  ///< SI unit; empty: stands in the label, or there is none
  bool lines_only = false;      ///< curves without a mark at each point, which is not a run to be opened
  bool gaps = false;            ///< a point without a number breaks the line
  bool runs_open = true;        ///< a point is a run, which a click opens
  std::string nothing = "No run has this number yet";  ///< said where there are no points
  std::vector<XySeries> series;
};

/// Returns the row of the point that was clicked.
std::optional<std::size_t> draw_xy_plot(const Ui& ui, const char* id, const XyInput& input, ImVec2 size);

}  // namespace grouser::desktop
