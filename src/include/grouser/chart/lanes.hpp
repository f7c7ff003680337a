// SPDX-License-Identifier: BSD-3-Clause
// Bars, boxes and intervals, each in a lane with a name: spreads of groups, and what moves a number most.
#pragma once
#include <string>
#include <vector>

#include "grouser/chart/drawing.hpp"

namespace grouser {

struct LanePart {
  enum class Kind {
    box,
    line,
    whisker,
    tick,
    dot
  };  ///< a whisker is a line with ends; tick and dot stand at `from`
  Kind kind = Kind::box;
  double from = 0.0, to = 0.0;  ///< NaN: not drawn
  int colour = 0;               ///< series_colour() of this; kInk: of text
  int alpha = 255;
  static constexpr int kInk = -3;
};
struct Lane {
  std::string label;
  std::vector<LanePart> parts;  ///< in the order of painting
};
struct LaneChart {
  std::string title;
  std::string x_label, x_unit;  ///< as of a Chart
  std::vector<Lane> lanes;      ///< from above
  std::string nothing = "no data";
};

/// Names stand left of their lanes on paper, above them in the window. Items of the drawing are the lanes.
ChartDrawing draw_lanes(const LaneChart& chart, const ChartBox& box, const ChartPaper& paper);
/// Height that all lanes need on paper, pixels.
double lanes_height(const LaneChart& chart);

}  // namespace grouser
