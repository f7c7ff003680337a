// SPDX-License-Identifier: BSD-3-Clause
// A stability boundary as a panel for write_plot() (recording/plot).
#pragma once
#include <map>
#include <string>

#include "grouser/mission/statistics/stability_boundary.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser {

struct PlaneNames {
  std::string title, x_label, y_label;
  std::map<int, std::string> modes;  ///< of failure, by number
};
/// The line, one series a mode, up to where another begins; and the nodes that were run.
Chart boundary_panel(const PlaneNames&, const PlaneOptions&, const StabilityBoundary&);

}  // namespace grouser
