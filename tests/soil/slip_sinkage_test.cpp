// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/slip_sinkage.hpp"

#include "catch.hpp"

using namespace grouser;

TEST_CASE("the sinkage exponent grows with slip and with skid, each at its own rate") {
  CHECK(sinkage_exponent(1.0, 0.0, 0.0, 0.7) == 1.0);
  CHECK(sinkage_exponent(1.0, 0.4, 0.7, 0.5) == Approx(1.2));
  CHECK(sinkage_exponent(1.0, 0.4, 0.7, -0.5) == Approx(1.35));
  CHECK(sinkage_exponent(1.0, 0.4, 0.7, 0.0) == 1.0);
}
