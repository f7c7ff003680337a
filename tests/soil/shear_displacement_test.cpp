// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/shear_displacement.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser;

// The definition: integral of the sliding speed over the time the soil takes to pass, by the midpoint rule
// with 20000 steps (error below 1e-9 of the result).
TEST_CASE("shear displacement is the time integral of the sliding speed") {
  const double r = 0.14, omega = 1.3, theta_1 = 0.5, theta = 0.1;
  struct Case {
    double slip, side_ratio;  // side_ratio: v_y / v
  };
  for (const Case& c : {Case{0.3, 0.2}, Case{0.0, -0.4}, Case{-0.6, 0.5}, Case{-0.95, 0.0}}) {
    const double u = r * omega;
    const double v = c.slip >= 0.0 ? u * (1.0 - c.slip) : u / (1.0 + c.slip);
    const double v_y = c.side_ratio * v;
    double j_x = 0.0, j_y = 0.0;
    const int steps = 20000;
    const double d_theta = (theta_1 - theta) / steps;
    for (int i = 0; i < steps; ++i) {
      const double t = theta_1 - (i + 0.5) * d_theta;
      j_x += (u - v * std::cos(t)) * d_theta / omega;
      j_y += -v_y * d_theta / omega;
    }
    const double larger = c.slip >= 0.0 ? u : v;
    const SpeedRatio speed = speed_ratio(c.slip, -v_y / larger);
    const auto j = shear_displacement(r, r, speed, theta_1 - theta, std::sin(theta_1) - std::sin(theta));
    CHECK(j.x == Approx(j_x).epsilon(1e-7));
    CHECK(j.y == Approx(j_y).epsilon(1e-9).margin(1e-15));
  }
}

TEST_CASE(
    "a locked wheel has a finite displacement of hundreds of moduli, slips beyond the ends count as the "
    "ends") {
  const SpeedRatio locked = speed_ratio(-1.0, 0.0);
  CHECK(std::isfinite(locked.forward));
  CHECK(locked.forward == 1000.0);
  CHECK(speed_ratio(-1.5, 0.0).forward == locked.forward);
  CHECK(speed_ratio(1.5, 0.0).forward == 0.0);
  CHECK(speed_ratio(0.25, 0.1).forward == 0.75);
}
