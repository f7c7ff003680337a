// SPDX-License-Identifier: BSD-3-Clause
// Lines between upright and not, cell by cell (marching squares). Edges whose nodes differ are joined
// within each cell; walking along the joints gives lines, open ones first, then closed ones.
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "plane_grid.hpp"

namespace grouser {
namespace {

/// An edge between two nodes that differ, by its lower node and whether it goes up.
using EdgeKey = std::pair<int, bool>;

/// The point at which the margin passes zero, linear between the nodes; the middle if a margin is missing.
LinePoint crossing(const PlaneGrid& grid, int a, int b) {
  if (!grid.node(a).upright) std::swap(a, b);
  const PlaneNode &upright = grid.node(a), &fallen = grid.node(b);
  const bool known = upright.margin >= 0.0 && fallen.margin <= 0.0 && upright.margin > fallen.margin;
  const double share = known && std::isfinite(upright.margin - fallen.margin)
                           ? upright.margin / (upright.margin - fallen.margin)
                           : 0.5;
  return {grid.x(a) + share * (grid.x(b) - grid.x(a)), grid.y(a) + share * (grid.y(b) - grid.y(a)),
          fallen.mode, fallen.extra};
}

/// Which edges each edge is joined to: one in each cell beside it.
class LineNet {
 public:
  explicit LineNet(const PlaneGrid& grid) : grid_(grid) {
    for (int row = 0; row + 1 < grid.side(); ++row)
      for (int column = 0; column + 1 < grid.side(); ++column) join_cell(grid.at(column, row));
  }
  std::vector<PlaneLine> lines() {
    std::vector<PlaneLine> lines;
    for (const auto& [edge, joined] : joined_)  // lines that end at the border first, from their ends
      if (joined[1].first < 0 && !used_[edge]) lines.push_back(walk(edge, false));
    for (const auto& [edge, joined] : joined_)
      if (!used_[edge]) lines.push_back(walk(edge, true));
    return lines;
  }

 private:
  /// Joins two edges to each other; an edge takes at most two, one per cell beside it.
  void join(EdgeKey a, EdgeKey b) {
    for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
      auto& places = joined_.try_emplace(from, std::array<EdgeKey, 2>{EdgeKey{-1, false}, EdgeKey{-1, false}})
                         .first->second;
      places[places[0].first < 0 ? 0 : 1] = to;
    }
  }
  /// Joins the crossed edges of the cell with this lower left corner: two, or two pairs in a saddle.
  void join_cell(int corner) {
    const int right = corner + 1, above = corner + grid_.side(), far = above + 1;
    const EdgeKey below{corner, false}, beside{right, true}, top{above, false}, left{corner, true};
    std::vector<EdgeKey> crossed;
    if (grid_.differ(corner, right)) crossed.push_back(below);
    if (grid_.differ(right, far)) crossed.push_back(beside);
    if (grid_.differ(above, far)) crossed.push_back(top);
    if (grid_.differ(corner, above)) crossed.push_back(left);
    if (crossed.size() == 2) join(crossed[0], crossed[1]);
    if (crossed.size() != 4) return;
    // A saddle: the upright corners are cut off from each other, the cautious reading.
    const bool corner_upright = grid_.node(corner).upright;
    join(below, corner_upright ? left : beside);
    join(top, corner_upright ? beside : left);
  }
  /// Follows the joints from an edge to the border or round to the start.
  PlaneLine walk(EdgeKey edge, bool closed) {
    PlaneLine line{.points = {}, .closed = closed};
    EdgeKey last{-1, false};
    while (edge.first >= 0 && !used_[edge]) {
      used_[edge] = true;
      line.points.push_back(crossing(grid_, edge.first, edge.first + (edge.second ? grid_.side() : 1)));
      // Onward is the joint that is not the edge just left.
      const auto& joined = joined_.at(edge);
      const EdgeKey next = joined[0] == last ? joined[1] : joined[0];
      last = edge;
      edge = next;
    }
    return line;
  }

  const PlaneGrid& grid_;
  std::map<EdgeKey, std::array<EdgeKey, 2>> joined_;
  std::map<EdgeKey, bool> used_;
};

}  // namespace

std::vector<PlaneLine> trace_lines(const PlaneGrid& grid) { return LineNet(grid).lines(); }

}  // namespace grouser
