// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/unloading.hpp"

#include <cmath>

#include "catch.hpp"

using namespace grouser;

namespace {
constexpr double kModulus = 8e5, kStiff = 4e7;
}

TEST_CASE("virgin soil follows the virgin curve, with its slope") {
  const Pressure p = ground_pressure({kModulus, 1.1}, kStiff, 0.0, 0.02);
  CHECK(p.value == Approx(kModulus * std::pow(0.02, 1.1)).epsilon(1e-13));
  const double h = 1e-7;
  const double slope = (ground_pressure({kModulus, 1.1}, kStiff, 0.0, 0.02 + h).value -
                        ground_pressure({kModulus, 1.1}, kStiff, 0.0, 0.02 - h).value) /
                       (2.0 * h);
  CHECK(p.slope == Approx(slope).epsilon(1e-7));
}

// Press to a depth, take the load away, press again: the plastic sinkage is what the elastic branch leaves,
// and the second pressing meets the virgin curve at the first one's pressure.
TEST_CASE("reloading reaches the earlier pressure where it was left") {
  for (double n : {0.6, 1.0, 1.4}) {
    const double depth = 0.03;
    const double pressure = ground_pressure({kModulus, n}, kStiff, 0.0, depth).value;
    const double rut = plastic_sinkage_after({kModulus, n}, kStiff, 0.0, depth);
    CHECK(rut < depth);
    const double again = depth - rut;  // elastic rebound
    CHECK(again == Approx(pressure / kStiff).epsilon(1e-12));
    CHECK(ground_pressure({kModulus, n}, kStiff, rut, again).value == Approx(pressure).epsilon(1e-9));
    CHECK(reloading_depth({kModulus, n}, kStiff, rut) == Approx(again).epsilon(1e-9));
    // half-way up the branch nothing more sinks for good
    CHECK(plastic_sinkage_after({kModulus, n}, kStiff, rut, 0.5 * again) == Approx(rut).epsilon(1e-12));
  }
}

TEST_CASE("plastic sinkage never shrinks, and grows with depth") {
  double last = 0.0;
  for (double z = 0.0; z < 0.05; z += 0.0005) {
    const double rut = plastic_sinkage_after({kModulus, 0.9}, kStiff, 0.004, z);
    CHECK(rut >= 0.004 * (1.0 - 1e-12));
    CHECK(rut >= last * (1.0 - 1e-12));
    last = rut;
  }
  CHECK(last > 0.05);
}
