// SPDX-License-Identifier: BSD-3-Clause
// Tiles of a ground memory, and how a rectangle of cells is parted among them. Private to the terrain module.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

struct GroundMemory::Tile {
  explicit Tile(std::size_t size) : values(size) {}
  std::vector<double> values;                       // layer by layer, row by row, south first
  std::array<std::uint32_t, kTileCells> touched{};  // one bit per cell that has a value, by rows

  void set(int index, double value) {
    values[index] = value;
    const std::uint32_t bit = std::uint32_t{1} << (index % kTileCells);
    std::uint32_t& row = touched[index / kTileCells];
    row = value > 0.0 ? row | bit : row & ~bit;
  }
  bool any_in(int west, int south, int columns, int rows) const {
    const std::uint32_t wanted = static_cast<std::uint32_t>((std::uint64_t{1} << columns) - 1) << west;
    std::uint32_t together = 0;
    for (int row = south; row < south + rows; ++row) together |= touched[row];
    return (together & wanted) != 0;
  }
  /// Marks those of the cells from `index` on, in one row, that are given a number.
  void touch(std::span<const double> numbers, std::size_t index) {
    std::uint32_t& row = touched[index / kTileCells];
    const std::size_t first = index % kTileCells;
    const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << numbers.size()) - 1) << first;
    if ((row & all) == all) return;
    for (std::size_t k = 0; k < numbers.size(); ++k)
      row |= static_cast<std::uint32_t>(numbers[k] != 0.0) << (first + k);
  }
  /// Marks every cell that has a number in some layer.
  void touch_all() {
    for (std::size_t k = 0; k < values.size(); ++k)
      if (values[k] != 0.0) touched[(k / kTileCells) % kTileCells] |= std::uint32_t{1} << (k % kTileCells);
  }
  bool any() const { return any_in(0, 0, kTileCells, kTileCells); }
};

inline constexpr int kCells = GroundMemory::kTileCells;

// Global number of a cell (column east, row north of the origin), split into its tile and its place in the
// tile.
struct CellAddress {
  TileKey tile;
  int index;
};

static_assert(kCells == 32);
inline constexpr int kTileShift = 5, kTileMask = kCells - 1;

inline CellAddress address_of(long long column, long long row) {
  // shifts round towards minus infinity for negative numbers too
  const TileKey key{static_cast<std::int32_t>(column >> kTileShift),
                    static_cast<std::int32_t>(row >> kTileShift)};
  return {key, static_cast<int>(row & kTileMask) * kCells + static_cast<int>(column & kTileMask)};
}

// The part of a window that lies in one tile: its place in the window and in the tile.
struct WindowPart {
  int column, row, width, height, tile_column, tile_row;
};

template <class Visit>
void GroundMemory::for_each_part(const MemoryWindow& w, TileHint& hint, Visit visit) const {
  const auto west = static_cast<long long>(w.west), south = static_cast<long long>(w.south);
  WindowPart part;
  for (part.column = 0; part.column < w.columns; part.column += part.width) {
    const long long from = west + part.column;
    part.tile_column = static_cast<int>(from & kTileMask);
    part.width = std::min(w.columns - part.column, kCells - part.tile_column);
    for (part.row = 0; part.row < w.rows; part.row += part.height) {
      part.tile_row = static_cast<int>((south + part.row) & kTileMask);
      part.height = std::min(w.rows - part.row, kCells - part.tile_row);
      visit(find(address_of(from, south + part.row).tile, hint), part);
    }
  }
}

}  // namespace grouser
