// SPDX-License-Identifier: BSD-3-Clause
// The line between upright and not in a rectangle of two speeds, with fewer runs than a grid of them.
//
// Nodes of a grid represent the plane. Nodes of a coarse lattice are run first; on each of its edges whose
// ends differ a change is found by halving; from there the line is followed from cell to cell, all lines at
// once, until each closes or leaves the rectangle (a contour traced by marching squares: Lorensen & Cline,
// SIGGRAPH 1987, in the plane; tracing from seeds: Wyvill, McPheeters & Wyvill, The Visual Computer 2
// (1986)). Then the plane is filled: where two nodes that were run differ and no line lies between them, a
// path between them is halved and its line followed in turn, until no two do.
//
// One result is certain: each part of the plane, upright or not, that holds a node of the coarse lattice has
// its whole border found, and the filled plane is then the one of the full grid there. An island that holds
// no such node may be missed: one that contains a square with sides of `least_island` does hold one.
//
// Cases (yaw, direction of the slope) are run for each node: a node is upright if it is so in all, else the
// case with the least margin decides, without margins the first that is not upright.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "grouser/mission/statistics/sample_statistics.hpp"

namespace grouser {

inline constexpr int kUpright = 0, kNoVerdict = -1;

struct PlaneRun {
  double x = 0.0, y = 0.0;
  int extra = 0;           ///< number of the case
  std::size_t number = 0;  ///< of runs asked before it
};
struct PlaneVerdict {
  int mode =
      kNoVerdict;  ///< kUpright, a mode of failure > 0, or kNoVerdict: no result, which counts as not upright
  double margin = kUnset;  ///< > 0 upright, < 0 not; NaN: none
};
/// Fills in the verdict of each run; runs of a batch do not depend on each other.
using PlaneModel = std::function<void(std::span<const PlaneRun> runs, std::span<PlaneVerdict> verdicts)>;

struct PlaneOptions {
  double x0 = 0.0, x1 = 1.0, y0 = 0.0, y1 = 1.0;
  int resolution = 128;  ///< cells along each side
  double least_island =
      0.125;       ///< share of each side, at least a cell; steps of the coarse lattice are not longer
  int extras = 1;  ///< cases of a node
};

struct LinePoint {
  double x = 0.0,
         y = 0.0;         ///< zero of the margin on the edge between two nodes; without margins its middle
  int mode = kNoVerdict;  ///< that decided the node that is not upright
  int extra = 0;          ///< and its case
};
struct PlaneLine {
  std::vector<LinePoint> points;
  bool closed = false;
};
struct PlaneNode {
  bool run = false;
  int mode = kNoVerdict;  ///< of a node that was not run: kUpright, or kNoVerdict where it is not
  int extra = 0;
  double margin = kUnset;  ///< the least
  bool upright = false;    ///< of every node, also of those that were not run
};

struct StabilityBoundary {
  int resolution = 0;
  std::vector<PlaneNode> nodes;  ///< (resolution + 1)^2, row by row from y0
  std::vector<PlaneLine> lines;
  std::size_t runs = 0, failed_runs = 0;
  std::size_t dense_runs = 0;  ///< that all nodes would take
  const PlaneNode& node(int column, int row) const {
    return nodes[static_cast<std::size_t>(row) * (static_cast<std::size_t>(resolution) + 1) +
                 static_cast<std::size_t>(column)];
  }
};
/// Throws InputError for options without sense.
StabilityBoundary find_stability_boundary(const PlaneModel&, const PlaneOptions&);

}  // namespace grouser
