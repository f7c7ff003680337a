// SPDX-License-Identifier: BSD-3-Clause
// A pyramid of bounds: the finest squares take the least and greatest cells that the interpolated surface
// depends on there, with the overshoot of the interpolation added; each coarser square takes the bounds of
// its four parts.
#include "view/ground/height_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kCellsPerSquare = 4.0;
constexpr int kDeepestBound = 10;
// Weights of cubic convolution (a = -1/2) sum to 1, their sizes to at most (10 / 8)^2: so far, as a share of
// the range of the cells, the surface goes beyond them.
constexpr float kOvershoot = 0.5f * (1.5625f - 1.0f);

/// A range of columns or rows, both ends included.
struct Cells {
  int first, last;
};

/// Cells that the surface between two places depends on, counted from the field's first one; `count`: of the
/// field.
Cells cells_between(double from, double to, double cell, int count) {
  const auto at = [&](double place) {
    return static_cast<int>(std::clamp(std::floor(place / cell), -4.0, count + 4.0));
  };
  return {std::clamp(at(from) - 1, 0, std::max(count - 4, 0)),
          std::clamp(at(to) + 2, std::min(3, count - 1), count - 1)};
}

}  // namespace

HeightBounds::HeightBounds(const Heightfield& field, double west, double south, double size)
    : datum_(field.spec().datum) {
  int finest = 0;
  // The finest squares are a few cells wide.
  while (finest < kDeepestBound && std::ldexp(size, -finest) > kCellsPerSquare * field.spec().cell) ++finest;
  levels_.resize(static_cast<std::size_t>(finest) + 1);
  bound_finest(field, west, south, std::ldexp(size, -finest));
  // Each level from the finer one.
  for (int level = finest - 1; level >= 0; --level) {
    const std::size_t side = std::size_t{1} << level;
    const std::vector<Bounds>& finer = levels_[static_cast<std::size_t>(level) + 1];
    std::vector<Bounds>& bounds = levels_[static_cast<std::size_t>(level)];
    bounds.resize(side * side);
    for (std::size_t j = 0; j < side; ++j) {
      for (std::size_t i = 0; i < side; ++i) {
        Bounds all = finer[2 * j * 2 * side + 2 * i];
        for (const std::size_t k : {1u, 2u, 3u}) {
          const Bounds& part = finer[(2 * j + (k >> 1)) * 2 * side + 2 * i + (k & 1)];
          all = {std::min(all.low, part.low), std::max(all.high, part.high)};
        }
        bounds[j * side + i] = all;
      }
    }
  }
}

/// Bounds of the finest squares, whose side is `side` m.
void HeightBounds::bound_finest(const Heightfield& field, double west, double south, double side) {
  const HeightfieldSpec& spec = field.spec();
  const std::size_t squares = std::size_t{1} << (levels_.size() - 1);
  const auto rows = static_cast<std::size_t>(spec.rows);
  // First along each row of cells, then across the rows.
  std::vector<Bounds> along(rows * squares);
  for (std::size_t i = 0; i < squares; ++i) {
    const double from = west + static_cast<double>(i) * side - spec.west;
    const Cells cells = cells_between(from, from + side, spec.cell, spec.columns);
    for (std::size_t row = 0; row < rows; ++row) {
      const auto begin = spec.offsets.begin() + static_cast<std::ptrdiff_t>(row) * spec.columns;
      const auto [low, high] = std::minmax_element(begin + cells.first, begin + cells.last + 1);
      along[row * squares + i] = {*low, *high};
    }
  }
  // Rows of the field run from the north, squares from the south.
  std::vector<Bounds>& bounds = levels_.back();
  bounds.resize(squares * squares);
  for (std::size_t j = 0; j < squares; ++j) {
    const double top = south + static_cast<double>(j + 1) * side;
    const Cells cells = cells_between(spec.north - top, spec.north - top + side, spec.cell, spec.rows);
    for (std::size_t i = 0; i < squares; ++i) {
      Bounds all = along[static_cast<std::size_t>(cells.first) * squares + i];
      for (int row = cells.first + 1; row <= cells.last; ++row) {
        const Bounds& part = along[static_cast<std::size_t>(row) * squares + i];
        all = {std::min(all.low, part.low), std::max(all.high, part.high)};
      }
      const float beyond = kOvershoot * (all.high - all.low);
      bounds[j * squares + i] = {all.low - beyond, all.high + beyond};
    }
  }
}

HeightRange HeightBounds::over(int level, int i, int j) const {
  const int finest = static_cast<int>(levels_.size()) - 1;
  const int up = std::max(level - finest, 0);
  const std::size_t at = static_cast<std::size_t>(level - up), side = std::size_t{1} << at;
  const Bounds& bounds =
      levels_[at][static_cast<std::size_t>(j >> up) * side + static_cast<std::size_t>(i >> up)];
  return {datum_ + static_cast<double>(bounds.low), datum_ + static_cast<double>(bounds.high)};
}

}  // namespace grouser::desktop
