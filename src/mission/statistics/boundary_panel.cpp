// SPDX-License-Identifier: BSD-3-Clause
// Draws a stability boundary: the lines coloured by their mode of failure, and the nodes that were run as
// points.
#include "grouser/mission/statistics/boundary_panel.hpp"

namespace grouser {
namespace {

/// Name of a mode in the legend; an unnamed mode shows its number.
std::string mode_name(const PlaneNames& names, int mode) {
  const auto found = names.modes.find(mode);
  if (found != names.modes.end()) return found->second;
  return mode == kNoVerdict ? "no result" : "mode " + std::to_string(mode);
}

/// Parts of a line with one mode, each up to the first point of the next part and ended by a NaN, so that a
/// series draws them apart and the line has no gaps.
void add_pieces(std::map<int, ChartSeries>& series, const PlaneLine& line) {
  const auto add = [&](ChartSeries& to, double x, double y) { to.x.push_back(x), to.y.push_back(y); };
  for (std::size_t k = 0; k < line.points.size(); ++k) {
    const LinePoint& point = line.points[k];
    ChartSeries& own = series[point.mode];
    add(own, point.x, point.y);
    const bool last = k + 1 == line.points.size();
    if (last && !line.closed) {
      add(own, kUnset, kUnset);
      continue;
    }
    const LinePoint& next = line.points[last ? 0 : k + 1];
    if (!last && next.mode == point.mode) continue;
    add(own, next.x, next.y);
    add(own, kUnset, kUnset);
  }
}

}  // namespace

Chart boundary_panel(const PlaneNames& names, const PlaneOptions& options,
                     const StabilityBoundary& boundary) {
  Chart panel{.title = names.title, .x_label = names.x_label, .y_label = names.y_label, .series = {}};
  // One series per mode, from the pieces of all lines.
  std::map<int, ChartSeries> modes;
  for (const PlaneLine& line : boundary.lines) add_pieces(modes, line);
  for (auto& [mode, series] : modes) {
    series.label = mode_name(names, mode);
    panel.series.push_back(std::move(series));
  }
  // Nodes that were run, in two series by their verdict.
  ChartSeries upright{.label = "run, upright", .x = {}, .y = {}, .style = ChartStyle::kPoints};
  ChartSeries fallen{.label = "run, not upright", .x = {}, .y = {}, .style = ChartStyle::kPoints};
  const int n = boundary.resolution;
  for (int row = 0; row <= n; ++row)
    for (int column = 0; column <= n; ++column) {
      const PlaneNode& node = boundary.node(column, row);
      if (!node.run) continue;
      ChartSeries& to = node.upright ? upright : fallen;
      to.x.push_back(options.x0 + (options.x1 - options.x0) * column / n);
      to.y.push_back(options.y0 + (options.y1 - options.y0) * row / n);
    }
  panel.series.push_back(std::move(upright));
  panel.series.push_back(std::move(fallen));
  return panel;
}

}  // namespace grouser
