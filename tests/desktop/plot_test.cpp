// SPDX-License-Identifier: BSD-3-Clause
// Values fit their axes; ticks are round numbers; units read as people say them.
#include "widgets/plot.hpp"

#include <cmath>

#include "catch.hpp"
#include "widgets/plot_peaks.hpp"
#include "widgets/units.hpp"

using namespace grouser::desktop;

TEST_CASE("values fit what is shown, also between two samples, a constant gets room about it") {
  const std::vector<double> times = {0.0, 1.0, 2.0}, ramp = {0.0, 10.0, 100.0}, same = {5.0, 5.0, 5.0};
  PlotInput input;
  input.lines.push_back({"ramp", 0, {times, ramp}, {}});
  CHECK(fitted_values(input, {0.0, 1.0}).low == 0.0);  // an end at zero stays there
  CHECK(fitted_values(input, {0.0, 1.0}).high == Approx(10.4));
  CHECK(fitted_values(input, {1.2, 1.4}).low == Approx(28.0 - 0.72));
  CHECK(fitted_values(input, {1.2, 1.4}).high == Approx(46.0 + 0.72));
  input.lines[0].samples.values = same;
  CHECK(fitted_values(input, {0.0, 2.0}) == Range{4.75, 5.25});
  CHECK(fitted_values({}, {0.0, 2.0}).size() > 0.0);
}

TEST_CASE("labels of peaks: where they are wanted, else the nearest free row, always inside") {
  const LabelBox area{0, 0, 100, 50};
  std::vector<LabelBox> others;
  const auto first = place_label(area, others, 20, 20, 30, 10);
  REQUIRE(first);
  CHECK(first->x0 == 20.0f);
  CHECK(first->y0 == 20.0f);
  others.push_back(*first);
  const auto second = place_label(area, others, 20, 20, 30, 10);
  REQUIRE(second);
  CHECK(second->y0 == 30.0f);
  const auto corner = place_label(area, others, 95, -20, 30, 10);
  REQUIRE(corner);
  CHECK(corner->x1 == 100.0f);
  CHECK(corner->y0 == 0.0f);
  CHECK_FALSE(place_label(area, {area}, 20, 20, 30, 10));
}

TEST_CASE("units: SI in, readable text out") {
  CHECK(value_text({}, 0.0123, "m") == "12.30 mm");
  CHECK(value_text({}, 12.0, "m") == "12.00 m");
  CHECK(value_text({}, 12345.0, "N") == "12.35 kN");
  CHECK(value_text({}, 0.5235987755982988, "rad") == "30.00°");
  CHECK(value_text({}, 0.5235987755982988, "rad/s") == "30.00 °/s");
  CHECK(value_text({}, 0.425, "slip") == "42.50 %");
  CHECK(quantity_unit("mean_slip", "-") == "slip");
  CHECK(quantity_unit("wheel/a/slip_angle", "rad") == "rad");
  CHECK(shown_text(0.947, display_unit({}, "m", 2.0)) == "0.947");  // in the unit of its axis, not its own
  CHECK(value_text({}, -0.00001, "-") == "0.000");
  CHECK(value_text({}, std::nan(""), "N") == "-");
}
