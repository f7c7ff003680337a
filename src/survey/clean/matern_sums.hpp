// SPDX-License-Identifier: BSD-3-Clause
// Matern 3/2 correlations from one point to many, in the vector registers of the processor. Private to the
// terrain module. Uses no standard library code, because the vector-level translation units include it
// (cmake/GrouserSimd.cmake).
//
// With a = rate d, rate = sqrt(3) / length, d the distance (Rasmussen & Williams 2006, eq. 4.17):
//   correlation = (1 + a) e^-a
#pragma once

namespace grouser::matern {

/// Counts are multiples of this; fill up with any points of weight 0.
inline constexpr int kLanes = 8;

/// Both functions of one level of vector registers.
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
