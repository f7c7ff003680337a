// SPDX-License-Identifier: BSD-3-Clause
// The normal distribution by series and continued fraction, and its quantile by a rational start and
// Halley's steps. Elementary functions are grouser's own, so that draws have the same bits on every
// processor.
#include "campaign/normal_law.hpp"

#include <cmath>

#include "grouser/math/elementary.hpp"

namespace grouser {
namespace {

/// exp(-x^2/2) / sqrt(2 pi)
double normal_density(double x) {
  constexpr double kInverseRootTwoPi = 0.39894228040143267794;
  return kInverseRootTwoPi * math::exp(-0.5 * x * x);
}

/// P(X > x) of x >= 3 by Laplace's continued fraction phi(x)/(x + 1/(x + 2/(x + ...))) (Abramowitz & Stegun
/// 26.2.14).
double normal_tail(double x) {
  constexpr int kTerms = 150;  // at x = 3 the last one moves nothing
  double below = x;
  for (int k = kTerms; k > 0; --k) below = x + k / below;
  return normal_density(x) / below;
}

}  // namespace

double normal_share(double x) {
  constexpr double kTail = 3.0;
  if (x < -kTail) return normal_tail(-x);
  if (x > kTail) return 1.0 - normal_tail(x);
  // 1/2 + phi(x) (x + x^3/3 + x^5/(3 5) + ...) (Abramowitz & Stegun 26.2.11)
  double term = x, sum = x;
  for (int k = 3; sum + term != sum || k == 3; k += 2) {
    term *= x * x / k;
    if (sum + term == sum) break;
    sum += term;
  }
  return 0.5 + normal_density(x) * sum;
}

double normal_quantile(double p) {
  // By symmetry the lower half serves both.
  const double q = p < 0.5 ? p : 1.0 - p;
  // Within 4.5e-4 (Abramowitz & Stegun 26.2.23, Hastings), then Halley's steps on the share itself.
  const double t = std::sqrt(-2.0 * math::log(q));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int step = 0; step < 2; ++step) {
    const double apart = (normal_share(x) - q) / normal_density(x);
    x -= apart / (1.0 + 0.5 * x * apart);
  }
  return p < 0.5 ? x : -x;
}

}  // namespace grouser
