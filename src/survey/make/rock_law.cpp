// SPDX-License-Identifier: BSD-3-Clause
// Numbers of rocks by the exponential law of the area that they cover, F(D) = k exp(-q D).
#include <cmath>
#include <numbers>

#include "grouser/math/elementary.hpp"
#include "grouser/survey/make/rocks.hpp"

namespace grouser {

double rock_decay(double abundance) { return 1.79 + 0.152 / abundance; }

double rock_area_fraction(double abundance, double diameter) {
  return abundance * math::exp(-rock_decay(abundance) * diameter);
}

// With u = 1/D the integral of exp(-q D)/D^2 dD becomes that of exp(-q/u) du, which is smooth: Simpson's
// rule.
double rock_density(double abundance, double smallest, double largest) {
  constexpr int kIntervals = 2000;  // even
  const double q = rock_decay(abundance);
  const double from = 1.0 / largest, step = (1.0 / smallest - from) / kIntervals;
  double sum = 0.0;
  for (int i = 0; i <= kIntervals; ++i) {
    const double weight = i == 0 || i == kIntervals ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    sum += weight * math::exp(-q / (from + i * step));
  }
  return 4.0 * abundance * q / std::numbers::pi * sum * step / 3.0;
}

}  // namespace grouser
