// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/surface/heightfield.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "made_fields.hpp"

using namespace grouser;
using grouser::test::field_of;

TEST_CASE("Row 0 is the north edge and column 0 the west edge") {
  // different in all four corners
  HeightfieldSpec s;
  s.columns = 5;
  s.rows = 6;
  s.west = 100.0;
  s.north = 50.0;
  s.cell = 2.0;
  s.datum = -4450.0;
  s.offsets.assign(30, 0.0f);
  const auto set = [&](int column, int row, float z) { s.offsets[row * 5 + column] = z; };
  set(1, 1, 1.0f);  // north-west of the inner part
  set(3, 1, 2.0f);  // north-east
  set(1, 4, 3.0f);  // south-west
  set(3, 4, 4.0f);  // south-east
  const Heightfield field(s);
  HeightSample at;
  REQUIRE(field.sample(102.0, 48.0, at));
  CHECK(at.z == -4449.0);
  REQUIRE(field.sample(106.0, 48.0, at));
  CHECK(at.z == -4448.0);
  REQUIRE(field.sample(102.0, 42.0, at));
  CHECK(at.z == -4447.0);
  REQUIRE(field.sample(106.0, 42.0, at));
  CHECK(at.z == -4446.0);
  CHECK(field.min_x() == 102.0);
  CHECK(field.max_x() == 106.0);
  CHECK(field.min_y() == 42.0);
  CHECK(field.max_y() == 48.0);
  CHECK(field.lowest() == -4450.0);
  CHECK(field.highest() == -4446.0);
}

TEST_CASE("Outside the 4 x 4 neighbours there is no sample, and the argument stays") {
  const Heightfield field = field_of(5.0, 1.0, [](double x, double) { return x; });
  HeightSample at{7.0, 8.0, 9.0};
  for (const auto& [x, y] :
       {std::pair{4.001, 0.0}, {-4.001, 0.0}, {0.0, 4.001}, {0.0, -4.001}, {std::nan(""), 0.0}})
    CHECK_FALSE(field.sample(x, y, at));
  CHECK(at.z == 7.0);
  CHECK(field.sample(4.0, -4.0, at));
}

TEST_CASE("Planes and quadratics are reproduced to rounding") {
  // coefficients and cells are binary fractions, so that the floats of the field are exact
  const auto plane = [](double x, double y) { return 2.0 + 0.25 * x - 0.5 * y; };
  const auto quadratic = [](double x, double y) { return 0.25 * x * x - 0.125 * x * y + 0.5 * y * y + x; };
  const Heightfield flat = field_of(4.0, 0.25, plane), curved = field_of(4.0, 0.25, quadratic);
  for (double x = -3.7; x < 3.7; x += 0.31)
    for (double y = -3.7; y < 3.7; y += 0.29) {
      HeightSample at;
      REQUIRE(flat.sample(x, y, at));
      CHECK(at.z == Approx(plane(x, y)).margin(1e-13));
      CHECK(at.slope_x == Approx(0.25).margin(1e-13));
      CHECK(at.slope_y == Approx(-0.5).margin(1e-13));
      REQUIRE(curved.sample(x, y, at));
      // Keys 1981: a = -1/2 agrees with the Taylor series to the second order; rounding of heights to 16 over
      // a cell
      CHECK(at.z == Approx(quadratic(x, y)).margin(1e-13));
      CHECK(at.slope_x == Approx(0.5 * x - 0.125 * y + 1.0).margin(1e-12));
      CHECK(at.slope_y == Approx(-0.125 * x + y).margin(1e-12));
    }
}

TEST_CASE("The error on a sinusoid falls with the third power of the cell") {
  const auto f = [](double x, double y) { return std::sin(x) * std::cos(0.7 * y); };
  double error[3];
  const double cells[3] = {0.4, 0.2, 0.1};
  for (int k = 0; k < 3; ++k) {
    const Heightfield field = field_of(4.0, cells[k], f);
    error[k] = 0.0;
    for (double x = -2.0; x < 2.0; x += 0.037)
      for (double y = -2.0; y < 2.0; y += 0.041) {
        HeightSample at;
        REQUIRE(field.sample(x, y, at));
        error[k] = std::max(error[k], std::fabs(at.z - f(x, y)));
      }
  }
  // Keys 1981, section IV: O(h^3)
  CHECK(std::log2(error[0] / error[1]) == Approx(3.0).margin(0.3));
  CHECK(std::log2(error[1] / error[2]) == Approx(3.0).margin(0.3));
}

TEST_CASE("Slopes are the derivatives of the height, and both are continuous across cells") {
  const Heightfield field = field_of(
      4.0, 0.5, [](double x, double y) { return std::sin(3 * x + 1) * std::cos(2 * y) + 0.1 * x * y; });
  const auto z = [&](double x, double y) {
    HeightSample at;
    REQUIRE(field.sample(x, y, at));
    return at.z;
  };
  const double step =
      1e-5;  // error of the central difference: z''' step^2/6 and rounding 1e-16/step, both near 1e-10
  for (double x = -3.01; x < 3.0; x += 0.37)
    for (double y = -3.02; y < 3.0; y += 0.41) {
      HeightSample at;
      REQUIRE(field.sample(x, y, at));
      CHECK(at.slope_x == Approx((z(x + step, y) - z(x - step, y)) / (2 * step)).margin(2e-8));
      CHECK(at.slope_y == Approx((z(x, y + step) - z(x, y - step)) / (2 * step)).margin(2e-8));
    }
  // across the cell border at x = 1: heights and slopes from both sides, 2e-12 apart
  for (double y = -2.9; y < 3.0; y += 0.17) {
    HeightSample left, right;
    REQUIRE(field.sample(1.0 - 1e-12, y, left));
    REQUIRE(field.sample(1.0 + 1e-12, y, right));
    CHECK(left.z == Approx(right.z).margin(1e-10));
    CHECK(left.slope_x == Approx(right.slope_x).margin(1e-9));
    CHECK(left.slope_y == Approx(right.slope_y).margin(1e-9));
  }
}

TEST_CASE("A datum keeps the digits that a float height would lose") {
  const auto f = [](double x, double) { return -4450.0 + 1e-5 * x; };
  const Heightfield field = field_of(4.0, 0.5, f, -4450.0);
  HeightSample at;
  REQUIRE(field.sample(1.0, 0.0, at));
  // a float near -4450 has steps of 4.9e-4 m; offsets of 1e-5 m are good to 1e-12
  CHECK(at.z + 4450.0 == Approx(1e-5).margin(1e-11));
}

TEST_CASE("Fields that are none are refused") {
  const HeightfieldSpec good = field_of(2.0, 0.5, [](double, double) { return 0.0; }).spec();
  const auto refused = [](HeightfieldSpec s) { CHECK_THROWS_AS(Heightfield(s), InputError); };
  HeightfieldSpec s = good;
  s.offsets[3] = std::numeric_limits<float>::quiet_NaN();
  refused(s);
  s = good;
  s.offsets.pop_back();
  refused(s);
  s = good;
  s.cell = 0.0;
  refused(s);
  s = good;
  s.columns = 3;
  refused(s);
  s = good;
  s.columns = s.rows = 100000;
  refused(s);
  s = good;
  s.datum = std::numeric_limits<double>::infinity();
  refused(s);
}

TEST_CASE("The hash knows every height and the place") {
  const HeightfieldSpec good = field_of(2.0, 0.5, [](double, double) { return 0.0; }).spec();
  const std::uint64_t hash = Heightfield(good).hash();
  CHECK(Heightfield(good).hash() == hash);
  HeightfieldSpec s = good;
  s.offsets[7] = 1e-6f;
  CHECK(Heightfield(s).hash() != hash);
  s = good;
  s.west += 0.5;
  CHECK(Heightfield(s).hash() != hash);
}
