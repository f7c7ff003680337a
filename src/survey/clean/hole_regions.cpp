// SPDX-License-Identifier: BSD-3-Clause
// Cuts the cells to fill into regions: each small hole whole, larger ones by blocks of a lattice with
// overlapping margins. A window elsewhere on the raster cuts the same regions.
#include "hole_regions.hpp"

#include <algorithm>
#include <map>

namespace grouser {
namespace {

/// Quotient rounded towards minus infinity, so that the lattice goes on beyond column and row 0.
int floor_divide(int value, int step) { return value >= 0 ? value / step : -((-value + step - 1) / step); }

/// Finds the holes of the window one after the other: connected cells to fill, including by corners.
class HoleWalk {
 public:
  explicit HoleWalk(const HeightWindow& window) : window_(window), seen_(window.states.size(), 0) {}

  /// The hole that holds a cell, or nothing if it was walked before.
  std::vector<Cell> walk(int column, int row) {
    std::vector<Cell> cells;
    enter(column, row, cells);
    for (std::size_t next = 0; next < cells.size(); ++next) {
      const Cell c = cells[next];
      for (int dr = -1; dr <= 1; ++dr)
        for (int dc = -1; dc <= 1; ++dc) enter(c.column + dc, c.row + dr, cells);
    }
    return cells;
  }

 private:
  /// Adds a cell that is to be filled and was not met before.
  void enter(int column, int row, std::vector<Cell>& cells) {
    if (!window_.contains(column, row)) return;
    const std::size_t i = window_.index(column, row);
    if (seen_[i] || window_.states[i] != CellState::fill) return;
    seen_[i] = 1;
    cells.push_back({column, row});
  }
  const HeightWindow& window_;
  std::vector<char> seen_;
};

/// Whether the cells fit into a square of that side.
bool fits(const std::vector<Cell>& cells, int side) {
  auto [left, right] = std::minmax_element(cells.begin(), cells.end(),
                                           [](const Cell& a, const Cell& b) { return a.column < b.column; });
  auto [top, bottom] = std::minmax_element(cells.begin(), cells.end(),
                                           [](const Cell& a, const Cell& b) { return a.row < b.row; });
  return right->column - left->column < side && bottom->row - top->row < side;
}

/// Weight along one axis: 1 inside, falling linearly to 0 over twice the margin around each end.
double axis_weight(int at, int from, int length, int margin) {
  if (margin == 0) return 1.0;
  const double in = std::min(at - from + margin, from + length - 1 - at + margin) + 0.5;
  return std::clamp(in / (2.0 * margin), 0.0, 1.0);
}

}  // namespace

std::vector<HoleRegion> find_hole_regions(const HeightWindow& window, const CellRect& core,
                                          const HoleLattice& lattice) {
  std::vector<HoleRegion> regions;
  std::map<std::pair<int, int>, HoleRegion> blocks;  // by row and column of the lattice
  HoleWalk walk(window);
  const CellRect& p = window.place;
  const auto in_core = [&](const Cell& c) {
    return c.column >= core.column && c.row >= core.row && c.column < core.column + core.columns &&
           c.row < core.row + core.rows;
  };
  // Holes that can reach into the core, or share a block with it.
  const CellRect near = overlap(grown(core, lattice.small_hole + 2 * lattice.margin + lattice.block), p);
  for (int row = near.row; row < near.row + near.rows; ++row)
    for (int column = near.column; column < near.column + near.columns; ++column) {
      if (window.states[window.index(column, row)] != CellState::fill) continue;
      std::vector<Cell> cells = walk.walk(column, row);
      if (cells.empty()) continue;
      // Small holes stay whole, their cells in reading order.
      if (fits(cells, lattice.small_hole)) {
        std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
          return a.row != b.row ? a.row < b.row : a.column < b.column;
        });
        if (std::any_of(cells.begin(), cells.end(), in_core)) regions.push_back({true, {}, std::move(cells)});
        continue;
      }
      // A cell of a large hole belongs to each block whose margin reaches it, one to four of them.
      for (const Cell& c : cells) {
        const int m = lattice.margin, b = lattice.block;
        for (int j = floor_divide(c.row - m, b); j <= floor_divide(c.row + m, b); ++j)
          for (int i = floor_divide(c.column - m, b); i <= floor_divide(c.column + m, b); ++i) {
            HoleRegion& region = blocks[{j, i}];
            region.block = {i * b, j * b, b, b};
            region.cells.push_back(c);
          }
      }
    }
  // Blocks without a cell in the core belong to other tiles.
  for (auto& [at, region] : blocks) {
    if (std::none_of(region.cells.begin(), region.cells.end(), in_core)) continue;
    std::sort(region.cells.begin(), region.cells.end(), [](const Cell& a, const Cell& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    regions.push_back(std::move(region));
  }
  return regions;
}

double region_weight(const HoleRegion& region, const HoleLattice& lattice, const Cell& c) {
  if (region.whole) return 1.0;
  return axis_weight(c.column, region.block.column, region.block.columns, lattice.margin) *
         axis_weight(c.row, region.block.row, region.block.rows, lattice.margin);
}

}  // namespace grouser
