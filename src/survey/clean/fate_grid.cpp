// SPDX-License-Identifier: BSD-3-Clause
// State of cells while a raster is cleaned, in squares of packed bits, and the search for voids that are
// connected to the border, by sweeps over the rows in both directions.
#include "fate_grid.hpp"

#include <algorithm>

namespace grouser {

FateGrid::FateGrid(const CellRect& place)
    : place_(place),
      squares_across_(static_cast<std::size_t>((place.columns + kSquare - 1) / kSquare)),
      squares_(squares_across_ * static_cast<std::size_t>((place.rows + kSquare - 1) / kSquare)) {}

void FateGrid::set(int column, int row, CellKind kind) {
  std::unique_ptr<Square>& s = squares_[place_of(column, row)];
  if (!s) s = std::make_unique<Square>();
  // Two bits per cell, four cells per byte.
  const std::size_t i = inside(column, row);
  s->kinds[i / 4] = static_cast<std::uint8_t>((s->kinds[i / 4] & ~(3u << (2 * (i % 4)))) |
                                              static_cast<unsigned>(kind) << (2 * (i % 4)));
}

/// Marks a void as connected to the border; false if it is none or marked already. One bit per cell.
bool FateGrid::join(int column, int row) {
  if (kind(column, row) != CellKind::void_ || joins_border(column, row)) return false;
  const std::size_t i = inside(column, row);
  std::uint8_t& byte = squares_[place_of(column, row)]->joined[i / 8];
  byte = static_cast<std::uint8_t>(byte | 1u << (i % 8));
  return true;
}

/// Whether a cell, or one beside it in its row, is connected to the border: neighbours by side or corner.
bool FateGrid::touches_joined(int column, int row) const {
  const int left = std::max(column - 1, place_.column),
            right = std::min(column + 1, place_.column + place_.columns - 1);
  for (int c = left; c <= right; ++c)
    if (joins_border(c, row)) return true;
  return false;
}

/// Carries the connection over from the row before and along this row; true if anything changed.
bool FateGrid::sweep_row(int row, int before) {
  const int left = place_.column, right = place_.column + place_.columns - 1;
  const bool has_before = before >= place_.row && before < place_.row + place_.rows;
  bool changed = false;
  std::vector<std::pair<int, int>> stretches;
  // From west to east, with the row before; then back, for connections from the east.
  for_stretches(row, left, right, [&](int first, int last) {
    stretches.emplace_back(first, last);
    for (int c = first; c <= last; ++c) {
      if (kind(c, row) != CellKind::void_ || joins_border(c, row)) continue;
      const bool joins = (c > left && joins_border(c - 1, row)) || (has_before && touches_joined(c, before));
      if (joins) changed |= join(c, row);
    }
  });
  for (auto s = stretches.rbegin(); s != stretches.rend(); ++s)
    for (int c = std::min(s->second, right - 1); c >= s->first; --c)
      if (joins_border(c + 1, row)) changed |= join(c, row);
  return changed;
}

void FateGrid::find_margin(const CellRect& raster, const Workers& workers) {
  const int left = place_.column, top = place_.row;
  const int right = left + place_.columns - 1, bottom = top + place_.rows - 1;
  const auto join_line = [&](int c0, int r0, int c1, int r1) {
    for (int r = r0; r <= r1; ++r)
      for (int c = c0; c <= c1; ++c) join(c, r);
  };
  // Start from the sides that this part shares with the raster.
  if (left == raster.column) join_line(left, top, left, bottom);
  if (right == raster.column + raster.columns - 1) join_line(right, top, right, bottom);
  if (top == raster.row) join_line(left, top, right, top);
  if (bottom == raster.row + raster.rows - 1) join_line(left, bottom, right, bottom);
  // Sweep forwards and backwards until nothing changes: a few rounds, except for voids shaped like a spiral.
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = top; r <= bottom; ++r) workers.go_on(), changed |= sweep_row(r, r - 1);
    for (int r = bottom; r >= top; --r) workers.go_on(), changed |= sweep_row(r, r + 1);
  }
}

}  // namespace grouser
