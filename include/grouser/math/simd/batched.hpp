// Eight 6x6 systems at a time, one per lane: every operation uses full registers, nothing is shuffled, and
// eight systems share the long latencies of a single factorisation (six divisions, one after the other).
#pragma once
#include "grouser/math/kernel_types.hpp"
#include "grouser/math/simd/pack.hpp"

namespace grouser::kernel {

/// Solves as many systems as a register has lanes, from system `from` on. True in the lanes that have a
/// solution.
template <class Level>
GROUSER_INLINE auto solve_positive_lanes(const SymmetricBatch& A, const VectorBatch& b, int from,
                                         VectorBatch& x) {
  using Batch = typename Level::template Batch<6>;
  Batch a[6][6], y[6], reciprocal[6], zeros(0.0);
  unroll<6>([&](auto j) GROUSER_INLINED {
    unroll<j, 6>([&](auto i) GROUSER_INLINED {
      a[i][j] = Level::template load<6>(A.v[SymmetricBatch::index(i, j)] + from);
    });
    y[j] = Level::template load<6>(b.v[j] + from);
  });
  auto good = Batch(1.0) > zeros;
  unroll<6>([&](auto k) GROUSER_INLINED {
    // The diagonal is read again: keeping it would cost registers.
    good = good &
           (a[k][k] > Level::template load<6>(A.v[SymmetricBatch::index(k, k)] + from) * Batch(kPivotFloor));
    reciprocal[k] = Batch(1.0) / a[k][k];
    unroll<k + 1, 6>([&](auto i) GROUSER_INLINED {
      const Batch l = a[i][k] * reciprocal[k];
      unroll<k + 1, i>([&](auto j) GROUSER_INLINED { a[i][j] = Level::fnma(l, a[j][k], a[i][j]); });
      a[i][i] = Level::fnma(l, a[i][k], a[i][i]);
      y[i] = Level::fnma(l, y[k], y[i]);
    });
    unroll<k + 1, 6>([&](auto i) GROUSER_INLINED { a[i][k] = a[i][k] * reciprocal[k]; });
  });
  unroll<6>([&](auto step) GROUSER_INLINED {
    constexpr int k = 5 - step;
    y[k] = y[k] * reciprocal[k];
    unroll<k + 1, 6>([&](auto i) GROUSER_INLINED { y[k] = Level::fnma(a[i][k], y[i], y[k]); });
    zeros = Level::fma(y[k], Batch(0.0), zeros);
    Level::template store<6>(y[k], x.v[k] + from);
  });
  return good & (Batch(1.0) > zeros);
}

/// Returns the good lanes as bits; x becomes NaN in the others.
template <class Level, class Mask>
[[gnu::noinline, gnu::cold]] unsigned mark_bad_lanes(const Mask& good, int from, VectorBatch& x) {
  using Batch = typename Level::template Batch<6>;
  alignas(64) double flag[SymmetricBatch::kLanes];
  Level::template store<6>(Level::select(good, Batch(1.0), Batch(0.0)), flag);
  unsigned bits = 0;
  for (int lane = 0; lane < static_cast<int>(Batch::size); ++lane) {
    if (flag[lane] != 0.0)
      bits |= 1u << lane;
    else
      for (auto& row : x.v) row[from + lane] = __builtin_nan("");
  }
  return bits;
}

/// Solves A x = b for eight symmetric positive definite A by L D L^T. Bit l of the result is set if matrix l
/// is positive definite and its x finite; the other x are NaN.
template <class Level>
GROUSER_INLINE unsigned solve_positive_batch(const SymmetricBatch& A, const VectorBatch& b, VectorBatch& x) {
  constexpr int kLanes = static_cast<int>(Level::template Batch<6>::size);
  unsigned good_lanes = 0;
  unroll<SymmetricBatch::kLanes / kLanes>([&](auto group) GROUSER_INLINED {
    constexpr int kFrom = group * kLanes;
    const auto good = solve_positive_lanes<Level>(A, b, kFrom, x);
    const unsigned bits = Level::all(good) ? (1u << kLanes) - 1 : mark_bad_lanes<Level>(good, kFrom, x);
    good_lanes |= bits << kFrom;
  });
  return good_lanes;
}

}  // namespace grouser::kernel
