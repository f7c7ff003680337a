// SPDX-License-Identifier: BSD-3-Clause
// Residuals of the outlier kernel. Where all cells under it are known they are two separable convolutions,
// kernel minus hole; elsewhere a plane is fitted to the known cells by weighted least squares, whose value at
// the cell itself is compared. For a symmetric kernel without gaps both are the same.
#include "outlier_judge.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/math/elementary.hpp"
#include "kernel_moments.hpp"

namespace grouser::terrain {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastShare = 0.1;  // least share of the kernel's weight that must be known
constexpr double kLeastCells = 6.0;

/// Half of the symmetric weights, the middle first.
std::vector<double> half_weights(int half, double sigma) {
  std::vector<double> w;
  for (int k = 0; k <= half; ++k) w.push_back(math::exp(-0.5 * k * k / (sigma * sigma)));
  return w;
}

/// Sum of the whole kernel along one axis from its half.
double total(const std::vector<double>& w) {
  double sum = w[0];
  for (std::size_t k = 1; k < w.size(); ++k) sum += 2.0 * w[k];
  return sum;
}

/// One row of a convolution with w x w^T; any unknown cell under the kernel makes the result NaN. It
/// goes down the columns, then along the row.
void convolve_row(const KernelField& field, const CellRect& core, int row, const std::vector<double>& w,
                  std::vector<double>& down, double* out) {
  const int half = static_cast<int>(w.size()) - 1, columns = core.columns + 2 * half;
  const int skip = core.column - half - field.area().column;
  down.resize(columns);
  const double* middle = field.row(row) + skip;
  for (int i = 0; i < columns; ++i) down[i] = w[0] * middle[i];
  for (int k = 1; k <= half; ++k) {
    const double *above = field.row(row - k) + skip, *below = field.row(row + k) + skip;
    for (int i = 0; i < columns; ++i) down[i] += w[k] * (above[i] + below[i]);
  }
  for (int i = 0; i < core.columns; ++i) out[i] = w[0] * down[i + half];
  for (int k = 1; k <= half; ++k)
    for (int i = 0; i < core.columns; ++i) out[i] += w[k] * (down[i + half - k] + down[i + half + k]);
}

/// Height of a cell minus that of the plane through its neighbours; NaN if too few are known. `height` has
/// the same zero as the heights in `m`; `whole` is the weight of a kernel without gaps.
double plane_residual(const KernelMoments& m, double height, double whole) {
  if (m.cells < kLeastCells || m.w < kLeastShare * whole) return kNone;
  // Normal equations of a plane through heights relative to the cell's own.
  Eigen::Matrix3d normal;
  normal << m.w, m.wi, m.wj, m.wi, m.wii, m.wij, m.wj, m.wij, m.wjj;
  const Eigen::Vector3d right(m.z - height * m.w, m.zi - height * m.wi, m.zj - height * m.wj);
  const Eigen::LDLT<Eigen::Matrix3d> factor(normal);
  // Neighbours that are all in one line do not determine a plane: their mean is used.
  if (factor.vectorD().minCoeff() < 1e-3 * m.w) return -right[0] / m.w;
  return -factor.solve(right)[0];
}

}  // namespace

KernelField::KernelField(const HeightWindow& window, const CellRect& area)
    : area_(area), heights_(area.count(), kNone) {
  // Cells of the window; the rest of the area stays unknown.
  const CellRect both = overlap(area, window.place);
  for (int r = both.row; r < both.row + both.rows; ++r) {
    const std::size_t from = window.index(both.column, r), to = offset(both.column, r);
    for (int i = 0; i < both.columns; ++i)
      heights_[to + i] = window.states[from + i] == CellState::known ? window.heights[from + i] : kNone;
  }
}

OutlierJudge::OutlierJudge(const OutlierKernel& kernel)
    : half_(kernel.width / 2),
      hole_half_(kernel.hole / 2),
      weights_(half_weights(half_, kernel.sigma)),
      hole_weights_(weights_.begin(), weights_.begin() + hole_half_ + 1),
      whole_(total(weights_) * total(weights_) - total(hole_weights_) * total(hole_weights_)) {}

std::vector<double> OutlierJudge::residuals(const KernelField& field, const CellRect& core) const {
  std::vector<double> out(core.count()), all(core.columns), hole(core.columns), down;
  MomentRow moments(weights_, hole_weights_);
  for (int row = core.row; row < core.row + core.rows; ++row) {
    convolve_row(field, core, row, weights_, down, all.data());
    convolve_row(field, core, row, hole_weights_, down, hole.data());
    double* line = &out[static_cast<std::size_t>(row - core.row) * core.columns];
    const double* height = field.row(row) + (core.column - field.area().column);
    for (int i = 0; i < core.columns; ++i) line[i] = height[i] - (all[i] - hole[i]) / whole_;
    // Stretches of cells whose kernel is incomplete: their moments are computed together.
    const auto partial = [&](int i) { return std::isnan(line[i]) && !std::isnan(height[i]); };
    for (int i = 0; i < core.columns; ++i) {
      if (!partial(i)) continue;
      int last = i;
      for (int k = i + 1; k < core.columns && k <= last + half_; ++k)
        if (partial(k)) last = k;
      moments.compute(field, row, core.column + i, core.column + last);
      for (; i <= last; ++i)
        if (partial(i)) line[i] = plane_residual(moments.at(core.column + i), height[i], whole_);
    }
  }
  return out;
}

double OutlierJudge::residual(const KernelField& field, int column, int row) const {
  KernelMoments m{};
  const double height = field.at(column, row);
  for (int j = -half_; j <= half_; ++j)
    for (int i = -half_; i <= half_; ++i) {
      if (std::max(std::abs(j), std::abs(i)) <= hole_half_ || !field.contains(column + i, row + j)) continue;
      const double z = field.at(column + i, row + j) - height;
      if (std::isnan(z)) continue;
      const double w = weights_[std::abs(j)] * weights_[std::abs(i)];
      m.cells += 1.0, m.w += w, m.wi += w * i, m.wj += w * j;
      m.wii += w * i * i, m.wij += w * i * j, m.wjj += w * j * j;
      m.z += w * z, m.zi += w * z * i, m.zj += w * z * j;
    }
  return plane_residual(m, 0.0, whole_);
}

// The cells of the spike are hidden while their surroundings are judged, and put back afterwards.
double OutlierJudge::scatter_near(KernelField& field, int column, int row) const {
  constexpr std::size_t kLeast = 10;
  const auto own = [&](int c, int r) { return std::max(std::abs(c - column), std::abs(r - row)) <= kSpike; };
  std::vector<double> kept, sizes;
  for (int r = row - kSpike; r <= row + kSpike; ++r)
    for (int c = column - kSpike; c <= column + kSpike; ++c)
      if (field.contains(c, r)) kept.push_back(std::exchange(field.at(c, r), kNone));
  // Residuals of every second cell around it.
  for (int r = row - kNear; r <= row + kNear; r += 2)
    for (int c = column - kNear; c <= column + kNear; c += 2) {
      if (own(c, r) || !field.contains(c, r) || std::isnan(field.at(c, r))) continue;
      const double v = residual(field, c, r);
      if (!std::isnan(v)) sizes.push_back(std::fabs(v));
    }
  auto back = kept.begin();
  for (int r = row - kSpike; r <= row + kSpike; ++r)
    for (int c = column - kSpike; c <= column + kSpike; ++c)
      if (field.contains(c, r)) field.at(c, r) = *back++;
  // The size below which nine in ten of them are.
  if (sizes.size() < kLeast) return kNone;
  const auto tenth = sizes.begin() + static_cast<std::ptrdiff_t>((9 * sizes.size()) / 10);
  std::nth_element(sizes.begin(), tenth, sizes.end());
  return *tenth;
}

}  // namespace grouser::terrain
