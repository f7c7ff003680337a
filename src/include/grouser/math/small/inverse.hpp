// SPDX-License-Identifier: BSD-3-Clause
// General n x n systems of n <= 6 rows over a number (small/number.hpp), by Gauss and Jordan, with and
// without pivots. Source: Golub & Van Loan, Matrix Computations, 4th ed. 2013, sections 3.2 (elimination),
// 3.4 (partial pivoting); Press et al., Numerical Recipes, 3rd ed. 2007, section 2.1 (Gauss-Jordan in place).
#pragma once
#include "grouser/math/small/factor.hpp"

namespace grouser::small {

/// The largest magnitude among the entries of an r x c matrix; NaN entries do not count.
template <class N, int r, int c>
GROUSER_INLINE N largest_entry(const Matrix<N, r, c>& A) {
  N largest(0.0);
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) largest = larger(magnitude(A(i, j)), largest);
  return largest;
}

/// A <- A^-1 in place, n x n, pivots taken as they come. Holds where each is above kLeastPivot of A's largest
/// entry. That asks for leading minors away from zero, as of positive definite and diagonally dominant
/// matrices.
template <class N, int n>
GROUSER_INLINE Holds<N> invert_without_pivots(Matrix<N, n, n>& A) {
  const N one(1.0), least = N(kLeastPivot) * largest_entry(A);
  Holds<N> holds = one > N(0.0);
#pragma GCC unroll 6
  for (int k = 0; k < n; ++k) {
    holds = holds & (magnitude(A(k, k)) > least);
    const N inverse = one / A(k, k);
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j)
      if (j != k) A(k, j) = A(k, j) * inverse;
#pragma GCC unroll 6
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const N factor = A(i, k);
#pragma GCC unroll 6
      for (int j = 0; j < n; ++j)
        if (j != k) A(i, j) = A(i, j) - factor * A(k, j);
      A(i, k) = N(0.0) - factor * inverse;
    }
    A(k, k) = inverse;
  }
  return holds;
}

/// B <- A^-1 B, A n x n and B n x c, with the largest entry of a column as its pivot, lane by lane. A is
/// destroyed. Holds where each pivot is above kLeastPivot of A's largest entry.
template <class N, int n, int c>
GROUSER_INLINE Holds<N> solve_with_pivots(Matrix<N, n, n>& A, Matrix<N, n, c>& B) {
  const N one(1.0), least = N(kLeastPivot) * largest_entry(A);
  Holds<N> holds = one > N(0.0);
  const auto exchange = [](const Holds<N>& wanted, N& a, N& b) GROUSER_INLINED {
    const N before = a;
    a = choose(wanted, b, before);
    b = choose(wanted, before, b);
  };
#pragma GCC unroll 6
  for (int k = 0; k < n; ++k) {
    // each row below whose entry is larger changes places with row k, so the largest comes out on top
#pragma GCC unroll 6
    for (int i = k + 1; i < n; ++i) {
      const Holds<N> wanted = magnitude(A(i, k)) > magnitude(A(k, k));
#pragma GCC unroll 6
      for (int j = k; j < n; ++j) exchange(wanted, A(k, j), A(i, j));
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) exchange(wanted, B(k, j), B(i, j));
    }
    holds = holds & (magnitude(A(k, k)) > least);
    const N inverse = one / A(k, k);
#pragma GCC unroll 6
    for (int i = k + 1; i < n; ++i) {
      const N factor = A(i, k) * inverse;
#pragma GCC unroll 6
      for (int j = k + 1; j < n; ++j) A(i, j) = A(i, j) - factor * A(k, j);
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) B(i, j) = B(i, j) - factor * B(k, j);
    }
    A(k, k) = inverse;
  }
#pragma GCC unroll 6
  for (int i = n - 1; i >= 0; --i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) {
#pragma GCC unroll 6
      for (int k = i + 1; k < n; ++k) B(i, j) = B(i, j) - A(i, k) * B(k, j);
      B(i, j) = B(i, j) * A(i, i);
    }
  return holds;
}
/// A <- A^-1, n x n, with pivots.
template <class N, int n>
GROUSER_INLINE Holds<N> invert_with_pivots(Matrix<N, n, n>& A) {
  Matrix<N, n, n> inverse;
#pragma GCC unroll 6
  for (int i = 0; i < n; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) inverse(i, j) = N(i == j ? 1.0 : 0.0);
  const Holds<N> holds = solve_with_pivots(A, inverse);
  A = inverse;
  return holds;
}

}  // namespace grouser::small
