#include "grouser/soil/laws/slip_sinkage.hpp"

#include <catch2/catch.hpp>

#include "soil_laws_for_test.hpp"

using namespace grouser;

TEST_CASE("the sinkage exponent grows with slip and with skid, each at its own rate") {
  SoilParams soil = test::lunar_nominal();
  CHECK(sinkage_exponent(soil, 0.7) == 1.0);
  soil.slip_sinkage_n1 = 0.4;
  soil.skid_sinkage_n1 = 0.7;
  CHECK(sinkage_exponent(soil, 0.5) == Approx(1.2));
  CHECK(sinkage_exponent(soil, -0.5) == Approx(1.35));
  CHECK(sinkage_exponent(soil, 0.0) == 1.0);
}
