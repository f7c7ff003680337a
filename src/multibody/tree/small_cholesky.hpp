#pragma once
#include "grouser/math/types.hpp"

namespace grouser {

/// L D L^T factorisation of a symmetric positive definite 6x6 matrix; only its lower triangle is read.
struct Cholesky6 {
  double L[6][6] = {};
  double inverse_D[6] = {};

  void factor(const double (&A)[6][6]) {
#pragma GCC unroll 6
    for (int j = 0; j < 6; ++j) {
      double LD[6], d = A[j][j];
#pragma GCC unroll 6
      for (int k = 0; k < j; ++k) {
        LD[k] = L[j][k] * D[k];
        d -= L[j][k] * LD[k];
      }
      D[j] = d;
      inverse_D[j] = 1.0 / d;
#pragma GCC unroll 6
      for (int i = j + 1; i < 6; ++i) {
        double x = A[i][j];
#pragma GCC unroll 6
        for (int k = 0; k < j; ++k) x -= L[i][k] * LD[k];
        L[i][j] = x * inverse_D[j];
      }
    }
  }
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

 private:
  double D[6] = {};
};

}  // namespace grouser
