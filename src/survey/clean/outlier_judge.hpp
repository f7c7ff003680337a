// What the outlier kernel says about cells (outliers.hpp).
#pragma once
#include <limits>
#include <vector>

#include "grouser/survey/clean/outliers.hpp"

namespace grouser::terrain {

/// Heights of an area; not a number beyond the window and where nothing is known.
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

class OutlierJudge {
 public:
  explicit OutlierJudge(const OutlierKernel&);

  /// For the cells of `core`; the field must reach half the kernel beyond it.
  std::vector<double> residuals(const KernelField&, const CellRect& core) const;
  /// Of one cell, against the plane through what is known under the kernel, cell by cell.
  double residual(const KernelField&, int column, int row) const;
  /// How far the cells round about differ from their own neighbours: nine in ten of them by less than this.
  /// The cell itself and what may belong to the same spike are left out. NaN where too few are known. The
  /// field is as it was when this is back.
  double scatter_near(KernelField&, int column, int row) const;
  int half() const { return half_; }
  /// How far round a cell its verdict looks.
  int reach() const { return half_ + kNear; }

 private:
  static constexpr int kSpike =
      2;  // cells round the middle of a spike that may be its own: hole 3, wherever in it
  static constexpr int kNear = 5;  // of the cells round about; every other one is asked
  int half_, hole_half_;
  std::vector<double> weights_, hole_weights_;  // halves, the middle first
  double whole_;
};

}  // namespace grouser::terrain
