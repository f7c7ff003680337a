// Symmetric positive definite 6x6 matrices: no pivoting is needed, and the factorisation is root-free (A = L
// D L^T), which saves six square roots. Both triangles of A are read. Eliminating above the diagonal as well
// as below costs nothing, since a column is one register: so a solution for one right side needs no back
// substitution. Stable for such matrices (Higham 2002, section 14.4).
#pragma once
#include "grouser/math/simd/products.hpp"
#include "grouser/math/simd/solve_status.hpp"

namespace grouser::kernel {

template <class Level>
GROUSER_INLINE Pack<Level, 6> diagonal_of(const Pack<Level, 6> (&column)[6]) {
  Pack<Level, 6> out = fill<Level, 6>(0.0);
  unroll<6>([&](auto k) GROUSER_INLINED { set_lane<k>(out, column[k].r[k / out.kLanes]); });
  return out;
}

/// x with A x = b; the factors are not kept.
template <class Level>
GROUSER_INLINE Status solve_positive(const Mat6& A, const Vec6& b, Vec6& out) {
  using Rows = Pack<Level, 6>;
  using Batch = typename Rows::Batch;
  Rows c[6];
  load_columns<Level>(A, c);
  const Rows diagonal = diagonal_of(c);
  Rows y = load<Level, 6>(b.v), pivots = fill<Level, 6>(1.0), reciprocals = fill<Level, 6>(0.0);
  unroll<6>([&](auto k) GROUSER_INLINED {
    const Batch d = lane<k>(c[k]), reciprocal = Batch(1.0) / d;
    set_lane<k>(pivots, d);
    set_lane<k>(reciprocals, reciprocal);
    const Rows multipliers = cleared<k, k + 1>(times(c[k], reciprocal));
    unroll<k + 1, 6>([&](auto j) GROUSER_INLINED { subtract_times(c[j], multipliers, lane<j>(c[k])); });
    subtract_times(y, multipliers, lane<k>(y));
  });
  const Rows x[1] = {times(y, reciprocals)};
  if (!pivots_stand(pivots, diagonal, zeros_of(x))) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6) && is_finite<Level, 6>(b.v, 1), pivots, diagonal,
                             out.v, 1);
  store(x[0], out.v);
  return Status::ok;
}

/// Factors for many right sides: L below the diagonal, L^T above it, and the reciprocals of D on it. With
/// both triangles stored, forward and back substitution both add multiples of columns.
template <class Level>
GROUSER_INLINE Status factor_positive(const Mat6& A, Mat6& out) {
  using Rows = Pack<Level, 6>;
  using Batch = typename Rows::Batch;
  Rows c[6];
  load_columns<Level>(A, c);
  const Rows diagonal = diagonal_of(c);
  Rows pivots = fill<Level, 6>(1.0), reciprocals = fill<Level, 6>(0.0);
  unroll<6>([&](auto k) GROUSER_INLINED {
    const Batch d = lane<k>(c[k]), reciprocal = Batch(1.0) / d;
    set_lane<k>(pivots, d);
    set_lane<k>(reciprocals, reciprocal);
    const Rows below = cleared<0, k + 1>(times(c[k], reciprocal));
    unroll<k + 1, 6>([&](auto j) GROUSER_INLINED { subtract_times(c[j], below, lane<j>(c[k])); });
    // Row k of the later columns is still D_k L^T; the reciprocals found so far convert the part above to
    // L^T.
    c[k] = sum(cleared<k, 6>(times(c[k], reciprocals)), below);
    set_lane<k>(c[k], reciprocal);
  });
  if (!pivots_stand(pivots, diagonal, zeros_of(c))) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6), pivots, diagonal, out.v, 6);
  store_columns(c, out);
  return Status::ok;
}
/// x with A x = b from the factors of A.
template <class Level>
GROUSER_INLINE void solve_factored(const Mat6& factors, const Vec6& b, Vec6& out) {
  using Rows = Pack<Level, 6>;
  Rows c[6];
  load_columns<Level>(factors, c);
  Rows y = load<Level, 6>(b.v);
  unroll<5>([&](auto k) GROUSER_INLINED { subtract_times(y, cleared<0, k + 1>(c[k]), lane<k>(y)); });
  y = times(y, diagonal_of(c));
  unroll<5>([&](auto step) GROUSER_INLINED {
    constexpr int k = 5 - step;
    subtract_times(y, cleared<k, 6>(c[k]), lane<k>(y));
  });
  store(y, out.v);
}

/// A^-1 in place of A's columns: column k of step k is what the identity's column would have become.
template <class Level>
GROUSER_INLINE Status inverse_positive(const Mat6& A, Mat6& out) {
  using Rows = Pack<Level, 6>;
  using Batch = typename Rows::Batch;
  Rows c[6];
  load_columns<Level>(A, c);
  const Rows diagonal = diagonal_of(c);
  Rows pivots = fill<Level, 6>(1.0);
  unroll<6>([&](auto k) GROUSER_INLINED {
    const Batch d = lane<k>(c[k]), reciprocal = Batch(1.0) / d;
    set_lane<k>(pivots, d);
    Rows multipliers = times(c[k], reciprocal);
    set_lane<k>(multipliers, Batch(0.0) - reciprocal);
    unroll<6>([&](auto j) GROUSER_INLINED {
      if constexpr (j != k) {
        const Batch f = lane<k>(c[j]);
        c[j] = cleared<k, k + 1>(c[j]);
        subtract_times(c[j], multipliers, f);
      }
    });
    c[k] = difference(fill<Level, 6>(0.0), multipliers);
  });
  if (!pivots_stand(pivots, diagonal, zeros_of(c))) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6), pivots, diagonal, out.v, 6);
  store_columns(c, out);
  return Status::ok;
}

}  // namespace grouser::kernel
