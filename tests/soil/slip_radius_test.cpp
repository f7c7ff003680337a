// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/slip_radius.hpp"

#include "catch.hpp"

using namespace grouser;

namespace {
double slip(double rim, double v) { return (rim - v) / std::fmax(std::fabs(rim), std::fabs(v)); }
}  // namespace

TEST_CASE("Slip on another radius is the definition with that radius, either way and skidding") {
  const double ratio = 0.25 / 0.225;
  for (double rim : {0.2, -0.2})
    for (double v : {-0.05, 0.0, 0.05, 0.15, 0.2, 0.21, 0.5, 2.0}) {
      const double speed = rim < 0.0 ? -v : v;
      CHECK(slip_on_radius(slip(rim, speed), rim, ratio) ==
            Approx(slip(ratio * rim, speed)).epsilon(1e-13).margin(1e-15));
    }
  CHECK(slip_on_radius(-1.0, 0.2, ratio) == -1.0);  // locked
  CHECK(slip_on_radius(0.3, 0.2, 1.0) == 0.3);
}
