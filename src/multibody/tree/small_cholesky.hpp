// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// A = L D L^T of a symmetric positive definite matrix of n <= 6 rows; only its lower triangle is read, and L's unit
/// diagonal is not stored.
template <int n>
void factor_symmetric(const double (&A)[6][6], double (&L)[6][6], double (&inverse_D)[6]) {
  double D[n];
#pragma GCC unroll 6
  for (int j = 0; j < n; ++j) {
    double LD[n], d = A[j][j];
#pragma GCC unroll 6
    for (int k = 0; k < j; ++k) {
      LD[k] = L[j][k] * D[k];
      d -= L[j][k] * LD[k];
    }
    D[j] = d;
    inverse_D[j] = 1.0 / d;
#pragma GCC unroll 6
    for (int i = j + 1; i < n; ++i) {
      double x = A[i][j];
#pragma GCC unroll 6
      for (int k = 0; k < j; ++k) x -= L[i][k] * LD[k];
      L[i][j] = x * inverse_D[j];
    }
  }
}

/// The factors of a 6x6 matrix, and what they solve.
struct Cholesky6 {
  double L[6][6] = {};
  double inverse_D[6] = {};

  void factor(const double (&A)[6][6]) { factor_symmetric<6>(A, L, inverse_D); }
  Vec6 solve(const Vec6& b) const {
    Vec6 x = b;
#pragma GCC unroll 6
    for (int i = 1; i < 6; ++i)
#pragma GCC unroll 6
      for (int k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
#pragma GCC unroll 6
    for (int i = 5; i >= 0; --i) {
      x[i] *= inverse_D[i];
#pragma GCC unroll 6
      for (int k = i + 1; k < 6; ++k) x[i] -= L[k][i] * x[k];
    }
    return x;
  }
};

}  // namespace grouser
