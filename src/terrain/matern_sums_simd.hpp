// See matern_sums.hpp. Included by the translation units of the levels and by nothing else.
#pragma once
#include "grouser/math/simd/elementary.hpp"
#include "matern_sums.hpp"

namespace grouser::matern {

namespace k = grouser::kernel;

template <class Level>
struct Sums {
  using B = typename Level::template Batch<6>;
  static constexpr int kWidth = static_cast<int>(B::size);

  GROUSER_INLINE static B load(const double* from) { return Level::template load_anywhere<6>(from); }
  GROUSER_INLINE static B correlation(const B& dx, const B& dy, double rate) {
    const B a = k::root(Level::fma(dx, dx, dy * dy)) * B(rate);
    return (B(1.0) + a) * k::exp_of<Level>(B(0.0) - a);
  }
  GROUSER_INLINE static B nested(const B& dx, const B& dy, const Shape& shape) {
    static_assert(kFineRatio == 10);
    const B a = k::root(Level::fma(dx, dx, dy * dy)) * B(shape.rate);
    const B e = k::exp_of<Level>(B(0.0) - a), e2 = e * e, e4 = e2 * e2;
    const B fine = (B(1.0) + B(1.0 * kFineRatio) * a) * (e4 * e4 * e2);
    return Level::fma(B(1.0 - shape.fine), (B(1.0) + a) * e, B(shape.fine) * fine);
  }
  static void correlations(const double* xs, const double* ys, int count, double x, double y,
                           const Shape& shape, double* out) {
    if (shape.fine > 0.0) {
      for (int i = 0; i < count; i += kWidth)
        Level::template store_anywhere<6>(nested(load(xs + i) - B(x), load(ys + i) - B(y), shape), out + i);
      return;
    }
    for (int i = 0; i < count; i += kWidth)
      Level::template store_anywhere<6>(correlation(load(xs + i) - B(x), load(ys + i) - B(y), shape.rate),
                                        out + i);
  }
  static double weighted_sum(const double* xs, const double* ys, const double* weights, int count, double x,
                             double y, const Shape& shape) {
    B sum(0.0);
    if (shape.fine > 0.0)
      for (int i = 0; i < count; i += kWidth)
        sum = Level::fma(load(weights + i), nested(load(xs + i) - B(x), load(ys + i) - B(y), shape), sum);
    else
      for (int i = 0; i < count; i += kWidth)
        sum = Level::fma(load(weights + i), correlation(load(xs + i) - B(x), load(ys + i) - B(y), shape.rate),
                         sum);
    return k::sum_of_lanes(sum);
  }
};

}  // namespace grouser::matern
