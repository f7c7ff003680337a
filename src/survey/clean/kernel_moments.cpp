// SPDX-License-Identifier: BSD-3-Clause
// Moments under a separable kernel: first six sums down the columns, then ten along the row, for the kernel
// and, with the opposite sign, for its hole. Mirrored cells are added in pairs, whose odd powers have
// opposite signs.
#include "kernel_moments.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

/// Sums down a column, j being the row's offset: number, w, w j, w j^2 of known cells, w z, w z j.
enum ColumnSum { kCount, kW, kWj, kWjj, kZ, kZj };

/// out += weight (right + sign left), element by element.
void add_pair(double* out, const double* left, const double* right, double weight, double sign, int count) {
  const double mirrored = sign * weight;
  for (int i = 0; i < count; ++i) out[i] += weight * right[i] + mirrored * left[i];
}

}  // namespace

// w, k w and k^2 w of the half kernel.
MomentRow::Weights MomentRow::powers(const std::vector<double>& half_weights) {
  Weights w{static_cast<int>(half_weights.size()) - 1, {}};
  for (int k = 0; k <= w.half; ++k) {
    w.of[0].push_back(half_weights[k]);
    w.of[1].push_back(k * half_weights[k]);
    w.of[2].push_back(k * k * half_weights[k]);
  }
  return w;
}

MomentRow::MomentRow(const std::vector<double>& weights, const std::vector<double>& hole_weights)
    : kernel_(powers(weights)), hole_(powers(hole_weights)), reach_(kernel_.half) {}

void MomentRow::compute(const KernelField& field, int row, int first, int last) {
  first_ = first, columns_ = last - first + 1;
  const int wide = columns_ + 2 * reach_;
  const std::size_t cells = static_cast<std::size_t>(wide) * (2 * reach_ + 1);
  // Copy the rows under the kernel; unknown cells count as 0 in both lists.
  known_.resize(cells), heights_.resize(cells);
  for (int j = -reach_; j <= reach_; ++j) {
    const double* z = field.row(row + j) + (first - reach_ - field.area().column);
    const std::size_t line = static_cast<std::size_t>(j + reach_) * wide;
    for (int i = 0; i < wide; ++i) {
      const bool here = !std::isnan(z[i]);
      known_[line + i] = here ? 1.0 : 0.0;
      heights_[line + i] = here ? z[i] : 0.0;
    }
  }
  for (auto& sums : sums_) sums.assign(columns_, 0.0);
  add(kernel_, 1.0);
  add(hole_, -1.0);
}

void MomentRow::add(const Weights& w, double sign) {
  const int wide = columns_ + 2 * reach_;
  const auto line = [&](const std::vector<double>& of, int j) {
    return of.data() + static_cast<std::size_t>(j + reach_) * wide;
  };
  // Down the columns.
  for (auto& sums : down_) sums.assign(wide, 0.0);
  const auto down = [&](ColumnSum sum, const std::vector<double>& of, int k, double weight, double mirror) {
    if (k == 0)
      for (int i = 0; i < wide; ++i) down_[sum][i] += weight * line(of, 0)[i];
    else
      add_pair(down_[sum].data(), line(of, -k), line(of, k), weight, mirror, wide);
  };
  for (int k = 0; k <= w.half; ++k) {
    down(kCount, known_, k, 1.0, 1.0);
    down(kW, known_, k, w.of[0][k], 1.0);
    down(kWj, known_, k, w.of[1][k], -1.0);
    down(kWjj, known_, k, w.of[2][k], 1.0);
    down(kZ, heights_, k, w.of[0][k], 1.0);
    down(kZj, heights_, k, w.of[1][k], -1.0);
  }
  // Along the row: each sum is that of a column sum with a power of i; -1 counts without a weight.
  struct Across {
    ColumnSum of;
    int power;
  };
  constexpr std::array<Across, kSums> kAcross{
      {{kCount, -1}, {kW, 0}, {kW, 1}, {kWj, 0}, {kW, 2}, {kWj, 1}, {kWjj, 0}, {kZ, 0}, {kZ, 1}, {kZj, 0}}};
  for (int s = 0; s < kSums; ++s) {
    const auto [of, power] = kAcross[s];
    const double* middle = down_[of].data() + reach_;
    for (int k = 0; k <= w.half; ++k) {
      const double weight = sign * (power < 0 ? 1.0 : w.of[power][k]);
      if (k == 0)
        for (int i = 0; i < columns_; ++i) sums_[s][i] += weight * middle[i];
      else
        add_pair(sums_[s].data(), middle - k, middle + k, weight, power == 1 ? -1.0 : 1.0, columns_);
    }
  }
}

KernelMoments MomentRow::at(int column) const {
  const int i = column - first_;
  return {sums_[0][i], sums_[1][i], sums_[2][i], sums_[3][i], sums_[4][i],
          sums_[5][i], sums_[6][i], sums_[7][i], sums_[8][i], sums_[9][i]};
}

}  // namespace grouser::terrain
