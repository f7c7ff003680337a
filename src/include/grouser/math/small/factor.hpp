// SPDX-License-Identifier: BSD-3-Clause
// Symmetric positive definite systems of n <= 6 rows over a number (small/number.hpp): factors, solutions,
// inverses, J M^-1 J^T. Each factorisation returns where it holds: a lane does where every pivot is above
// kLeastPivot of its diagonal entry; in a lane that does not (singular, indefinite, a NaN), results mean
// nothing, and its neighbours keep their bits. Source: Golub & Van Loan, Matrix Computations, 4th ed. 2013,
// sections 3.1 (triangular systems), 4.1 (L D L^T) and 4.2 (Cholesky).
#pragma once
#include "grouser/math/small/matrix.hpp"

namespace grouser::small {

/// Rounding leaves about n epsilon of a dependent row's diagonal entry; a matrix of condition c has no pivot
/// below 1/c of it.
inline constexpr double kLeastPivot = 32 * 2.220446049250313e-16;

/// A lower triangle without its diagonal, n(n - 1)/2 numbers, row by row.
template <class N, int n>
struct BelowDiagonal {
  N of[n > 1 ? n*(n - 1) / 2 : 1];
  GROUSER_INLINE N& operator()(int i, int j) { return of[i * (i - 1) / 2 + j]; }
  GROUSER_INLINE const N& operator()(int i, int j) const { return of[i * (i - 1) / 2 + j]; }
};

/// x <- L^-1 x with L's diagonal 1 and at least n rows: each column of an n x c matrix.
template <class N, int n, int c, int rows>
GROUSER_INLINE void substitute_forward(const BelowDiagonal<N, rows>& L, Matrix<N, n, c>& x) {
#pragma GCC unroll 6
  for (int i = 1; i < n; ++i)
#pragma GCC unroll 6
    for (int k = 0; k < i; ++k)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) x(i, j) = x(i, j) - L(i, k) * x(k, j);
}
/// x <- L^-T x with L's diagonal 1.
template <class N, int n, int c, int rows>
GROUSER_INLINE void substitute_backward(const BelowDiagonal<N, rows>& L, Matrix<N, n, c>& x) {
#pragma GCC unroll 6
  for (int i = n - 2; i >= 0; --i)
#pragma GCC unroll 6
    for (int k = i + 1; k < n; ++k)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) x(i, j) = x(i, j) - L(k, i) * x(k, j);
}

/// A = L D L^T, n x n: L's diagonal is 1 and is not stored; of D the inverse is.
template <class N, int n>
struct Ldlt {
  BelowDiagonal<N, n> L;
  Matrix<N, n> inverse_D;

  /// Algorithm 4.1.2. A matrix with m < n rows has the first m rows of the factors.
  template <int m>
  GROUSER_INLINE Holds<N> factor(const Symmetric<N, m>& A) {
    const N one(1.0), least(kLeastPivot);
    N D[m];
    Holds<N> holds = one > N(0.0);
#pragma GCC unroll 6
    for (int j = 0; j < m; ++j) {
      N LD[m], d = A(j, j);
#pragma GCC unroll 6
      for (int k = 0; k < j; ++k) {
        LD[k] = L(j, k) * D[k];
        d = d - L(j, k) * LD[k];
      }
      holds = holds & (d > N(0.0)) & (d > least * A(j, j));
      D[j] = d;
      inverse_D[j] = one / d;
#pragma GCC unroll 6
      for (int i = j + 1; i < m; ++i) {
        N x = A(i, j);
#pragma GCC unroll 6
        for (int k = 0; k < j; ++k) x = x - L(i, k) * LD[k];
        L(i, j) = x * inverse_D[j];
      }
    }
    return holds;
  }
  /// x <- A^-1 x, n x c.
  template <int c>
  GROUSER_INLINE void solve(Matrix<N, n, c>& x) const {
    substitute_forward(L, x);
#pragma GCC unroll 6
    for (int i = n - 1; i >= 0; --i)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) {
        x(i, j) = x(i, j) * inverse_D[i];
#pragma GCC unroll 6
        for (int k = i + 1; k < n; ++k) x(i, j) = x(i, j) - L(k, i) * x(k, j);
      }
  }
  /// A^-1 = L^-T D^-1 L^-1, symmetric.
  GROUSER_INLINE Symmetric<N, n> inverse() const {
    BelowDiagonal<N, n> W;  // L^-1, whose diagonal is 1 too
#pragma GCC unroll 6
    for (int i = 1; i < n; ++i)
#pragma GCC unroll 6
      for (int j = 0; j < i; ++j) {
        N sum = L(i, j);
#pragma GCC unroll 6
        for (int k = j + 1; k < i; ++k) sum = sum + L(i, k) * W(k, j);
        W(i, j) = N(0.0) - sum;
      }
    Symmetric<N, n> result;
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) {
#pragma GCC unroll 6
      for (int i = 0; i <= j; ++i) result(j, i) = i == j ? inverse_D[j] : inverse_D[j] * W(j, i);
#pragma GCC unroll 6
      for (int i = 0; i < j; ++i) {
        const N scaled = inverse_D[j] * W(j, i);
#pragma GCC unroll 6
        for (int k = 0; k <= i; ++k) result(i, k) = result(i, k) + scaled * W(j, k);
      }
    }
    return result;
  }
};

/// A = L L^T, n x n, lower triangle with its diagonal.
template <class N, int n>
struct Cholesky {
  Symmetric<N, n> L;  ///< only the lower triangle means anything
  Matrix<N, n> inverse_diagonal;

  /// Algorithm 4.2.1, column by column.
  GROUSER_INLINE Holds<N> factor(const Symmetric<N, n>& A) {
    using simd::root;
    const N one(1.0), least(kLeastPivot);
    Holds<N> holds = one > N(0.0);
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) {
      N d = A(j, j);
#pragma GCC unroll 6
      for (int k = 0; k < j; ++k) d = d - L(j, k) * L(j, k);
      holds = holds & (d > N(0.0)) & (d > least * A(j, j));
      L(j, j) = root(d);
      inverse_diagonal[j] = one / L(j, j);
#pragma GCC unroll 6
      for (int i = j + 1; i < n; ++i) {
        N x = A(i, j);
#pragma GCC unroll 6
        for (int k = 0; k < j; ++k) x = x - L(i, k) * L(j, k);
        L(i, j) = x * inverse_diagonal[j];
      }
    }
    return holds;
  }
  /// x <- A^-1 x, n x c.
  template <int c>
  GROUSER_INLINE void solve(Matrix<N, n, c>& x) const {
#pragma GCC unroll 6
    for (int i = 0; i < n; ++i)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) {
#pragma GCC unroll 6
        for (int k = 0; k < i; ++k) x(i, j) = x(i, j) - L(i, k) * x(k, j);
        x(i, j) = x(i, j) * inverse_diagonal[i];
      }
#pragma GCC unroll 6
    for (int i = n - 1; i >= 0; --i)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j) {
#pragma GCC unroll 6
        for (int k = i + 1; k < n; ++k) x(i, j) = x(i, j) - L(k, i) * x(k, j);
        x(i, j) = x(i, j) * inverse_diagonal[i];
      }
  }
};

/// X = L^-1 J^T and Y = D^-1 X of the first m rows J (m x n) of a matrix with at least as many; X and Y have
/// a row for each.
template <int m, class N, int n, int rows>
GROUSER_INLINE void move_rows(const Ldlt<N, n>& M, const Matrix<N, rows, n>& J, Matrix<N, rows, n>& X,
                              Matrix<N, rows, n>& Y) {
#pragma GCC unroll 6
  for (int r = 0; r < m; ++r) {
#pragma GCC unroll 6
    for (int i = 0; i < n; ++i) {
      N x = J(r, i);
#pragma GCC unroll 6
      for (int k = 0; k < i; ++k) x = x - M.L(i, k) * X(r, k);
      X(r, i) = x;
    }
#pragma GCC unroll 6
    for (int i = 0; i < n; ++i) Y(r, i) = M.inverse_D[i] * X(r, i);
  }
}
/// J M^-1 J^T + C with a diagonal C, symmetric m x m: X Y^T + C of move_rows().
template <int m, class N, int n, int rows>
GROUSER_INLINE Symmetric<N, m> rows_product(const Matrix<N, rows, n>& X, const Matrix<N, rows, n>& Y,
                                            const Matrix<N, rows>& C) {
  Symmetric<N, m> S;
#pragma GCC unroll 6
  for (int i = 0; i < m; ++i)
#pragma GCC unroll 6
    for (int j = 0; j <= i; ++j) {
      N sum = j == i ? C[i] : N(0.0);
#pragma GCC unroll 6
      for (int k = 0; k < n; ++k) sum = sum + X(i, k) * Y(j, k);
      S(i, j) = sum;
    }
  return S;
}

}  // namespace grouser::small
