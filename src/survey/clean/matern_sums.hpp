// Matern 3/2 correlations from one point to many, in the vector registers of the processor. Private to the
// terrain module. Nothing of the standard library that has code: the translation units of the levels include
// this (cmake/GrouserSimd.cmake).
//
// With a = rate d, rate = sqrt(3) / length, d the distance: (1 + a) e^-a (Rasmussen & Williams 2006, eq.
// 4.17).
#pragma once

namespace grouser::matern {

/// Counts are multiples of this; fill up with points anywhere and weight 0.
inline constexpr int kLanes = 8;

struct Functions {
  /// out[i] = correlation of (x, y) with (xs[i], ys[i]).
  void (*correlations)(const double* xs, const double* ys, int count, double x, double y, double rate,
                       double* out);
  /// Sum of weights[i] times the correlation of (x, y) with (xs[i], ys[i]).
  double (*weighted_sum)(const double* xs, const double* ys, const double* weights, int count, double x,
                         double y, double rate);
};
extern const Functions kScalar, kNeon, kSse42, kAvx2, kAvx512;

}  // namespace grouser::matern
