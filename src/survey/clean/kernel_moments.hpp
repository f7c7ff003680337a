// SPDX-License-Identifier: BSD-3-Clause
// Weighted sums over the known cells under a square kernel with a hole, for a row of cells at once: what the
// least-squares plane needs. The weights are products of a column weight and a row weight, so every sum is
// one along the columns and one along the rows: 2 w operations per cell instead of w^2.
#pragma once
#include <array>
#include <vector>

#include "outlier_judge.hpp"

namespace grouser::terrain {

/// For one cell, over its neighbours at (i, j) with weight w and height z: their number, and the sums of w, w
/// i, w j, w i^2, w i j, w j^2, w z, w z i, w z j.
struct KernelMoments {
  double cells, w, wi, wj, wii, wij, wjj, z, zi, zj;
};

/// The sums for one row of cells; buffers are kept from row to row.
class MomentRow {
 public:
  /// Half of the symmetric weights, the middle first, of the kernel and of its hole.
  MomentRow(const std::vector<double>& weights, const std::vector<double>& hole_weights);
  /// Computes the sums for cells `first` to `last` of a row of the field.
  void compute(const KernelField&, int row, int first, int last);
  /// The sums of one of the computed cells.
  KernelMoments at(int column) const;

 private:
  static constexpr int kSums = 10;
  static constexpr int kColumnSums = 6;
  struct Weights {
    int half;
    std::vector<double> of[3];  // w, k w, k^2 w
  };
  static Weights powers(const std::vector<double>& half_weights);
  void add(const Weights&, double sign);

  Weights kernel_, hole_;
  int reach_, first_ = 0, columns_ = 0;
  std::vector<double> known_, heights_;                // rows under the kernel, unknown ones as 0
  std::array<std::vector<double>, kColumnSums> down_;  // 1, w, w j, w j^2 of known cells; w z, w z j
  std::array<std::vector<double>, kSums> sums_;
};

}  // namespace grouser::terrain
