// SPDX-License-Identifier: BSD-3-Clause
// Three nested loops and their kin over arrays, as a textbook prints them, left to the compiler.
#include <cmath>
#include <utility>

#include "peers.hpp"

namespace grouser::bench {
namespace {

constexpr int kMost = 6;
using Array = double[kMost][kMost];

void read_lower(const double*& in, int n, Array& A) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) A[i][j] = A[j][i] = *in++;
}
void read_all(const double*& in, int rows, int columns, Array& A) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) A[i][j] = *in++;
}
void cholesky(int n, Array& A) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k) A[j][j] -= A[j][k] * A[j][k];
    A[j][j] = std::sqrt(A[j][j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k) A[i][j] -= A[i][k] * A[j][k];
      A[i][j] /= A[j][j];
    }
  }
}
void forward(int n, const Array& L, double* x) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
    x[i] /= L[i][i];
  }
}
void backward(int n, const Array& L, double* x) {
  for (int i = n - 1; i >= 0; --i) {
    for (int k = i + 1; k < n; ++k) x[i] -= L[k][i] * x[k];
    x[i] /= L[i][i];
  }
}

void factor_and_solve(const double*& in, double*& out) {
  Array A;
  double x[kMost];
  read_lower(in, 6, A);
  for (double& b : x) b = *in++;
  cholesky(6, A);
  forward(6, A, x);
  backward(6, A, x);
  for (const double b : x) *out++ = b;
  *out++ = 1.0;
}
void inverse(const double*& in, double*& out) {
  Array A, B = {};
  read_all(in, 6, 6, A);
  for (int k = 0; k < 6; ++k) B[k][k] = 1.0;
  for (int k = 0; k < 6; ++k) {
    const double pivot = A[k][k];
    for (int j = 0; j < 6; ++j) A[k][j] /= pivot, B[k][j] /= pivot;
    for (int i = 0; i < 6; ++i) {
      if (i == k) continue;
      const double factor = A[i][k];
      for (int j = 0; j < 6; ++j) A[i][j] -= factor * A[k][j], B[i][j] -= factor * B[k][j];
    }
  }
  for (const auto& row : B)
    for (const double x : row) *out++ = x;
  *out++ = 1.0;
}
void symmetric_inverse(const double*& in, double*& out) {
  Array A, X = {};
  read_lower(in, 6, A);
  cholesky(6, A);
  for (int k = 0; k < 6; ++k) {
    X[k][k] = 1.0;
    forward(6, A, X[k]);
    backward(6, A, X[k]);
  }
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) *out++ = X[i][j];
  *out++ = 1.0;
}
void rows(const double*& in, double*& out) {
  Array A, J;
  read_lower(in, 6, A);
  read_all(in, 5, 6, J);
  cholesky(6, A);
  for (int k = 0; k < 5; ++k) forward(6, A, J[k]);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (int k = 0; k < 6; ++k) sum += J[i][k] * J[j][k];
      *out++ = sum;
    }
  *out++ = 1.0;
}
// T = A B of r x n and n x c.
void multiply(int r, int n, int c, const Array& A, const Array& B, Array& T) {
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j) {
      T[i][j] = 0.0;
      for (int k = 0; k < n; ++k) T[i][j] += A[i][k] * B[k][j];
    }
}
// The lower triangle of J^T M J.
void congruent(const double*& in, double*& out) {
  Array J, M, MJ;
  read_all(in, 3, 6, J);
  read_lower(in, 3, M);
  multiply(3, 3, 6, M, J, MJ);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (int k = 0; k < 3; ++k) sum += J[k][i] * MJ[k][j];
      *out++ = sum;
    }
}
void turned(const double*& in, double*& out) {
  Array R, M, RM;
  read_all(in, 3, 3, R);
  read_lower(in, 3, M);
  multiply(3, 3, 3, R, M, RM);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0.0;
      for (int k = 0; k < 3; ++k) sum += RM[i][k] * R[j][k];
      *out++ = sum;
    }
}
void cross_and_turned(const double*& in, double*& out) {
  const double *a = in, *b = in + 3, *R = in + 6, *c = in + 15;
  in += 18;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    double sum = a[j] * b[k] - a[k] * b[j];
    for (int m = 0; m < 3; ++m) sum += R[3 * i + m] * c[m];
    *out++ = sum;
  }
}

template <auto kernel>
void each(const double* in, double* out, std::size_t systems) {
  for (std::size_t k = 0; k < systems; ++k) kernel(in, out);
}
constexpr std::pair<std::string_view, Peer> kPeers[] = {
    {"a x b + R c, 3x1", each<cross_and_turned>},
    {"R M R^T, 3x3", each<turned>},
    {"J^T M J, 3x6", each<congruent>},
    {"SPD 6x6 factor and solve", each<factor_and_solve>},
    {"SPD 6x6 inverse", each<symmetric_inverse>},
    {"6x6 inverse, no pivots", each<inverse>},
    {"J M^-1 J^T, five rows", each<rows>},
};

}  // namespace

Peer textbook_peer(std::string_view kernel) {
  for (const auto& [name, peer] : kPeers)
    if (name == kernel) return peer;
  return nullptr;
}

}  // namespace grouser::bench
