// SPDX-License-Identifier: BSD-3-Clause
// Nodes of the plane with the verdicts of those that were run.
#pragma once
#include <array>
#include <cstddef>

#include "grouser/mission/statistics/stability_boundary.hpp"

namespace grouser {

/// The grid of nodes, numbered row by row from (x0, y0).
class PlaneGrid {
 public:
  PlaneGrid(const PlaneModel&, const PlaneOptions&);

  int side() const { return side_; }  ///< nodes along a side
  int count() const { return side_ * side_; }
  int at(int column, int row) const { return row * side_ + column; }
  /// Up to four, those inside: left, right, below, above; -1: outside.
  std::array<int, 4> neighbours(int node) const;
  const PlaneNode& node(int k) const { return nodes_[static_cast<std::size_t>(k)]; }
  /// Both run, and one upright, the other not.
  bool differ(int a, int b) const { return node(a).run && node(b).run && node(a).upright != node(b).upright; }
  /// Runs those that were not run, each once, in this order.
  void run(std::span<const int> nodes);
  /// Sets the verdict of a node that was not run; others are unchanged.
  void fill_in(int k, bool upright);
  double x(int k) const;
  double y(int k) const;
  StabilityBoundary result() const;

 private:
  void judge(int k, std::span<const PlaneVerdict> verdicts);

  const PlaneModel& model_;
  PlaneOptions options_;
  int side_;
  std::vector<PlaneNode> nodes_;
  std::size_t runs_ = 0, failed_ = 0;
};

/// The lines of a grid on which all nodes of each cell that a line crosses were run.
std::vector<PlaneLine> trace_lines(const PlaneGrid&);

}  // namespace grouser
