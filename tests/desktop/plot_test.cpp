// Decimation keeps every peak; ticks are round numbers; units read as people say them.
#include "widgets/plot.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "widgets/plot_axes.hpp"
#include "widgets/units.hpp"

using namespace grouser::desktop;

TEST_CASE("decimate: least and greatest of each pixel column, one narrow peak included") {
  std::vector<double> times, values;
  for (int k = 0; k < 10000; ++k) {
    times.push_back(0.001 * k);
    values.push_back(k == 5555 ? 100.0 : k == 1234 ? -50.0 : std::sin(0.001 * k));
  }
  const std::vector<Column> columns = decimate(times, values, 0.0, 10.0, 200);
  REQUIRE(columns.size() == 200);
  double low = 0.0, high = 0.0;
  for (const Column& c : columns) {
    CHECK(c.any);
    low = std::min(low, c.low);
    high = std::max(high, c.high);
  }
  CHECK(low == -50.0);
  CHECK(high == 100.0);
  CHECK(columns[111].high == 100.0);  // 5.555 s of 10 s in 200 columns
  CHECK(columns[24].low == -50.0);
}

TEST_CASE("decimate: sparse samples are joined by straight lines, nothing is drawn outside them") {
  const std::vector<double> times = {1.0, 3.0}, values = {0.0, 2.0};
  const std::vector<Column> columns = decimate(times, values, 0.0, 4.0, 40);
  CHECK_FALSE(columns[5].any);
  CHECK(columns[20].any);
  CHECK(columns[20].low == Approx(1.0).margin(0.06));  // half a column of 0.1 s at slope 1
  CHECK_FALSE(columns[35].any);
  CHECK(decimate({}, {}, 0.0, 1.0, 10)[3].any == false);
  CHECK(decimate(times, values, 1.0, 1.0, 10)[3].any == false);
}

TEST_CASE("ticks: multiples of 1, 2 or 5 inside the range") {
  CHECK(nice_ticks(0.0, 10.0, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
  const std::vector<double> small = nice_ticks(-0.0031, 0.0042, 4);
  REQUIRE(small.size() == 4);
  CHECK(small.front() == Approx(-0.002));
  CHECK(small.back() == Approx(0.004));
  CHECK(nice_ticks(1.0, 1.0, 4).empty());
}

TEST_CASE("units: SI in, readable text out") {
  CHECK(value_text(0.0123, "m") == "12.30 mm");
  CHECK(value_text(12.0, "m") == "12.00 m");
  CHECK(value_text(12345.0, "N") == "12.35 kN");
  CHECK(value_text(0.5235987755982988, "rad") == "30.00°");
  CHECK(value_text(0.5235987755982988, "rad/s") == "30.00 °/s");
  CHECK(value_text(0.425, "slip") == "42.50 %");
  CHECK(quantity_unit("mean_slip", "-") == "slip");
  CHECK(quantity_unit("wheel/a/slip_angle", "rad") == "rad");
  CHECK(shown_text(0.947, display_unit("m", 2.0)) == "0.947");  // in the unit of its axis, not its own
  CHECK(value_text(-0.00001, "-") == "0.000");
  CHECK(value_text(std::nan(""), "N") == "-");
}
