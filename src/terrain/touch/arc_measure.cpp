// SPDX-License-Identifier: BSD-3-Clause
// The measure of a disc on a plate, S = G(u), and its inverse (docs/theory_contact.md, (3) and (4)), over
// the radius: w = u/r = 1 - cos(alpha). Near 0 the closed form cancels, so series replace it.
#include "arc_measure.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "measure_series.hpp"

namespace grouser::terrain {
namespace {

// Below this t^2, t = tan(alpha/2), the closed form loses digits by cancellation and the power series is used
// instead; its 14 terms are accurate to 0.06^14 / 100, far below rounding.
constexpr double kSeriesLimit = 0.06;

// With t = tan(alpha/2), from the series of atan and artanh:
//   (1 + t^2)^2 G = t^5 sum c_k t^(2k)
constexpr double kMeasureSeries[] = {64.0 / 15,    64.0 / 105,   128.0 / 315,  128.0 / 693,
                                     64.0 / 429,   64.0 / 715,   256.0 / 3315, 256.0 / 4845,
                                     320.0 / 6783, 320.0 / 9177, 128.0 / 4025, 128.0 / 5175};

double series(double t2) {
  double sum = 0.0;
  for (int k = 11; k >= 0; --k) sum = sum * t2 + kMeasureSeries[k];
  return sum;
}

// L - sin(alpha) = 2 [artanh t - t/(1 + t^2)] = 2 t^3 sum (1/(2k+3) + (-1)^k) t^(2k), k = 0, 1, ...
double slope_series(double t2) {
  double sum = 0.0;
  for (int k = 13; k >= 0; --k) sum = sum * t2 + (1.0 / (2 * k + 3) + (k % 2 == 0 ? 1.0 : -1.0));
  return sum;
}

/// w = x P(x) and dw/dx.
struct Inverse {
  double w, slope;
};
Inverse inverse_series(double x) {
  double sum = 0.0, derivative = 0.0;
  for (int k = kInverseTerms - 1; k >= 0; --k) {
    derivative = derivative * x + sum;
    sum = sum * x + kInverseSeries[k];
  }
  return {x * sum, sum + x * derivative};
}

}  // namespace

PlateMeasure plate_measure(double w) {
  const double t2 = w / (2.0 - w), t = std::sqrt(t2);
  const double one = 1.0 + t2;
  if (t2 < kSeriesLimit) return {t2 * t2 * t * series(t2) / (one * one), 4.0 * t2 * t * slope_series(t2)};
  const double cos_alpha = 1.0 - w, sin_alpha = 2.0 * t / one;
  const double big_l = math::log((1.0 + t) / (1.0 - t));
  const double alpha = 2.0 * math::atan(t);
  return {alpha - 2.0 * cos_alpha * big_l + sin_alpha * cos_alpha, 2.0 * (big_l - sin_alpha)};
}

Penetration penetration_of(double stored, double radius) {
  // beyond the centre use the other half of the plate: G(2r - u) = pi r^2 - G(u)
  if (stored > 0.5 * std::numbers::pi * radius * radius) {
    const double rest = std::numbers::pi * radius * radius - stored;
    if (!(rest > 0.0)) return {2.0 * radius, 2.0 * radius};
    const Penetration mirrored = penetration_of(rest, radius);
    return {2.0 * radius - mirrored.u, mirrored.measure_slope};
  }
  constexpr double kDeepest = 1.0 - 1e-9;  // the slope of G is infinite at w = 1
  const double s = stored / (radius * radius);
  // x: the leading term of the inverse
  const double x = math::pow(s / kMeasureScale, 0.4);
  const Inverse inverse = inverse_series(x);
  if (x < kInverseLimit) return {inverse.w * radius, s / (0.4 * x * inverse.slope) * radius};
  double w = std::min(inverse.w, kDeepest);
  PlateMeasure m = plate_measure(w);
  constexpr int kNewtonSteps = 20;
  // G is convex: Newton from above never overshoots, and two or three steps reach rounding
  for (int i = 0; i < kNewtonSteps; ++i) {
    const double next = std::clamp(w - (m.value - s) / m.slope, 0.5 * w, kDeepest);
    const double change = std::fabs(next - w);
    w = next;
    m = plate_measure(w);
    if (change <= 1e-9 * w) break;  // quadratic: the next change would be below rounding
  }
  return {w * radius, m.slope * radius};
}

}  // namespace grouser::terrain
