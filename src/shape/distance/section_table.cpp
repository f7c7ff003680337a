// SPDX-License-Identifier: BSD-3-Clause
// A table of square cells over a section in the half plane (radius, z) and some room around it; `reach` is
// half the diagonal of a cell, rounded up.
#include "grouser/shape/distance/section_table.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// Cells of a table at most.
constexpr double kMostCells = 4096.0;
constexpr double kAround = 0.15;  // of the section's longer side is covered on each side of it

}  // namespace

void SectionTable::reserve() { cells_.reserve(static_cast<std::size_t>(kMostCells)); }

// Square cells, about as many as there is room for; widened by 1 % until they fit.
void SectionTable::lay_over(const Vec2& low, const Vec2& high) {
  const double around = kAround * (high - low).maxCoeff();
  low_ = Vec2(std::max(0.0, low.x() - around), low.y() - around);
  const Vec2 size = high + Vec2::Constant(around) - low_;
  cell_ = std::sqrt(size.x() * size.y() / kMostCells);
  const auto cells_along = [&](double length) { return std::ceil(length / cell_); };
  while (cells_along(size.x()) * cells_along(size.y()) > kMostCells) cell_ *= 1.01;
  per_metre_ = 1.0 / cell_;
  across_ = cells_along(size.x()), along_ = cells_along(size.y());
  columns_ = static_cast<int>(across_);
  constexpr double kRoundings = 1e-6;  // of places and distances, which are far smaller
  reach_ = (1.0 + kRoundings) * std::sqrt(0.5) * cell_;
  cells_.assign(static_cast<std::size_t>(across_ * along_), Cell{});
}

Vec2 SectionTable::middle(std::size_t number) const {
  const int n = static_cast<int>(number);
  return low_ + cell_ * Vec2(n % columns_ + 0.5, n / columns_ + 0.5);
}

}  // namespace grouser
