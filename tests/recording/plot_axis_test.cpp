// SPDX-License-Identifier: BSD-3-Clause
#include "plot/plot_axis.hpp"

#include <cmath>

#include "catch.hpp"

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

TEST_CASE("an end that nearly reaches a tick goes to it") {
  CHECK(make_axis(0.0, 8.997, 10, false).max == 9.0);
  CHECK(make_axis(0.0, 8.6, 10, false).max == 8.6);
}

TEST_CASE("ticks are written with the digits the step needs, large and small ones by a common power of ten") {
  CHECK(tick_text(make_axis(0.0, 0.5, 5, false), 0.30000000000000004) == "0.3");
  CHECK(tick_text(make_axis(-1.0, 1.0, 5, false), 1e-17) == "0");
  CHECK(tick_text(make_axis(-4500.0, -4400.0, 5, false), -4450.0) == "\u22124450");
  CHECK(tick_text(make_axis(10.0, 12.5, 5, false), 12.5) == "12.5");
  const PlotAxis small = make_axis(-1e-5, 1e-5, 4, false), large = make_axis(0.0, 3e6, 6, false);
  CHECK(multiplier_text(small) == "\u00d710\u207b\u2076");
  CHECK(tick_text(small, 5e-6) == "5");
  CHECK(tick_text(small, -1e-5) == "\u221210");
  CHECK(multiplier_text(large) == "\u00d710\u2076");
  CHECK(tick_text(large, 1.5e6) == "1.5");
  CHECK(multiplier_text(make_axis(0.0, 10.0, 5, false)).empty());
}
