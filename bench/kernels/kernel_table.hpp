// SPDX-License-Identifier: BSD-3-Clause
// The kernels of grouser/math/small as functions over many systems, compiled once per vector level: what the
// tests hold against each other and against long double, and what bench_kernels times.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

#include "grouser/math/simd_level.hpp"

namespace grouser::test {

/// Numbers stand in blocks of `lanes` systems: number n of system s is at ((s / lanes) * numbers + n) * lanes
/// + s % lanes. Matrices are written row by row, symmetric ones by their lower triangle. Where a kernel can
/// fail, its last result is 1 or 0.
struct SmallKernel {
  /// Its inputs begin with an n x n matrix of that kind, or are any numbers.
  enum class First { numbers, definite, definite_square, square };
  std::string_view name;
  First first;
  int n;  ///< rows of that matrix
  int inputs, outputs;
  void (*run)(const double* in, double* out, std::size_t systems);  ///< systems: a multiple of the lanes
};
struct SmallTable {
  std::size_t lanes;
  std::span<const SmallKernel> kernels;  ///< the same, in the same order, at every level
};
extern const SmallTable kSmallDouble;  ///< over double, one system at a time
extern const SmallTable kSmallScalar, kSmallNeon, kSmallSse42, kSmallAvx2, kSmallAvx512;
/// The table of a level that was built.
const SmallTable& small_table(SimdLevel level);
/// Its place in every table.
std::size_t small_kernel(std::string_view name);

}  // namespace grouser::test
