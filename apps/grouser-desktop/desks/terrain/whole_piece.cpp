// SPDX-License-Identifier: BSD-3-Clause
// A piece of a map that can be cut and driven on as it is. Whole blocks of the thumbnail are counted by a
// table of sums, so each rectangle costs four look-ups.
#include <algorithm>
#include <cmath>

#include "desks/terrain/site_jobs.hpp"

namespace grouser::desktop {
namespace {

constexpr int kLeastPiece = 8;  // cells

/// Blocks of a map that are not whole, counted in any rectangle at once.
class BrokenBlocks {
 public:
  // sum(c, r): broken blocks among the first c columns and r rows.
  explicit BrokenBlocks(const Thumbnail& map) : columns_(map.columns + 1) {
    sums_.assign(static_cast<std::size_t>(columns_) * (map.rows + 1), 0);
    for (int r = 0; r < map.rows; ++r)
      for (int c = 0; c < map.columns; ++c)
        sum(c + 1, r + 1) = sum(c, r + 1) + sum(c + 1, r) - sum(c, r) +
                            (map.whole[static_cast<std::size_t>(r) * map.columns + c] ? 0 : 1);
  }
  bool none_in(const CellRect& b) const {
    const int c = b.column + b.columns, r = b.row + b.rows;
    return sum(c, r) - sum(b.column, r) - sum(c, b.row) + sum(b.column, b.row) == 0;
  }

 private:
  int& sum(int column, int row) { return sums_[static_cast<std::size_t>(row) * columns_ + column]; }
  int sum(int column, int row) const { return sums_[static_cast<std::size_t>(row) * columns_ + column]; }
  int columns_;
  std::vector<int> sums_;
};

/// The rectangle of so many whole blocks that is nearest to the middle of the map; empty: there is none.
std::optional<CellRect> nearest(const BrokenBlocks& broken, const Thumbnail& map, int columns, int rows) {
  std::optional<CellRect> best;
  long long least = 0;
  for (int r = 0; r + rows <= map.rows; ++r)
    for (int c = 0; c + columns <= map.columns; ++c) {
      // Twice the offset of the middles, which is a whole number.
      const long long x = 2 * c + columns - map.columns, y = 2 * r + rows - map.rows, d = x * x + y * y;
      if ((best && d >= least) || !broken.none_in({c, r, columns, rows})) continue;
      best = CellRect{c, r, columns, rows};
      least = d;
    }
  return best;
}

/// First of `wanted` cells in the middle of `blocks` blocks of `stride` cells each.
int placed(int first_block, int blocks, int stride, int wanted) {
  return first_block * stride + (blocks * stride - wanted) / 2;
}

}  // namespace

CellRect usual_piece(const MapFacts& map) {
  constexpr double kUsual = 200.0;  // m
  // A map without a size of cells gives 256 cells.
  const auto cells = [](int all, double cell) {
    const int wanted = cell > 0.0 ? static_cast<int>(std::lround(kUsual / cell)) : 256;
    return std::max(std::min(kLeastPiece, all), std::min(wanted, all / 2));
  };
  const int columns = cells(map.info.columns, map.cell.east), rows = cells(map.info.rows, map.cell.north);
  return {(map.info.columns - columns) / 2, (map.info.rows - rows) / 2, columns, rows};
}

std::optional<CellRect> whole_piece(const Thumbnail& map, const CellRect& wanted) {
  const BrokenBlocks broken(map);
  const int stride = map.stride;
  const auto touched = [&](int first, int cells) {
    return (first + cells - 1) / stride - first / stride + 1;
  };
  // The wanted place is taken if all blocks that it touches are whole.
  const CellRect here{wanted.column / stride, wanted.row / stride, touched(wanted.column, wanted.columns),
                      touched(wanted.row, wanted.rows)};
  if (here.column + here.columns <= map.columns && here.row + here.rows <= map.rows && broken.none_in(here))
    return wanted;
  // Else the nearest whole place of that size, then of half of it, and so on.
  CellRect size = wanted;
  for (; size.columns >= kLeastPiece && size.rows >= kLeastPiece; size.columns /= 2, size.rows /= 2) {
    const int columns = blocks_in(size.columns, stride), rows = blocks_in(size.rows, stride);
    if (const auto found = nearest(broken, map, columns, rows))
      return CellRect{placed(found->column, columns, stride, size.columns),
                      placed(found->row, rows, stride, size.rows), size.columns, size.rows};
    if (columns == 1 && rows == 1) break;  // no block is whole
  }
  return std::nullopt;
}

}  // namespace grouser::desktop
