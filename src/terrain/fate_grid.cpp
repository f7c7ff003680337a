#include "fate_grid.hpp"

#include <algorithm>

namespace grouser {

FateGrid::FateGrid(const CellRect& place)
    : place_(place),
      stride_((static_cast<std::size_t>(place.columns) + 7) / 8 * 8),
      kinds_(stride_ / 4 * static_cast<std::size_t>(place.rows)),
      joined_(stride_ / 8 * static_cast<std::size_t>(place.rows)) {}

bool FateGrid::join(int column, int row) {
  if (kind(column, row) != CellKind::void_ || joins_border(column, row)) return false;
  const std::size_t i = index(column, row);
  joined_[i / 8] = static_cast<std::uint8_t>(joined_[i / 8] | 1u << (i % 8));
  return true;
}

/// Takes over what joins from the row before and along this one; true if anything changed.
bool FateGrid::sweep_row(int row, int before) {
  const int left = place_.column, right = place_.column + place_.columns - 1;
  bool changed = false;
  if (before >= place_.row && before < place_.row + place_.rows)
    for (int c = left; c <= right; ++c)
      if (joins_border(c, before))
        for (int k = std::max(c - 1, left); k <= std::min(c + 1, right); ++k) changed |= join(k, row);
  for (int c = left + 1; c <= right; ++c)
    if (joins_border(c - 1, row)) changed |= join(c, row);
  for (int c = right - 1; c >= left; --c)
    if (joins_border(c + 1, row)) changed |= join(c, row);
  return changed;
}

void FateGrid::find_margin(const CellRect& raster) {
  const int left = place_.column, top = place_.row;
  const int right = left + place_.columns - 1, bottom = top + place_.rows - 1;
  const auto join_line = [&](int c0, int r0, int c1, int r1) {
    for (int r = r0; r <= r1; ++r)
      for (int c = c0; c <= c1; ++c) join(c, r);
  };
  if (left == raster.column) join_line(left, top, left, bottom);
  if (right == raster.column + raster.columns - 1) join_line(right, top, right, bottom);
  if (top == raster.row) join_line(left, top, right, top);
  if (bottom == raster.row + raster.rows - 1) join_line(left, bottom, right, bottom);
  has_void_.assign(static_cast<std::size_t>(place_.rows), 0);
  for (int r = top; r <= bottom; ++r) {
    const std::size_t from = index(left, r) / 4;
    const auto line = kinds_.begin() + static_cast<std::ptrdiff_t>(from);
    has_void_[static_cast<std::size_t>(r - top)] = std::any_of(
        line, line + static_cast<std::ptrdiff_t>(stride_ / 4), [](std::uint8_t k) { return k != 0; });
  }
  // there and back until nothing joins any more: a few rounds, but for voids wound up like a snail
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = top; r <= bottom; ++r)
      if (has_void_[static_cast<std::size_t>(r - top)]) changed |= sweep_row(r, r - 1);
    for (int r = bottom; r >= top; --r)
      if (has_void_[static_cast<std::size_t>(r - top)]) changed |= sweep_row(r, r + 1);
  }
}

}  // namespace grouser
