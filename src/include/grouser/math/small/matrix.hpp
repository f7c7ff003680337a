// SPDX-License-Identifier: BSD-3-Clause
// Small matrices over a number (small/number.hpp): 3x1, 6x1, 3x3, 3x6, 6x6 and whatever else is asked for,
// with sizes known to the compiler, loops unrolled, nothing allocated. Sums run from the first index to the
// last. Source: Golub & Van Loan, Matrix Computations, 4th ed. 2013, section 1.1.
#pragma once
#include "grouser/math/small/number.hpp"

namespace grouser::small {

/// rows x columns numbers, row by row.
template <class N, int rows, int columns = 1>
struct Matrix {
  N of[rows][columns];
  GROUSER_INLINE N& operator()(int i, int j) { return of[i][j]; }
  GROUSER_INLINE const N& operator()(int i, int j) const { return of[i][j]; }
  GROUSER_INLINE N& operator[](int i) requires(columns == 1) { return of[i][0]; }
  GROUSER_INLINE const N& operator[](int i) const requires(columns == 1) { return of[i][0]; }
};

/// A symmetric n x n matrix by its lower triangle, row by row: 6 numbers of a 3x3, 21 of a 6x6.
template <class N, int n>
struct Symmetric {
  static constexpr int kNumbers = n * (n + 1) / 2;
  N of[kNumbers];
  GROUSER_INLINE static constexpr int place(int i, int j) {
    return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
  }
  GROUSER_INLINE N& operator()(int i, int j) { return of[place(i, j)]; }
  GROUSER_INLINE const N& operator()(int i, int j) const { return of[place(i, j)]; }
};

// Sums and multiples, r x c.
template <class N, int r, int c>
GROUSER_INLINE Matrix<N, r, c> operator+(const Matrix<N, r, c>& A, const Matrix<N, r, c>& B) {
  Matrix<N, r, c> sum;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) sum(i, j) = A(i, j) + B(i, j);
  return sum;
}
template <class N, int r, int c>
GROUSER_INLINE Matrix<N, r, c> operator-(const Matrix<N, r, c>& A, const Matrix<N, r, c>& B) {
  Matrix<N, r, c> difference;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) difference(i, j) = A(i, j) - B(i, j);
  return difference;
}
template <class N, int r, int c>
GROUSER_INLINE Matrix<N, r, c> operator*(const N& k, const Matrix<N, r, c>& A) {
  Matrix<N, r, c> scaled;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) scaled(i, j) = k * A(i, j);
  return scaled;
}
template <class N, int n>
GROUSER_INLINE Symmetric<N, n> operator+(const Symmetric<N, n>& A, const Symmetric<N, n>& B) {
  Symmetric<N, n> sum;
#pragma GCC unroll 21
  for (int i = 0; i < Symmetric<N, n>::kNumbers; ++i) sum.of[i] = A.of[i] + B.of[i];
  return sum;
}

/// The sums over m of left(i, m) B(m, j), r x c, where `left` gives the entries of an r x k matrix.
template <int r, class Left, class N, int k, int c>
GROUSER_INLINE Matrix<N, r, c> product_of(const Left& left, const Matrix<N, k, c>& B) {
  Matrix<N, r, c> product;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int m = 0; m < k; ++m)
#pragma GCC unroll 6
      for (int j = 0; j < c; ++j)
        product(i, j) = m == 0 ? left(i, 0) * B(0, j) : product(i, j) + left(i, m) * B(m, j);
  return product;
}
/// A B: r x k times k x c.
template <class N, int r, int k, int c>
GROUSER_INLINE Matrix<N, r, c> operator*(const Matrix<N, r, k>& A, const Matrix<N, k, c>& B) {
  return product_of<r>([&](int i, int m) GROUSER_INLINED { return A(i, m); }, B);
}
/// A^T B: k x r transposed times k x c.
template <class N, int k, int r, int c>
GROUSER_INLINE Matrix<N, r, c> transposed_times(const Matrix<N, k, r>& A, const Matrix<N, k, c>& B) {
  return product_of<r>([&](int i, int m) GROUSER_INLINED { return A(m, i); }, B);
}
/// A B^T: r x k times c x k transposed.
template <class N, int r, int k, int c>
GROUSER_INLINE Matrix<N, r, c> times_transposed(const Matrix<N, r, k>& A, const Matrix<N, c, k>& B) {
  Matrix<N, r, c> product;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i)
#pragma GCC unroll 6
    for (int j = 0; j < c; ++j) {
      N sum = A(i, 0) * B(j, 0);
#pragma GCC unroll 6
      for (int m = 1; m < k; ++m) sum = sum + A(i, m) * B(j, m);
      product(i, j) = sum;
    }
  return product;
}
/// A B of a symmetric n x n and an n x c matrix.
template <class N, int n, int c>
GROUSER_INLINE Matrix<N, n, c> operator*(const Symmetric<N, n>& A, const Matrix<N, n, c>& B) {
  return product_of<n>([&](int i, int m) GROUSER_INLINED { return A(i, m); }, B);
}

/// J^T M J of an n x c matrix and a symmetric n x n one: symmetric, c x c (congruence; ibid., section 8.1.5).
template <class N, int n, int c>
GROUSER_INLINE Symmetric<N, c> congruent(const Matrix<N, n, c>& J, const Symmetric<N, n>& M) {
  const Matrix<N, n, c> MJ = M * J;
  Symmetric<N, c> result;
#pragma GCC unroll 6
  for (int i = 0; i < c; ++i)
#pragma GCC unroll 6
    for (int j = 0; j <= i; ++j) {
      N sum = J(0, i) * MJ(0, j);
#pragma GCC unroll 6
      for (int m = 1; m < n; ++m) sum = sum + J(m, i) * MJ(m, j);
      result(i, j) = sum;
    }
  return result;
}
/// R M R^T of an r x n matrix and a symmetric n x n one: symmetric, r x r. With a rotation R, the inertia M
/// in turned axes.
template <class N, int r, int n>
GROUSER_INLINE Symmetric<N, r> turned(const Matrix<N, r, n>& R, const Symmetric<N, n>& M) {
  Symmetric<N, r> result;
#pragma GCC unroll 6
  for (int i = 0; i < r; ++i) {
    N row[n];  // of R M
#pragma GCC unroll 6
    for (int j = 0; j < n; ++j) {
      row[j] = R(i, 0) * M(0, j);
#pragma GCC unroll 6
      for (int m = 1; m < n; ++m) row[j] = row[j] + R(i, m) * M(m, j);
    }
#pragma GCC unroll 6
    for (int j = 0; j <= i; ++j) {
      N sum = row[0] * R(j, 0);
#pragma GCC unroll 6
      for (int m = 1; m < n; ++m) sum = sum + row[m] * R(j, m);
      result(i, j) = sum;
    }
  }
  return result;
}

}  // namespace grouser::small
