// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/pressure_sinkage.hpp"

#include "catch.hpp"

using namespace grouser;

// Krenn & Hirzinger's set; sinkages computed independently from p = (k_c/b + k_phi) z^n and printed to 0.01
// mm.
TEST_CASE("plate sinkage of the SCM soil") {
  const double k = bekker_modulus(2370.0, 60300.0, 0.1);
  CHECK(k == Approx(84000.0).epsilon(1e-12));
  const double cases[][2] = {{1e3, 0.88}, {5e3, 11.35}, {10e3, 34.11}, {20e3, 102.50}};  // Pa, mm
  for (const auto& [pressure, sinkage_mm] : cases) {
    const double z = plate_sinkage({k, 0.63}, pressure);
    CHECK(z * 1e3 == Approx(sinkage_mm).margin(0.005));  // half the last digit
    CHECK(virgin_pressure({k, 0.63}, z) == Approx(pressure).epsilon(1e-12));
  }
  CHECK(plate_sinkage({k, 0.63}, 0.0) == 0.0);
}

// By hand: (k1 + k2 b)(z/b)^n at z = b is k1 + k2 b whatever n is; twice the depth gives 2^n times that.
TEST_CASE("Reece's law at a depth of one width") {
  const double b = 0.1524, n = 0.47;
  const double k = reece_modulus(137895.0, 678616.0, b, n);
  CHECK(virgin_pressure({k, n}, b) == Approx(137895.0 + 678616.0 * b).epsilon(1e-12));
  CHECK(virgin_pressure({k, n}, 2.0 * b) == Approx((137895.0 + 678616.0 * b) * 1.385109468).epsilon(1e-9));

  PressureParams soil;
  soil.pressure_law = PressureLaw::reece;
  soil.reece_k1 = 137895.0;
  soil.reece_k2 = 678616.0;
  soil.n = n;
  CHECK(sinkage_modulus(soil, b) == k);
}
