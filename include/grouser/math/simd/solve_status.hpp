// How a solver reports that there is no solution. The usual path is one comparison over all pivots: a pivot
// must exceed kPivotFloor times the scale it came from, plus zero times the result, which is NaN if the
// result is not finite. A singular matrix whose first columns are themselves nearly dependent may pass: the
// result then solves nearby equations and is large. The general inverse, which has all of |A^-1| available,
// measures the condition instead.
#pragma once
#include "grouser/math/kernel_types.hpp"
#include "grouser/math/simd/pack.hpp"

namespace grouser::kernel {

/// Zero if all results of a row are finite, NaN if one is not.
template <class Level, int N, int COUNT>
GROUSER_INLINE Pack<Level, N> zeros_of(const Pack<Level, N> (&column)[COUNT]) {
  using Batch = typename Pack<Level, N>::Batch;
  Pack<Level, N> out = times(column[0], Batch(0.0));
  unroll<1, COUNT>([&](auto j) GROUSER_INLINED { add_times(out, column[j], Batch(0.0)); });
  return out;
}
template <class Level, int N>
GROUSER_INLINE bool pivots_stand(const Pack<Level, N>& pivots, const Pack<Level, N>& scale,
                                 Pack<Level, N> floor) {
  add_times(floor, scale, typename Pack<Level, N>::Batch(kPivotFloor));
  return all_greater(pivots, floor);
}

/// Checks ROWS numbers in each of `columns` columns.
template <class Level, int ROWS>
GROUSER_INLINE bool is_finite(const double* values, int columns) {
  constexpr int kStride = ROWS == 3 ? 4 : 8;
  bool finite = true;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < ROWS; ++i) finite = finite && __builtin_isfinite(values[kStride * j + i]);
  return finite;
}

/// Fills the result with NaN (not its padding) and tells the reason: singular if the input is finite and a
/// pivot is too small; pivots that are NaN come from numbers beyond the range. Rare, therefore kept out of
/// the usual path.
template <class Level, int ROWS>
[[gnu::noinline, gnu::cold]] Status give_up(bool input_finite, const Pack<Level, ROWS>& pivots,
                                            const Pack<Level, ROWS>& scale, double* result, int columns,
                                            bool ill_conditioned = false) {
  constexpr int kStride = ROWS == 3 ? 4 : 8;
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < ROWS; ++i) result[kStride * j + i] = __builtin_nan("");
  alignas(64) double pivot[kStride], floor[kStride];
  store(pivots, pivot);
  store(times(scale, typename Pack<Level, ROWS>::Batch(kPivotFloor)), floor);
  bool small = ill_conditioned;
  for (int i = 0; i < ROWS; ++i) small = small || (pivot[i] <= floor[i] && __builtin_isfinite(floor[i]));
  return input_finite && small ? Status::singular : Status::not_finite;
}

}  // namespace grouser::kernel
