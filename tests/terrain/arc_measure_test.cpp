// SPDX-License-Identifier: BSD-3-Clause
#include "touch/arc_measure.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser::terrain;

namespace {
// G(u)/r^2 by the midpoint rule in long double: the definition, independent of the closed form.
long double measure_by_sum(long double w) {
  const long double h = 1.0L - w, alpha = std::acos(h);
  const int n = 200000;
  long double sum = 0.0L;
  for (int i = 0; i < n; ++i) {
    const long double theta = alpha * (i + 0.5L) / n;
    const long double delta = 1.0L - h / std::cos(theta);
    sum += delta * delta * alpha / n;  // both halves, delta^2/2 each
  }
  return sum;
}
}  // namespace

TEST_CASE("The plate's measure is the integral it stands for") {
  // the midpoint rule's error is of order 1e-11 relative with 2e5 cells
  for (const double w : {1e-5, 1e-3, 0.05, 0.1, 0.15, 0.3, 0.6, 0.9})
    CHECK(plate_measure(w).value == Approx(static_cast<double>(measure_by_sum(w))).epsilon(1e-8));
}

TEST_CASE("Series and closed form agree where they meet") {
  // t^2 = 0.06 is w = 2 t^2/(1 + t^2)
  const double w = 0.12 / 1.06;
  const PlateMeasure below = plate_measure(w * (1.0 - 1e-13)), above = plate_measure(w * (1.0 + 1e-13));
  // the closed form has lost two to three digits by cancellation there
  CHECK(below.value == Approx(above.value).epsilon(1e-12));
  CHECK(below.slope == Approx(above.slope).epsilon(1e-12));
}

TEST_CASE("The measure's slope is its derivative") {
  for (const double w : {1e-4, 0.01, 0.11, 0.12, 0.5, 0.8}) {
    const double step = 1e-5 * w;  // the central difference's error is of order 1e-10 relative
    const double slope = (plate_measure(w + step).value - plate_measure(w - step).value) / (2 * step);
    CHECK(plate_measure(w).slope == Approx(slope).epsilon(1e-8));
  }
}

TEST_CASE("The inverse gives the penetration back") {
  for (const double r : {0.05, 0.1425, 0.3})
    for (const double w : {1e-9, 1e-6, 1e-3, 0.02, 0.1, 0.3, 0.5, 0.54, 0.55, 0.6, 0.9, 0.99}) {
      const PlateMeasure m = plate_measure(w);
      const Penetration p = penetration_of(m.value * r * r, r);
      CHECK(p.u == Approx(w * r).epsilon(1e-11));
      CHECK(p.measure_slope == Approx(m.slope * r).epsilon(1e-9));
    }
}

TEST_CASE("Beyond the centre the measure is that of the plate's other half") {
  const double r = 0.2, full = M_PI * r * r;
  const double stored = plate_measure(0.3).value * r * r;
  CHECK(penetration_of(full - stored, r).u == Approx(2 * r - 0.3 * r).epsilon(1e-11));
  CHECK(penetration_of(full, r).u == Approx(2 * r));
  CHECK(std::isfinite(penetration_of(2 * full, r).u));
}
