// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/normal_stress.hpp"

#include "catch.hpp"

using namespace grouser;

TEST_CASE("the place of the largest stress is the measured line where it was measured") {
  CHECK(peak_stress_fraction(0.18, 0.32, 0.221) == Approx(0.18 + 0.32 * 0.221).epsilon(1e-15));
  CHECK(peak_stress_fraction(0.43, 0.32, 1.0) == Approx(0.75));
}

TEST_CASE("at strong skid it stays inside the arc, with no kink where the line is left") {
  for (double s = -1.0; s < 1.0; s += 0.01) CHECK(peak_stress_fraction(0.18, 0.32, s) > 0.0);
  const double knee = (0.1 - 0.18) / 0.32, h = 1e-6;
  const double left =
      (peak_stress_fraction(0.18, 0.32, knee) - peak_stress_fraction(0.18, 0.32, knee - h)) / h;
  const double right =
      (peak_stress_fraction(0.18, 0.32, knee + h) - peak_stress_fraction(0.18, 0.32, knee)) / h;
  CHECK(left == Approx(right).epsilon(1e-4));
}

// theta_e of Wong & Reece maps theta_2 to theta_1, theta_m to itself and the middle to the middle; the pair at
// u must be such a pair at every u.
TEST_CASE("the two angles of a pair have equal stress") {
  const double theta_1 = 0.5, theta_m = 0.2, theta_2 = -0.1;
  const double front = (theta_1 - theta_m) / theta_1, rear = (theta_m - theta_2) / theta_1,
               last = theta_2 / theta_1;
  for (const double u : {0.0, 0.3, 0.5, 0.9, 1.0}) {
    const double ahead = theta_1 * laws::front_angle<simd::PlainLevel>(u, front);
    const double behind = theta_1 * laws::rear_angle<simd::PlainLevel>(u, rear, last);
    const double theta_e = theta_1 - (behind - theta_2) / (theta_m - theta_2) * (theta_1 - theta_m);
    CHECK(ahead == Approx(theta_e).epsilon(1e-14));
    CHECK(behind <= theta_m + 1e-15);
    CHECK(ahead >= theta_m - 1e-15);
  }
}
