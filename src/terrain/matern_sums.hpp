// Matern 3/2 correlations from one point to many, in the vector registers of the processor. Private to the
// terrain module. Nothing of the standard library that has code: the translation units of the levels include
// this (cmake/GrouserSimd.cmake).
//
// With a = rate d, rate = sqrt(3) / length, d the distance: M(a) = (1 + a) e^-a (Rasmussen & Williams 2006,
// eq. 4.17); of two nested lengths, one a kFineRatio-th of the other: (1 - fine) M(a) + fine M(kFineRatio a).
#pragma once

namespace grouser::matern {

/// Counts are multiples of this; fill up with points anywhere and weight 0.
inline constexpr int kLanes = 8;

/// Of the lengths of a nested correlation; its power of e^-a is written out in matern_sums_simd.hpp.
inline constexpr int kFineRatio = 10;

struct Shape {
  double rate = 1.0;
  double fine = 0.0;  ///< share of the variance of the fine length
};

struct Functions {
  /// out[i] = correlation of (x, y) with (xs[i], ys[i]).
  void (*correlations)(const double* xs, const double* ys, int count, double x, double y, const Shape&,
                       double* out);
  /// Sum of weights[i] times the correlation of (x, y) with (xs[i], ys[i]).
  double (*weighted_sum)(const double* xs, const double* ys, const double* weights, int count, double x,
                         double y, const Shape&);
};
extern const Functions kScalar, kNeon, kSse42, kAvx2, kAvx512;

}  // namespace grouser::matern
