// SPDX-License-Identifier: BSD-3-Clause
// Finds the line between upright and not: a coarse lattice, halving on edges whose ends differ, following
// each line from cell to cell, then filling the plane and halving again where two verdicts meet without a
// line between them.
#include "grouser/mission/statistics/stability_boundary.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "plane_grid.hpp"

namespace grouser {
namespace {

/// A row of nodes whose ends differ.
using NodePath = std::vector<int>;

/// Throws InputError for an empty rectangle, a resolution or an island out of range.
void check_plane(const PlaneOptions& options) {
  if (!(options.x1 > options.x0 && options.y1 > options.y0))
    throw InputError("stability boundary: the rectangle is empty");
  if (options.resolution < 2 || options.resolution > 4096 || options.extras < 1)
    throw InputError("stability boundary: resolution must be 2 to 4096 cells, and there must be a case");
  if (!(options.least_island * options.resolution >= 1.0 && options.least_island <= 1.0))
    throw InputError("stability boundary: least_island must lie between a cell and the whole side");
}

/// Places of the coarse lattice along a side: steps of whole cells, none longer than an island, the ends
/// included.
std::vector<int> lattice_places(const PlaneOptions& options) {
  // The 1e-9 guards against rounding: a share of 1/8 of 64 cells is 8 of them.
  const int longest = static_cast<int>(options.least_island * options.resolution + 1e-9);
  const int steps = (options.resolution + longest - 1) / longest;
  std::vector<int> places;
  for (int k = 0; k <= steps; ++k) places.push_back(options.resolution * k / steps);
  return places;
}

/// Halves all paths side by side until neighbours differ.
void halve(PlaneGrid& grid, const std::vector<NodePath>& paths) {
  struct Ends {
    std::size_t low, high;
  };
  std::vector<Ends> ends;
  for (const NodePath& path : paths) ends.push_back({0, path.size() - 1});
  // Each round runs the middles of all open paths as one batch.
  while (true) {
    std::vector<int> middles;
    for (std::size_t k = 0; k < paths.size(); ++k)
      if (ends[k].high - ends[k].low > 1) middles.push_back(paths[k][(ends[k].low + ends[k].high) / 2]);
    if (middles.empty()) return;
    grid.run(middles);
    for (std::size_t k = 0; k < paths.size(); ++k) {
      if (ends[k].high - ends[k].low <= 1) continue;
      const std::size_t middle = (ends[k].low + ends[k].high) / 2;
      (grid.differ(paths[k][ends[k].low], paths[k][middle]) ? ends[k].high : ends[k].low) = middle;
    }
  }
}

/// Runs the corners of every cell beside an edge whose ends differ, until no new such edge appears.
class LineFollower {
 public:
  explicit LineFollower(PlaneGrid& grid) : grid_(grid), asked_(static_cast<std::size_t>(grid.count()), 0) {}
  void follow() {
    for (std::vector<int> wanted = corners(); !wanted.empty(); wanted = corners()) grid_.run(wanted);
  }

 private:
  /// Corners that were not run, of the cells on both sides of each edge whose ends differ.
  std::vector<int> corners() {
    std::vector<int> wanted;
    const auto want = [&](int k) {
      if (k < 0 || grid_.node(k).run || asked_[static_cast<std::size_t>(k)]) return;
      asked_[static_cast<std::size_t>(k)] = 1;
      wanted.push_back(k);
    };
    for (int a = 0; a < grid_.count(); ++a) {
      const auto beside_a = grid_.neighbours(a);
      for (const int way : {1, 3}) {  // right, above: each edge once
        const int b = beside_a[static_cast<std::size_t>(way)];
        if (b < 0 || !grid_.differ(a, b)) continue;
        const auto beside_b = grid_.neighbours(b);
        for (const std::size_t across :
             way == 1 ? std::array<std::size_t, 2>{2, 3} : std::array<std::size_t, 2>{0, 1})
          want(beside_a[across]), want(beside_b[across]);
      }
    }
    return wanted;
  }

  PlaneGrid& grid_;
  std::vector<char> asked_;
};

/// Fills nodes that were not run from those that were, without crossing a line; where an upright and
/// another meet, the path between them is a conflict.
class PlaneFill {
 public:
  explicit PlaneFill(PlaneGrid& grid)
      : grid_(grid), from_(static_cast<std::size_t>(grid.count()), -1), origin_(from_), part_(from_) {}

  /// One path for each part of the plane that holds both.
  std::vector<NodePath> conflicts() {
    std::vector<int> queue;
    for (int k = 0; k < grid_.count(); ++k)
      if (grid_.node(k).run) queue.push_back(k), origin_[static_cast<std::size_t>(k)] = k;
    std::vector<NodePath> paths;
    // Breadth-first from all nodes that were run; each node inherits the verdict of its origin.
    mark_parts();
    std::vector<char> served(static_cast<std::size_t>(grid_.count()), 0);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const int a = queue[next];
      for (const int b : grid_.neighbours(a)) {
        if (b < 0 || grid_.differ(a, b)) continue;
        if (origin(b) < 0) {
          origin_[static_cast<std::size_t>(b)] = origin(a);
          from_[static_cast<std::size_t>(b)] = a;
          grid_.fill_in(b, grid_.node(origin(a)).upright);
          queue.push_back(b);
        } else if (grid_.differ(origin(a), origin(b)) && !served[static_cast<std::size_t>(part(a))]) {
          // Two verdicts meet without a line: one path per part is returned, the others wait for the next
          // round.
          served[static_cast<std::size_t>(part(a))] = 1;
          paths.push_back(path_over(a, b));
        }
      }
    }
    return paths;
  }

 private:
  int origin(int k) const { return origin_[static_cast<std::size_t>(k)]; }
  int part(int k) const { return part_[static_cast<std::size_t>(k)]; }
  void mark_parts() {
    for (int start = 0; start < grid_.count(); ++start) {
      if (part(start) >= 0) continue;
      std::vector<int> open{start};
      part_[static_cast<std::size_t>(start)] = start;
      while (!open.empty()) {
        const int a = open.back();
        open.pop_back();
        for (const int b : grid_.neighbours(a)) {
          if (b < 0 || part(b) >= 0 || grid_.differ(a, b)) continue;
          part_[static_cast<std::size_t>(b)] = start;
          open.push_back(b);
        }
      }
    }
  }
  /// From the origin of a over the edge a, b to the origin of b.
  NodePath path_over(int a, int b) const {
    NodePath path;
    for (int k = a; k >= 0; k = from_[static_cast<std::size_t>(k)]) path.push_back(k);
    std::reverse(path.begin(), path.end());
    for (int k = b; k >= 0; k = from_[static_cast<std::size_t>(k)]) path.push_back(k);
    return path;
  }

  PlaneGrid& grid_;
  std::vector<int> from_, origin_, part_;
};

/// Edges of the coarse lattice whose ends differ, as rows of nodes, across and upwards.
std::vector<NodePath> lattice_paths(const PlaneGrid& grid, const std::vector<int>& places) {
  std::vector<NodePath> paths;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = 0; j + 1 < places.size(); ++j) {
      NodePath across, up;
      for (int k = places[j]; k <= places[j + 1]; ++k) {
        across.push_back(grid.at(k, places[i]));
        up.push_back(grid.at(places[i], k));
      }
      if (grid.differ(across.front(), across.back())) paths.push_back(std::move(across));
      if (grid.differ(up.front(), up.back())) paths.push_back(std::move(up));
    }
  return paths;
}

}  // namespace

StabilityBoundary find_stability_boundary(const PlaneModel& model, const PlaneOptions& options) {
  check_plane(options);
  PlaneGrid grid(model, options);
  const std::vector<int> places = lattice_places(options);
  std::vector<int> lattice;
  for (const int row : places)
    for (const int column : places) lattice.push_back(grid.at(column, row));
  grid.run(lattice);
  std::vector<NodePath> paths = lattice_paths(grid, places);
  // Ends when no filled region meets a node of the other verdict.
  do {
    halve(grid, paths);
    LineFollower(grid).follow();
    paths = PlaneFill(grid).conflicts();
  } while (!paths.empty());
  return grid.result();
}

}  // namespace grouser
