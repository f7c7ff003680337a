// SPDX-License-Identifier: BSD-3-Clause
// Evaluates the outlier kernel at cells (outliers.hpp). Private to the cleaning.
#pragma once
#include <limits>
#include <vector>

#include "grouser/survey/clean/outliers.hpp"

namespace grouser::terrain {

/// Heights of an area; NaN beyond the window and where nothing is known.
class KernelField {
 public:
  KernelField(const HeightWindow&, const CellRect& area);
  double& at(int column, int row) { return heights_[offset(column, row)]; }
  double at(int column, int row) const { return heights_[offset(column, row)]; }
  const double* row(int r) const { return &heights_[offset(area_.column, r)]; }
  bool contains(int column, int row) const {
    return column >= area_.column && row >= area_.row && column < area_.column + area_.columns &&
           row < area_.row + area_.rows;
  }
  const CellRect& area() const { return area_; }

 private:
  std::size_t offset(int column, int row) const {
    return static_cast<std::size_t>(row - area_.row) * area_.columns + (column - area_.column);
  }
  CellRect area_;
  std::vector<double> heights_;
};

/// The kernel with its weights; evaluates whole rows or single cells.
class OutlierJudge {
 public:
  explicit OutlierJudge(const OutlierKernel&);

  /// Residuals for the cells of `core`; the field must extend half the kernel beyond it.
  std::vector<double> residuals(const KernelField&, const CellRect& core) const;
  /// Residual of one cell, against the plane through the known cells under the kernel, computed cell by cell.
  double residual(const KernelField&, int column, int row) const;
  /// Difference of the surrounding cells from their own neighbours, m: nine in ten of them differ by less.
  /// The cell itself and what may belong to the same spike are left out. NaN if too few are known. The field
  /// is unchanged on return.
  double scatter_near(KernelField&, int column, int row) const;
  int half() const { return half_; }
  /// Distance from a cell over which its verdict looks, cells.
  int reach() const { return half_ + kNear; }

 private:
  // Cells around the middle of a spike that may belong to it: hole 3, wherever in it
  static constexpr int kSpike = 2;
  static constexpr int kNear = 5;  // reach of the surrounding cells; every other one is used
  int half_, hole_half_;
  std::vector<double> weights_, hole_weights_;  // halves, the middle first
  double whole_;
};

}  // namespace grouser::terrain
