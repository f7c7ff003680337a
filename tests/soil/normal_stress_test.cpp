#include "grouser/soil/laws/normal_stress.hpp"

#include <catch2/catch.hpp>

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

// By hand: the rear region maps its ends to theta_m and theta_1, and its middle to the middle.
TEST_CASE("rear angles map to front angles of the same stress") {
  CHECK(equivalent_front_angle(0.3, 0.5, 0.2, -0.1) == 0.3);
  CHECK(equivalent_front_angle(-0.1, 0.5, 0.2, -0.1) == Approx(0.5));
  CHECK(equivalent_front_angle(0.05, 0.5, 0.2, -0.1) == Approx(0.35));
  CHECK(equivalent_front_angle(0.2 - 1e-12, 0.5, 0.2, -0.1) == Approx(0.2));
}
