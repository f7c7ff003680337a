// SPDX-License-Identifier: BSD-3-Clause
// Elimination and solution of a body and its joint's m rows, over double or a register (body_block.hpp). All
// is inlined: files of the vector levels share nothing.
#pragma once
#include "body_block.hpp"
#include "grouser/math/small/spatial.hpp"

namespace grouser::passes {

/// Factors of a body and of its joint's rows. Hands out what the parent feels of both, the inertia W^T E^-1
/// W: hand(n, x), number n.
template <int m, class N, class Hand>
GROUSER_INLINE void factor(BodyNumbers<N>& b, const Hand& hand) {
  b.M.factor(b.inertia);
  if constexpr (m > 0) {
    small::move_rows<m>(b.M, b.rows, b.X, b.Y);
    b.G.factor(small::rows_product<m>(b.X, b.Y, b.compliance));
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) {
      const auto& row = b.rows.of[k];
      const auto moved = small::shifted_force(
          small::Matrix<N, 6>{{{row[0]}, {row[1]}, {row[2]}, {row[3]}, {row[4]}, {row[5]}}}, b.r);
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) {
        N w = moved[i];
#pragma GCC unroll 6
        for (int j = 0; j < k; ++j) w = w - b.G.L(k, j) * b.W(j, i);
        b.W(k, i) = w;
      }
    }
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      N w[m];
#pragma GCC unroll 6
      for (int k = 0; k < m; ++k) w[k] = b.G.inverse_D[k] * b.W(k, i);
#pragma GCC unroll 6
      for (int j = 0; j <= i; ++j) {
        N sum = w[0] * b.W(0, j);
#pragma GCC unroll 6
        for (int k = 1; k < m; ++k) sum = sum + w[k] * b.W(k, j);
        hand(small::Symmetric<N, 6>::place(i, j), sum);
      }
    }
  }
}

/// Takes y and the target inwards, through a body and its joint's rows. Hands out the wrench that the
/// parent's y loses.
template <int m, class N, class Hand>
GROUSER_INLINE void pass_inwards(BodyNumbers<N>& b, bool with_targets, const Hand& hand) {
  small::substitute_forward(b.M.L, b.y);
  if constexpr (m > 0) {
    small::Matrix<N, m> z;
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) {
      z[k] = with_targets ? b.target[k] : N(0.0);
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) z[k] = z[k] - b.Y(k, i) * b.y[i];
    }
    small::substitute_forward(b.G.L, z);
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) z[k] = b.z[k] = z[k] * b.G.inverse_D[k];
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      N pull = z[0] * b.W(0, i);
#pragma GCC unroll 6
      for (int k = 1; k < m; ++k) pull = pull + z[k] * b.W(k, i);
      hand(i, pull);
    }
  }
}

/// Multipliers of the joint's rows and the body's acceleration, from that of the parent.
template <int m, class N>
GROUSER_INLINE void pass_outwards(BodyNumbers<N>& b, const small::Matrix<N, 6>& parent_a) {
  if constexpr (m > 0) {
    small::Matrix<N, m> lambda;
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) {
      N pull(0.0);
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) pull = pull + b.W(k, i) * parent_a[i];
      lambda[k] = b.z[k] + b.G.inverse_D[k] * pull;
    }
    small::substitute_backward(b.G.L, lambda);
#pragma GCC unroll 6
    for (int k = 0; k < m; ++k) {
      b.lambda[k] = lambda[k];
#pragma GCC unroll 6
      for (int i = 0; i < 6; ++i) b.y[i] = b.y[i] + lambda[k] * b.X(k, i);
    }
  }
#pragma GCC unroll 6
  for (int i = 0; i < 6; ++i) b.a[i] = b.M.inverse_D[i] * b.y[i];
  small::substitute_backward(b.M.L, b.a);
}

/// Calls visit with the number of rows as a constant.
template <class Visit>
GROUSER_INLINE void with_rows(int rows, const Visit& visit) {
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
      return visit.template operator()<0>();
  }
}

}  // namespace grouser::passes
