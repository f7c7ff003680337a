// SPDX-License-Identifier: BSD-3-Clause
#include "body_elimination.hpp"

#include <cstddef>

#include "tree/small_cholesky.hpp"

namespace grouser {
namespace {

constexpr int kSize = 6;

template <int n>
void forward(const double (&L)[kSize][kSize], double (&x)[kSize]) {
#pragma GCC unroll 6
  for (int i = 1; i < n; ++i)
#pragma GCC unroll 6
    for (int k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
}
template <int n>
void backward(const double (&L)[kSize][kSize], double (&x)[kSize]) {
#pragma GCC unroll 6
  for (int i = n - 2; i >= 0; --i)
#pragma GCC unroll 6
    for (int k = i + 1; k < n; ++k) x[i] -= L[k][i] * x[k];
}

// The wrench (angular, linear) about the child's origin, about the parent's.
void move_to_parent(const double (&wrench)[kSize], const Vec3& r, double (&moved)[kSize]) {
  const double *n = wrench, *l = wrench + 3;
  moved[0] = n[0] + (r.y() * l[2] - r.z() * l[1]);
  moved[1] = n[1] + (r.z() * l[0] - r.x() * l[2]);
  moved[2] = n[2] + (r.x() * l[1] - r.y() * l[0]);
  moved[3] = l[0], moved[4] = l[1], moved[5] = l[2];
}

// X = L^-1 N, Y = D^-1 X and S = X^T Y + C, whose factors are G and E.
template <int m>
void factor_rows(BodyBlock& b) {
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k) {
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) b.X[k][i] = b.N[k][i];
    forward<kSize>(b.L, b.X[k]);
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) b.Y[k][i] = b.inverse_D[i] * b.X[k][i];
  }
  double S[kSize][kSize];
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k)
#pragma GCC unroll 6
    for (int j = 0; j <= k; ++j) {
      double sum = j == k ? b.compliance[k] : 0.0;
#pragma GCC unroll 6
      for (int i = 0; i < kSize; ++i) sum += b.X[k][i] * b.Y[j][i];
      S[k][j] = sum;
    }
  factor_symmetric<m>(S, b.G, b.inverse_E);
}

// What the parent feels of the body through its joint: the inertia W^T E^-1 W.
template <int m>
void add_to_parent(BodyBlock& b, BodyBlock& parent) {
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k) {
    move_to_parent(b.N[k], b.r, b.W[k]);
#pragma GCC unroll 6
    for (int j = 0; j < k; ++j)
#pragma GCC unroll 6
      for (int i = 0; i < kSize; ++i) b.W[k][i] -= b.G[k][j] * b.W[j][i];
  }
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k)
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) {
      const double w = b.inverse_E[k] * b.W[k][i];
#pragma GCC unroll 6
      for (int j = 0; j <= i; ++j) parent.inertia[i][j] += w * b.W[k][j];
    }
}

template <int m>
void factor_joint(BodyBlock& b, BodyBlock* parent) {
  factor_rows<m>(b);
  if (parent) add_to_parent<m>(b, *parent);
}

template <int m>
void pass_inwards(BodyBlock& b, Targets targets, BodyBlock* parent) {
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k) {
    b.z[k] = targets == Targets::given ? b.target[k] : 0.0;
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) b.z[k] -= b.Y[k][i] * b.y[i];
  }
  forward<m>(b.G, b.z);
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k) b.z[k] *= b.inverse_E[k];
  if (!parent) return;
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k)
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) parent->y[i] -= b.z[k] * b.W[k][i];
}

template <int m>
void pass_outwards(BodyBlock& b, const BodyBlock* parent) {
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k) {
    double pull = 0.0;
    if (parent)
#pragma GCC unroll 6
      for (int i = 0; i < kSize; ++i) pull += b.W[k][i] * parent->a[i];
    b.lambda[k] = b.z[k] + b.inverse_E[k] * pull;
  }
  backward<m>(b.G, b.lambda);
#pragma GCC unroll 6
  for (int k = 0; k < m; ++k)
#pragma GCC unroll 6
    for (int i = 0; i < kSize; ++i) b.y[i] += b.lambda[k] * b.X[k][i];
}

// Calls visit with the number of rows as a constant.
template <typename Visit>
void with_rows(int rows, Visit&& visit) {
  switch (rows) {
    case 1:
      return visit.template operator()<1>();
    case 2:
      return visit.template operator()<2>();
    case 3:
      return visit.template operator()<3>();
    case 4:
      return visit.template operator()<4>();
    case 5:
      return visit.template operator()<5>();
    case 6:
      return visit.template operator()<6>();
    default:
      return;
  }
}

}  // namespace

void factor_bodies(std::vector<BodyBlock>& blocks) {
  for (std::size_t i = blocks.size(); i-- > 0;) {
    BodyBlock& b = blocks[i];
    BodyBlock* parent = b.parent < 0 ? nullptr : &blocks[static_cast<std::size_t>(b.parent)];
    factor_symmetric<kSize>(b.inertia, b.L, b.inverse_D);
    with_rows(b.rows, [&]<int m>() { factor_joint<m>(b, parent); });
  }
}

void solve_bodies(std::vector<BodyBlock>& blocks, Targets targets) {
  for (BodyBlock& b : blocks)
    for (int i = 0; i < kSize; ++i) b.y[i] = b.force[i];
  for (std::size_t i = blocks.size(); i-- > 0;) {
    BodyBlock& b = blocks[i];
    BodyBlock* parent = b.parent < 0 ? nullptr : &blocks[static_cast<std::size_t>(b.parent)];
    forward<kSize>(b.L, b.y);
    with_rows(b.rows, [&]<int m>() { pass_inwards<m>(b, targets, parent); });
  }
  for (BodyBlock& b : blocks) {
    const BodyBlock* parent = b.parent < 0 ? nullptr : &blocks[static_cast<std::size_t>(b.parent)];
    with_rows(b.rows, [&]<int m>() { pass_outwards<m>(b, parent); });
    for (int i = 0; i < kSize; ++i) b.a[i] = b.inverse_D[i] * b.y[i];
    backward<kSize>(b.L, b.a);
  }
}

}  // namespace grouser
