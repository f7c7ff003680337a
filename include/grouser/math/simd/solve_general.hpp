// Inverses and solutions of general matrices, by Gauss-Jordan elimination with partial pivoting (Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, section 14.4) for 6x6 and by cofactors for
// 3x3.
#pragma once
#include "grouser/math/simd/products.hpp"
#include "grouser/math/simd/solve_status.hpp"

namespace grouser::kernel {

/// p and q trade places where `swap` says so: a choice without a branch, which random pivots would
/// mispredict.
template <class Level, class Mask, class Batch>
GROUSER_INLINE void exchange_if(const Mask& swap, Batch& p, Batch& q) {
  const Batch old = p;
  p = Level::select(swap, q, p);
  q = Level::select(swap, old, q);
}
/// exchange(i, j) for pairs out of FROM to 5, in rounds, such that the larger of each pair goes on: the
/// largest ends at FROM after three rounds instead of five comparisons in a row.
template <int FROM, class F>
GROUSER_INLINE void tournament(const F& exchange) {
  unroll<3>([&](auto round) GROUSER_INLINED {
    constexpr int kStep = 1 << round;
    unroll<3>([&](auto pair) GROUSER_INLINED {
      constexpr int i = FROM + 2 * kStep * pair;
      if constexpr (i + kStep < 6) exchange(Index<i>{}, Index<i + kStep>{});
    });
  });
}
template <class Level, int N>
GROUSER_INLINE Pack<Level, N> largest_of(const Pack<Level, N> (&column)[N]) {
  Pack<Level, N> out = abs(column[0]);
  unroll<1, N>([&](auto j) GROUSER_INLINED { out = max(out, abs(column[j])); });
  return out;
}

/// A^-1. Columns of A are combined until they are those of the identity; the same combinations of the
/// identity's are then the inverse. Step k divides by the element of row k that is largest in what columns
/// are left, found by a tournament that moves the columns; carrying the identity along makes undoing the
/// exchanges needless. The elements of A above row k are not needed any more, so whole registers of them are
/// left out.
template <class Level>
GROUSER_INLINE Status inverse(const Mat6& A, Mat6& out) {
  using Rows = Pack<Level, 6>;
  using Batch = typename Rows::Batch;
  Rows a[6], e[6];
  load_columns<Level>(A, a);
  unroll<6>([&](auto j) GROUSER_INLINED {
    e[j] = fill<Level, 6>(0.0);
    set_lane<j>(e[j], Batch(1.0));
  });
  const Rows largest = largest_of(a);
  Rows pivots = fill<Level, 6>(1.0);
  unroll<6>([&](auto k) GROUSER_INLINED {
    constexpr int kFirst = (k + 1) / Rows::kLanes;
    Batch f[6], size[6];  // row k
    unroll<6>([&](auto j) GROUSER_INLINED {
      f[j] = lane<k>(a[j]);
      size[j] = Level::abs(f[j]);
    });
    tournament<k>([&](auto i, auto j) GROUSER_INLINED {
      const auto swap = size[j] > size[i];
      size[i] = Level::max(size[j], size[i]);
      exchange_if<Level>(swap, f[i], f[j]);
      unroll<kFirst, Rows::kRegisters>(
          [&](auto r) GROUSER_INLINED { exchange_if<Level>(swap, a[i].r[r], a[j].r[r]); });
      unroll<Rows::kRegisters>([&](auto r)
                                   GROUSER_INLINED { exchange_if<Level>(swap, e[i].r[r], e[j].r[r]); });
    });
    set_lane<k>(pivots, size[k]);
    const Batch scale = Batch(1.0) / f[k];
    a[k] = times(a[k], scale);
    e[k] = times(e[k], scale);
    unroll<6>([&](auto j) GROUSER_INLINED {
      if constexpr (j != k) {
        unroll<kFirst, Rows::kRegisters>(
            [&](auto r) GROUSER_INLINED { a[j].r[r] = Level::fnma(a[k].r[r], f[j], a[j].r[r]); });
        subtract_times(e[j], e[k], f[j]);
      }
    });
  });
  // |A^-1| times the largest elements of A's rows, however rows are scaled: infinite or NaN where the inverse
  // is.
  Rows condition = fill<Level, 6>(0.0);
  unroll<6>([&](auto j) GROUSER_INLINED { add_times(condition, abs(e[j]), lane<j>(largest)); });
  if (!all_greater(fill<Level, 6>(1.0 / kPivotFloor), condition)) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6), pivots, largest, out.v, 6,
                             all_greater(fill<Level, 6>(__DBL_MAX__), condition));
  store_columns(e, out);
  return Status::ok;
}

/// x with A x = b. Rows in registers, right side beside them; pivots as in inverse(), here down the columns.
template <class Level>
GROUSER_INLINE Status solve(const Mat6& A, const Vec6& b, Vec6& out) {
  using Rows = Pack<Level, 6>;
  using Batch = typename Rows::Batch;
  Rows a[6];
  load_rows<Level>(A, a);
  const Rows largest = largest_of(a);
  Batch y[6], scale[6];
  unroll<6>([&](auto i) GROUSER_INLINED { y[i] = Batch(b.v[i]); });
  Rows pivots = fill<Level, 6>(1.0);
  unroll<6>([&](auto k) GROUSER_INLINED {
    constexpr int kFirst = (k + 1) / Rows::kLanes;
    Batch f[6], size[6];  // column k
    unroll<k, 6>([&](auto i) GROUSER_INLINED {
      f[i] = lane<k>(a[i]);
      size[i] = Level::abs(f[i]);
    });
    tournament<k>([&](auto i, auto j) GROUSER_INLINED {
      const auto swap = size[j] > size[i];
      size[i] = Level::max(size[j], size[i]);
      exchange_if<Level>(swap, f[i], f[j]);
      exchange_if<Level>(swap, y[i], y[j]);
      unroll<kFirst, Rows::kRegisters>(
          [&](auto r) GROUSER_INLINED { exchange_if<Level>(swap, a[i].r[r], a[j].r[r]); });
    });
    set_lane<k>(pivots, size[k]);
    scale[k] = Batch(1.0) / f[k];
    unroll<k + 1, 6>([&](auto i) GROUSER_INLINED {
      const Batch factor = f[i] * scale[k];
      unroll<kFirst, Rows::kRegisters>(
          [&](auto r) GROUSER_INLINED { a[i].r[r] = Level::fnma(a[k].r[r], factor, a[i].r[r]); });
      y[i] = Level::fnma(y[k], factor, y[i]);
    });
  });
  Rows x[1] = {fill<Level, 6>(0.0)};
  unroll<6>([&](auto step) GROUSER_INLINED {
    constexpr int k = 5 - step;
    unroll<k + 1, 6>([&](auto j) GROUSER_INLINED { y[k] = Level::fnma(lane<j>(a[k]), y[j], y[k]); });
    y[k] = y[k] * scale[k];
    set_lane<k>(x[0], y[k]);
  });
  if (!pivots_stand(pivots, largest, zeros_of(x))) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6) && is_finite<Level, 6>(b.v, 1), pivots, largest,
                             out.v, 1);
  store(x[0], out.v);
  return Status::ok;
}

/// The cofactors of the columns of A; its determinant and the sum of the sizes of the determinant's six
/// terms, every lane. Rounding leaves up to kPivotFloor times that sum of a zero determinant, however rows
/// and columns are scaled.
template <class Level>
struct Cofactors {
  using Rows = Pack<Level, 3>;
  using Batch = typename Rows::Batch;
  Rows of[3];
  Batch determinant, permanent;
  GROUSER_INLINE explicit Cofactors(const Mat3& A) {
    Rows a[3];
    load_columns<Level>(A, a);
    Rows y[3], z[3];  // turned once and twice: a x b is then y(a) z(b) - z(a) y(b)
    unroll<3>([&](auto j) GROUSER_INLINED {
      y[j] = rotated(a[j]);
      z[j] = rotated(y[j]);
    });
    const Rows first = times(y[1], z[2]);
    of[0] = first;
    subtract_times(of[0], z[1], y[2]);
    of[1] = times(y[2], z[0]);
    subtract_times(of[1], z[2], y[0]);
    of[2] = times(y[0], z[1]);
    subtract_times(of[2], z[0], y[1]);
    Rows sizes = abs(first);
    add_times(sizes, abs(z[1]), abs(y[2]));
    const Rows both = Level::sums(times(a[0], of[0]), times(abs(a[0]), sizes));
    determinant = lane<0>(both);
    permanent = lane<1>(both);
  }
  /// For give_up(), which asks for a pack.
  GROUSER_INLINE static Rows as_pack(const Batch& x) {
    Rows out;
    each<Level, 3>([&](auto i) GROUSER_INLINED { out.r[i] = Level::abs(x); });
    return out;
  }
  GROUSER_INLINE bool stands(const Batch& zeros) const {
    return Level::all(Level::abs(determinant) > Level::fma(permanent, Batch(kPivotFloor), zeros));
  }
};

/// A^-1: its rows are the cofactors over the determinant.
template <class Level>
GROUSER_INLINE Status inverse(const Mat3& A, Mat3& out) {
  using Rows = Pack<Level, 3>;
  using Batch = typename Rows::Batch;
  const Cofactors<Level> c(A);
  Rows column[3];
  Level::transpose(c.of, column);
  const Batch scale = Batch(1.0) / c.determinant;
  unroll<3>([&](auto j) GROUSER_INLINED { column[j] = times(column[j], scale); });
  if (!c.stands(total(zeros_of(column)))) [[unlikely]]
    return give_up<Level, 3>(is_finite<Level, 3>(A.v, 3), c.as_pack(c.determinant), c.as_pack(c.permanent),
                             out.v, 3);
  store_columns(column, out);
  return Status::ok;
}
/// x with A x = b (Cramer's rule).
template <class Level>
GROUSER_INLINE Status solve(const Mat3& A, const Vec3& b, Vec3& out) {
  using Rows = Pack<Level, 3>;
  using Batch = typename Rows::Batch;
  const Cofactors<Level> c(A);
  Rows column[3], x[1];
  Level::transpose(c.of, column);
  x[0] = times(combine(column, b.v), Batch(1.0) / c.determinant);
  if (!c.stands(total(zeros_of(x)))) [[unlikely]]
    return give_up<Level, 3>(is_finite<Level, 3>(A.v, 3) && is_finite<Level, 3>(b.v, 1),
                             c.as_pack(c.determinant), c.as_pack(c.permanent), out.v, 1);
  store(x[0], out.v);
  return Status::ok;
}

}  // namespace grouser::kernel
