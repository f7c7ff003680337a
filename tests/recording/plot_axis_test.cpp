#include "../../src/recording/plot_axis.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace grouser;

TEST_CASE("ticks are round numbers inside the axis") {
  const PlotAxis axis = make_axis(0.0, 10.0, 5, false);
  CHECK(axis.step == 2.0);
  CHECK(axis.ticks == std::vector<double>{0, 2, 4, 6, 8, 10});
  const PlotAxis offset = make_axis(-4450.13, -4449.82, 5, true);
  CHECK(offset.step == Approx(0.1));
  CHECK(offset.min < -4450.13);
  CHECK(offset.ticks.size() == 3);  // -4450.1, -4450.0, -4449.9
  CHECK(make_axis(0.0, 3.0, 4, true).min == 0.0);
  for (const double constant : {0.0, 5.0, -1e-9, 1e12}) {
    const PlotAxis flat = make_axis(constant, constant, 5, true);
    CHECK(flat.min < constant);
    CHECK(constant < flat.max);
    CHECK(flat.ticks.size() >= 2);
  }
}

TEST_CASE("ticks are written with the digits the step needs") {
  CHECK(tick_text(0.30000000000000004, 0.1) == "0.3");
  CHECK(tick_text(1e-17, 0.1) == "0");
  CHECK(tick_text(-4450.0, 50.0) == "\u22124450");
  CHECK(tick_text(2000000.0, 500000.0) == "2.0e+06");
  CHECK(tick_text(0.00002, 0.00001) == "2e-05");
  CHECK(tick_text(12.5, 0.5) == "12.5");
}
