// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/chart/axis.hpp"

#include <cmath>
#include <set>

#include "catch.hpp"

using namespace grouser;

namespace {

ChartAxis over_data(double low, double high, int wanted) {
  return make_axis(axis_range(ChartRange{low, high}, AxisEnds::data), wanted);
}
ChartAxis padded(double low, double high, int wanted) {
  return make_axis(axis_range(ChartRange{low, high}, AxisEnds::padded), wanted);
}

}  // namespace

TEST_CASE("ticks are round numbers inside the axis") {
  const ChartAxis axis = over_data(0.0, 10.0, 5);
  CHECK(axis.step == 2.0);
  CHECK(axis.ticks == std::vector<double>{0, 2, 4, 6, 8, 10});
  const ChartAxis offset = padded(-4450.13, -4449.82, 5);
  CHECK(offset.step == Approx(0.1));
  CHECK(offset.min < -4450.13);
  CHECK(offset.ticks.size() == 3);  // -4450.1, -4450.0, -4449.9
  CHECK(padded(0.0, 3.0, 4).min == 0.0);
  for (const double constant : {0.0, 5.0, -1e-9, 1e12}) {
    const ChartAxis flat = padded(constant, constant, 5);
    CHECK(flat.min < constant);
    CHECK(constant < flat.max);
    CHECK(flat.ticks.size() >= 2);
  }
  CHECK(make_axis({0.9, 2.1}, 1).ticks.size() >= 2);  // one number alone does not say the size
  CHECK(make_axis({1.0, 1.0}, 4).ticks.empty());
}

TEST_CASE("an end that nearly reaches a tick goes to it") {
  CHECK(over_data(0.0, 8.997, 10).max == 9.0);
  CHECK(over_data(0.0, 8.6, 10).max == 8.6);
  CHECK(over_data(0.0, 8.997, 3).max == 9.0);  // a range depends on the data, not on the room
}

TEST_CASE("ticks are written with the digits the step needs, large and small ones by a common power of ten") {
  CHECK(tick_text(over_data(0.0, 0.5, 5), 0.30000000000000004) == "0.3");
  CHECK(tick_text(over_data(-1.0, 1.0, 5), 1e-17) == "0");
  CHECK(tick_text(over_data(-4500.0, -4400.0, 5), -4450.0) == "\u22124450");
  CHECK(tick_text(over_data(10.0, 12.5, 5), 12.5) == "12.5");
  const ChartAxis small = over_data(-1e-5, 1e-5, 4), large = over_data(0.0, 3e6, 6);
  CHECK(multiplier_text(small) == "\u00d710\u207b\u2076");
  CHECK(tick_text(small, 5e-6) == "5");
  CHECK(tick_text(small, -1e-5) == "\u221210");
  CHECK(multiplier_text(large) == "\u00d710\u2076");
  CHECK(tick_text(large, 1.5e6) == "1.5");
  CHECK(multiplier_text(over_data(0.0, 10.0, 5)).empty());
}

TEST_CASE("no two ticks of an axis have one text, whatever its size and place") {
  for (int size = -9; size <= 9; ++size)
    for (int place = -6; place <= 9; ++place)
      for (const double first : {-1.0, 0.0, 3.0}) {
        const double low = first * std::pow(10.0, place), span = std::pow(10.0, size);
        if (span < 1e-11 * std::fabs(low)) continue;  // a constant
        const ChartAxis axis = make_axis({low, low + span}, 5);
        std::set<std::string> texts;
        for (const double tick : axis.ticks) texts.insert(tick_text(axis, tick));
        CAPTURE(low, span);
        CHECK(texts.size() == axis.ticks.size());
        CHECK(axis.ticks.size() >= 2);
      }
}

TEST_CASE("what differs by rounding alone is a constant") {
  CHECK(axis_range(ChartRange{-1e-8, 1e-8}, AxisEnds::padded, noise_floor("m")) == ChartRange{-1.0, 1.0});
  const ChartRange load = axis_range(ChartRange{1000.0, 1000.0005}, AxisEnds::padded, noise_floor("N"));
  CHECK(load.low == Approx(950.0).epsilon(1e-5));
  CHECK(load.high == Approx(1050.0).epsilon(1e-5));
  CHECK(axis_range(ChartRange{0.0, 1e-6}, AxisEnds::padded, noise_floor("m")).high < 2e-6);
  CHECK(noise_floor("parsec") == 0.0);
}
