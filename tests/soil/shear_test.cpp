// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/shear.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser;

// 1 - 1/e and 1 - 1/e^3
TEST_CASE("Janosi-Hanamoto shear at one and three moduli") {
  CHECK(mobilised_shear(0.02, 0.0, 0.02).x == Approx(0.6321205588).epsilon(1e-9));
  CHECK(mobilised_shear(0.06, 0.0, 0.02).x == Approx(0.9502129316).epsilon(1e-9));
  CHECK(laws::shear_strength<simd::PlainLevel>(170.0, 0.7, 1000.0) == Approx(870.0));
}

TEST_CASE("shear is isotropic: only the length of the displacement counts, and the stress follows it") {
  const double j = 0.013, k = 0.017, full = mobilised_shear(j, 0.0, k).x;
  for (double angle = 0.0; angle < 6.4; angle += 0.3) {
    const Mobilised m = mobilised_shear(j * std::cos(angle), j * std::sin(angle), k);
    CHECK(m.x == Approx(full * std::cos(angle)).margin(1e-15));
    CHECK(m.y == Approx(full * std::sin(angle)).margin(1e-15));
  }
}

TEST_CASE("shear is smooth through zero: series and closed form meet, the slope there is 1/K") {
  const double k = 0.01;
  CHECK(mobilised_shear(1e-9, 0.0, k).x == Approx(1e-7).epsilon(1e-6));
  const double below = mobilised_shear(0.999999e-4 * k, 0.0, k).x,
               above = mobilised_shear(1.000001e-4 * k, 0.0, k).x;
  CHECK(above - below == Approx(2e-10).epsilon(1e-3));  // d(mobilised) = d(j)/K
  const Mobilised zero = mobilised_shear(0.0, 0.0, k);
  CHECK(zero.x == 0.0);
  CHECK(zero.y == 0.0);
}
