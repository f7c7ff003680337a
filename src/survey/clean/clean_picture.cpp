// SPDX-License-Identifier: BSD-3-Clause
// Pictures of a cleaning at reduced size: mean heights before and after, and per pixel the most notable fate
// of its cells.
#include "clean_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace grouser {

CleanPainter::CleanPainter(const CellRect& all, int side) : all_(all) {
  if (side == 0) return;
  // Cells per pixel, so that the longer side has at most `side` pixels.
  step_ = (std::max(all.columns, all.rows) + side - 1) / side;
  picture_.columns = (all.columns + step_ - 1) / step_;
  picture_.rows = (all.rows + step_ - 1) / step_;
  const std::size_t points = static_cast<std::size_t>(picture_.columns) * picture_.rows;
  before_.resize(points), after_.resize(points);
  picture_.fate.assign(points, CellFate::kept);
}

std::size_t CleanPainter::point(int column, int row) const {
  return static_cast<std::size_t>((row - all_.row) / step_) * picture_.columns +
         (column - all_.column) / step_;
}

void CleanPainter::add(const CellRect& core, const std::vector<double>& before,
                       const std::vector<double>& after, const std::vector<std::uint8_t>& fate) {
  if (step_ == 0) return;
  // Rank of each fate: rare and small features must not vanish among common ones.
  constexpr std::array<int, kCellFates> kTelling{0, 3, 5, 4, 1, 2};
  std::size_t i = 0;
  for (int r = core.row; r < core.row + core.rows; ++r)
    for (int c = core.column; c < core.column + core.columns; ++c, ++i) {
      const std::size_t p = point(c, r);
      if (!std::isnan(before[i])) before_[p].sum += before[i], ++before_[p].count;
      if (!std::isnan(after[i])) after_[p].sum += after[i], ++after_[p].count;
      if (kTelling[fate[i]] > kTelling[static_cast<std::size_t>(picture_.fate[p])])
        picture_.fate[p] = static_cast<CellFate>(fate[i]);
    }
}

std::vector<float> CleanPainter::means(const std::vector<Mean>& sums) {
  std::vector<float> out;
  for (const Mean& m : sums)
    out.push_back(m.count > 0 ? static_cast<float>(m.sum / m.count)
                              : std::numeric_limits<float>::quiet_NaN());
  return out;
}

CleanPicture CleanPainter::take() {
  picture_.before = means(before_);
  picture_.after = means(after_);
  return std::move(picture_);
}

}  // namespace grouser
