// SPDX-License-Identifier: BSD-3-Clause
// See matern_sums.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "grouser/math/simd/elementary.hpp"
#include "matern_sums.hpp"

namespace grouser::matern {

namespace k = grouser::simd;

/// The functions for one level; each call handles kWidth points at once.
template <class Level>
struct Sums {
  using B = typename Level::Batch;
  static constexpr int kWidth = static_cast<int>(B::size);

  GROUSER_INLINE static B load(const double* from) { return Level::load_anywhere(from); }
  GROUSER_INLINE static B correlation(const B& dx, const B& dy, double rate) {
    const B a = k::root(Level::fma(dx, dx, dy * dy)) * B(rate);
    return (B(1.0) + a) * k::exp_of<Level>(B(0.0) - a);
  }
  static void correlations(const double* xs, const double* ys, int count, double x, double y, double rate,
                           double* out) {
    for (int i = 0; i < count; i += kWidth)
      Level::store_anywhere(correlation(load(xs + i) - B(x), load(ys + i) - B(y), rate), out + i);
  }
  static double weighted_sum(const double* xs, const double* ys, const double* weights, int count, double x,
                             double y, double rate) {
    B sum(0.0);
    for (int i = 0; i < count; i += kWidth)
      sum = Level::fma(load(weights + i), correlation(load(xs + i) - B(x), load(ys + i) - B(y), rate), sum);
    return k::sum_of_lanes(sum);
  }
};

}  // namespace grouser::matern
