#pragma once
#include <cmath>

#include "grouser/math/types.hpp"

namespace grouser {

// Solves A x = b in place for symmetric positive definite A by Cholesky; n is the number of couplings, a few.
inline void solve_small(MatX& A, VecX& b) {
  const Eigen::Index n = b.size();
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) A(j, j) -= A(j, k) * A(j, k);
    A(j, j) = std::sqrt(A(j, j));
    for (Eigen::Index i = j + 1; i < n; ++i) {
      for (Eigen::Index k = 0; k < j; ++k) A(i, j) -= A(i, k) * A(j, k);
      A(i, j) /= A(j, j);
    }
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index k = 0; k < i; ++k) b[i] -= A(i, k) * b[k];
    b[i] /= A(i, i);
  }
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < n; ++k) b[i] -= A(k, i) * b[k];
    b[i] /= A(i, i);
  }
}

}  // namespace grouser
