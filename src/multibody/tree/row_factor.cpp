// SPDX-License-Identifier: BSD-3-Clause
// Cholesky's factorisation A = L L^T of the rows' matrix without pivots, in place, which stops at the first
// row that depends on those before it: its pivot over its diagonal entry is sin^2 of the angle between them
// (docs/theory_multibody.md, "Rank").
#include "row_factor.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
int factor_rows(MatX& A, Eigen::Index n, double least, double& pivot) {
  for (Eigen::Index j = 0; j < n; ++j) {
    // a row that moves nothing, as that of a rod along its crank, has an entry far below what the whole
    // mass at 1 m would give
    const double whole = std::max(A(j, j), least);
    for (Eigen::Index k = 0; k < j; ++k) A(j, j) -= A(j, k) * A(j, k);
    pivot = A(j, j) / whole;
    if (!(pivot > kSmallestPivot)) return static_cast<int>(j);
    A(j, j) = std::sqrt(A(j, j));
    for (Eigen::Index i = j + 1; i < n; ++i) {
      for (Eigen::Index k = 0; k < j; ++k) A(i, j) -= A(i, k) * A(j, k);
      A(i, j) /= A(j, j);
    }
  }
  return -1;
}

void substitute_forward(const MatX& L, Eigen::Index n, Eigen::Ref<VecX> b) {
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) b[i] -= L(i, k) * b[k];
    b[i] /= L(i, i);
  }
}

void substitute_backward(const MatX& L, Eigen::Index n, Eigen::Ref<VecX> b) {
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < n; ++k) b[i] -= L(k, i) * b[k];
    b[i] /= L(i, i);
  }
}

}  // namespace grouser
