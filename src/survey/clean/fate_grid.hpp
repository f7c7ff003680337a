// SPDX-License-Identifier: BSD-3-Clause
// State of every cell of a raster while it is cleaned: its kind, and whether it is connected to the border.
// Three bits per cell, in squares of 128 x 128 cells that exist only where a cell has no height of its own or
// one that is not trusted. Several threads may write to different squares in parallel.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

enum class CellKind : std::uint8_t { height = 0, void_ = 1, spike = 2, box = 3 };

/// Kinds of all cells of a rectangle; a square that does not exist holds only heights.
class FateGrid {
 public:
  static constexpr int kSquare = 128;  // cells, counted from the place's own north-west corner

  explicit FateGrid(const CellRect& place);

  const CellRect& place() const { return place_; }
  CellKind kind(int column, int row) const {
    const Square* s = square(column, row);
    if (!s) return CellKind::height;
    const std::size_t i = inside(column, row);
    return static_cast<CellKind>(s->kinds[i / 4] >> (2 * (i % 4)) & 3u);
  }
  void set(int column, int row, CellKind kind);
  bool joins_border(int column, int row) const {
    const Square* s = square(column, row);
    const std::size_t i = inside(column, row);
    return s && (s->joined[i / 8] >> (i % 8) & 1u);
  }
  /// Marks the voids that are connected, by sides or corners, to the edge of `raster`. Throws RunError if
  /// `workers` are stopped: this takes half a minute for 60,000 x 60,000 voids.
  void find_margin(const CellRect& raster, const Workers& workers = {});
  /// Whether a cell is to be filled.
  bool wanted(int column, int row) const {
    const CellKind k = kind(column, row);
    return k != CellKind::height && !(k == CellKind::void_ && joins_border(column, row));
  }
  /// Calls use(first, last) for the stretches of a row in which cells may be something other than a height,
  /// from west to east.
  template <class Use>
  void for_stretches(int row, int first, int last, Use use) const {
    for (int c = first; c <= last;) {
      const int end = std::min(last, c - (c - place_.column) % kSquare + kSquare - 1);
      if (square(c, row)) use(c, end);
      c = end + 1;
    }
  }

 private:
  struct Square {
    std::array<std::uint8_t, kSquare * kSquare / 4> kinds{};
    std::array<std::uint8_t, kSquare * kSquare / 8> joined{};
  };
  std::size_t place_of(int column, int row) const {
    return static_cast<std::size_t>((row - place_.row) / kSquare) * squares_across_ +
           static_cast<std::size_t>((column - place_.column) / kSquare);
  }
  const Square* square(int column, int row) const { return squares_[place_of(column, row)].get(); }
  std::size_t inside(int column, int row) const {
    return static_cast<std::size_t>((row - place_.row) % kSquare) * kSquare +
           static_cast<std::size_t>((column - place_.column) % kSquare);
  }
  bool join(int column, int row);
  bool touches_joined(int column, int row) const;
  bool sweep_row(int row, int before);

  CellRect place_;
  std::size_t squares_across_;
  std::vector<std::unique_ptr<Square>> squares_;
};

}  // namespace grouser
