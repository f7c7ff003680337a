// SPDX-License-Identifier: BSD-3-Clause
// A rose: how much of something lies in each direction, as slip angles or directions of tip-over.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/chart/drawing.hpp"

namespace grouser {

/// Shares of one thing over all directions.
struct RoseSeries {
  std::string label;           ///< in the legend; empty: not in it
  std::vector<double> shares;  ///< of each sector, 0 to 1; the first is about 0 degrees, then clockwise
};

/// Shares of one or more things over all directions.
struct RoseChart {
  std::string title;               ///< above the rose; empty: none
  std::string label;               ///< "slip angle, share of the time [%]"
  std::vector<RoseSeries> series;  ///< in the order in which they are drawn
};

/// Shares of sectors of equal width by the time that an angle was in them: each value holds until the next
/// moment. Angles in rad; NaN counts for none, so the shares sum up to the time with an angle. Times in s.
std::vector<double> direction_shares(std::span<const double> times, std::span<const double> angles,
                                     int sectors);

/// 0 degrees is up, as a rover looks ahead; positive angles are to the right.
ChartDrawing draw_rose(const RoseChart& rose, const ChartBox& box, const ChartPaper& paper);

}  // namespace grouser
