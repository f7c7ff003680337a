// Inverses and solutions of general matrices, by Gauss-Jordan elimination with partial pivoting (Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, section 14.4) for 6x6 and by cofactors for
// 3x3.
#pragma once
#include "grouser/math/simd/products.hpp"
#include "grouser/math/simd/solve_status.hpp"

namespace grouser::kernel {

/// Exchanges p and q where `swap` is set: without a branch, which random pivots would cause to be
/// mispredicted.
template <class Level, class Mask, class Batch>
GROUSER_INLINE void exchange_if(const Mask& swap, Batch& p, Batch& q) {
  const Batch old = p;
  p = Level::select(swap, q, p);
  q = Level::select(swap, old, q);
}
/// Calls exchange(i, j) for pairs from FROM to 5, in rounds, such that the larger of each pair goes on: the
/// largest arrives at FROM after three rounds instead of five comparisons in a row.
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
/// identity's columns are then the inverse. Step k divides by the element of row k that is largest in the
/// remaining columns, found by a tournament that moves the columns; because the identity is carried along,
/// the exchanges need not be undone. The elements of A above row k are no longer needed, so whole registers
/// of them are left out.
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
  // |A^-1| times the largest elements of A's rows, however rows are scaled; infinite or NaN where the inverse
  // is.
  Rows condition = fill<Level, 6>(0.0);
  unroll<6>([&](auto j) GROUSER_INLINED { add_times(condition, abs(e[j]), lane<j>(largest)); });
  if (!all_greater(fill<Level, 6>(1.0 / kPivotFloor), condition)) [[unlikely]]
    return give_up<Level, 6>(is_finite<Level, 6>(A.v, 6), pivots, largest, out.v, 6,
                             all_greater(fill<Level, 6>(__DBL_MAX__), condition));
  store_columns(e, out);
  return Status::ok;
}

/// x with A x = b. Rows are in registers, with the right side beside them; pivots as in inverse(), but down
/// the columns.
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

/// The adjugate and the determinant of A, from the cross products of A's columns. a x b is computed as a (b
/// rotated) - (a rotated) b, which is a x b rotated twice; the results of the transpose are named accordingly
/// instead of rotating it back. The adjugate times A's first column is (determinant, 0, 0), without a sum
/// across lanes.
template <class Level>
struct Cofactors {
  using Rows = Pack<Level, 3>;
  using Batch = typename Rows::Batch;
  Rows adjugate[3];
  Batch determinant;  // every lane
  Rows cross[3];      // a1 x a2, a2 x a0, a0 x a1, rotated twice
  Rows sizes;         // |p| + 4 |cross[0]|, p: the first products of cross[0]
  Rows factors;       // what makes p terms of the determinant: a0 rotated twice

  GROUSER_INLINE explicit Cofactors(const Mat3& A) {
    Rows a[3], turned[3], row[3];
    load_columns<Level>(A, a);
    unroll<3>([&](auto j) GROUSER_INLINED { turned[j] = rotated(a[j]); });
    const Rows p = times(a[1], turned[2]);
    cross[0] = times(a[1], turned[2]);  // p again: for a copy GCC 12 leaves a useless store
    subtract_times(cross[0], a[2], turned[1]);
    cross[1] = times(a[2], turned[0]);
    subtract_times(cross[1], a[0], turned[2]);
    cross[2] = times(a[0], turned[1]);
    subtract_times(cross[2], a[1], turned[0]);
    sizes = abs(p);
    add_times(sizes, abs(cross[0]), Batch(4.0));
    factors = rotated(turned[0]);
    Level::transpose(cross, row);
    adjugate[0] = row[1];
    adjugate[1] = row[2];
    adjugate[2] = row[0];
    determinant = lane<0>(combine(adjugate, A.v));
  }
  GROUSER_INLINE double determinant_alone() const {
    alignas(64) double lanes[Rows::kLanes];
    Level::template store<3>(determinant, lanes);
    return lanes[0];
  }
  /// Whether |determinant| is so large beside its six terms t, and beside `other`, that settle() need not
  /// check it. Three of the t are p * factors, and the others differ from them by cross[0] * factors, so
  /// where this holds
  ///   sum |t| <= 6 max |factors| (|p| + 4 |cross[0]|) <= 6/8 |determinant| / kPivotFloor
  /// The 4 makes the left side overflow before the determinant does.
  GROUSER_INLINE bool stands_out(const Rows& other) const {
    Rows terms = other;
    add_times(terms, abs(factors), sizes);
    return Level::all(Level::abs(determinant * Batch(1.0 / (8.0 * kPivotFloor))) > total(terms));
  }
};

/// ok if the determinant exceeds kPivotFloor times the sum of the sizes of its six terms (which is what
/// rounding may leave of a zero determinant, however rows and columns are scaled) and the result is finite.
template <class Level>
[[gnu::noinline, gnu::cold]] Status settle(const Mat3& A, bool right_side_finite, double determinant,
                                           double* result, int columns) {
  const auto size = [&](int i, int j) { return __builtin_fabs(A(i % 3, j)); };
  double permanent = 0.0;
  for (int i = 0; i < 3; ++i)
    permanent += size(i, 0) * (size(i + 1, 1) * size(i + 2, 2) + size(i + 2, 1) * size(i + 1, 2));
  const Pack<Level, 3> found = fill<Level, 3>(__builtin_fabs(determinant)), terms = fill<Level, 3>(permanent);
  if (is_finite<Level, 3>(result, columns) && pivots_stand(found, terms, fill<Level, 3>(0.0)))
    return Status::ok;
  for (int j = 0; j < columns; ++j) result[4 * j + 3] = 0.0;  // zero times infinity
  return give_up<Level, 3>(right_side_finite && is_finite<Level, 3>(A.v, 3), found, terms, result, columns);
}

/// A^-1: the adjugate over the determinant.
template <class Level>
GROUSER_INLINE Status inverse(const Mat3& A, Mat3& out) {
  using Batch = typename Pack<Level, 3>::Batch;
  const Cofactors<Level> c(A);
  const Batch scale = Batch(1.0) / c.determinant;
  unroll<3>([&](auto j) GROUSER_INLINED { store(times(c.adjugate[j], scale), out.v + 4 * j); });
  // stands_out() with this means a determinant above 2^-1012, whose reciprocal is finite, and cofactors below
  // 2^942 times it, so that the inverse is finite: known before the division is done.
  Pack<Level, 3> other = fill<Level, 3>(0x1p-970);
  add_times(other, sum(sum(abs(c.cross[0]), abs(c.cross[1])), abs(c.cross[2])), Batch(0x1p-900));
  if (!c.stands_out(other)) [[unlikely]]
    return settle<Level>(A, true, c.determinant_alone(), out.v, 3);
  return Status::ok;
}
/// x with A x = b (Cramer's rule).
template <class Level>
GROUSER_INLINE Status solve(const Mat3& A, const Vec3& b, Vec3& out) {
  using Batch = typename Pack<Level, 3>::Batch;
  const Cofactors<Level> c(A);
  const Pack<Level, 3> x = times(combine(c.adjugate, b.v), Batch(1.0) / c.determinant);
  store(x, out.v);
  if (!c.stands_out(times(x, Batch(0.0)))) [[unlikely]]  // NaN where x is not finite
    return settle<Level>(A, is_finite<Level, 3>(b.v, 1), c.determinant_alone(), out.v, 1);
  return Status::ok;
}

}  // namespace grouser::kernel
