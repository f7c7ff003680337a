// SPDX-License-Identifier: BSD-3-Clause
// Plates and cones that are pressed in: against closed forms, sums over rings of the test's own, Janosi's
// cone index, and bearing tests on the Moon.
#include "grouser/soil/force/plate_rig.hpp"

#include <cmath>
#include <fstream>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/soil/laws/rft.hpp"
#include "measured_for_test.hpp"
#include "skip.hpp"

using namespace grouser;

namespace {

constexpr double kEarthPull = 9.81;  // m/s2

SoilParams pressed_soil(double k_c, double k_phi, double n) {
  SoilParams soil = load_soil("krenn_SCM_exomars");
  soil.k_c = k_c, soil.k_phi = k_phi, soil.n = n;
  return soil;
}

PressedBody disc_of(double radius) { return {.form = PressedForm::disc, .radius = radius}; }
PressedBody cone_of(double radius, double degrees) {
  return {.form = PressedForm::cone, .radius = radius, .apex_angle = degrees * kDegree};
}

/// Load of a cone by Bekker's law, ring by ring.
double rings_of(const SoilParams& soil, double radius, double degrees, double depth) {
  constexpr int kRings = 200'000;
  const double slope = std::tan(0.5 * degrees * kDegree), height = radius / slope;
  double sum = 0.0;
  for (int i = 0; i < kRings; ++i) {
    const double h = (i + 0.5) * height / kRings, r = h * slope, z = depth + height - h;
    sum += (soil.k_c / r + soil.k_phi) * std::pow(z, soil.n) * 2.0 * std::numbers::pi * r * slope * height /
           kRings;
  }
  return sum;
}

}  // namespace

// Sinkages of the reference notes (4.1): k_c 2370, k_phi 60300, n 0.63, b 0.1 m; printed to 0.01 mm.
TEST_CASE("a plate sinks by Bekker's law as worked out by hand") {
  const SoilParams soil = pressed_soil(2370.0, 60300.0, 0.63);
  const PressedCurve plate(soil, {.form = PressedForm::rectangle, .width = 0.1, .length = 0.3}, kEarthPull);
  CHECK(plate.area() == Approx(0.03).epsilon(1e-14));
  const double pressures[] = {1e3, 5e3, 10e3, 20e3}, depths[] = {0.88e-3, 11.35e-3, 34.11e-3, 102.50e-3};
  for (int i = 0; i < 4; ++i) CHECK(plate.depth(pressures[i] * 0.03) == Approx(depths[i]).margin(0.006e-3));
  // p = (k_c/b + k_phi) z^n, b the radius of a disc and the smaller side of a rectangle, however it lies
  for (const double z : {0.0, 1e-4, 0.01, 0.3}) {
    const double round = (2370.0 / 0.08 + 60300.0) * std::pow(z, 0.63) * std::numbers::pi * 0.08 * 0.08;
    CHECK(PressedCurve(soil, disc_of(0.08), kEarthPull).load(z) == Approx(round).epsilon(1e-12));
    const double flat = (2370.0 / 0.1 + 60300.0) * std::pow(z, 0.63) * 0.03;
    CHECK(plate.load(z) == Approx(flat).epsilon(1e-12));
    CHECK(PressedCurve(soil, {.form = PressedForm::rectangle, .width = 0.3, .length = 0.1}, kEarthPull)
              .load(z) == Approx(flat).epsilon(1e-12));
  }
}

TEST_CASE("the Soil Contact Model takes the diameter of a disc as its width") {
  SoilParams soil = pressed_soil(2370.0, 60300.0, 0.63);
  soil.law = SoilLaw::scm;
  const double area = std::numbers::pi * 0.05 * 0.05;
  CHECK(PressedCurve(soil, disc_of(0.05), kEarthPull).load(0.02) ==
        Approx((2370.0 / 0.1 + 60300.0) * std::pow(0.02, 0.63) * area).epsilon(1e-12));
  CHECK_THROWS_AS(PressedCurve(soil, cone_of(0.01, 30.0), kEarthPull), InputError);
}

TEST_CASE("a plate's pressure by resistive force theory grows linearly with depth at any size") {
  SoilParams soil = load_soil("krenn_SCM_exomars", {}, SoilLaw::rft);
  const double mu = std::tan(soil.phi);
  const double xi = soil.density * kEarthPull * mu * (894.0 * mu * mu - 386.0 * mu + 89.0);
  for (const double radius : {0.02, 0.3})
    for (const double z : {0.001, 0.01, 0.2}) {
      const PressedCurve disc(soil, disc_of(radius), kEarthPull);
      CHECK(disc.load(z) / disc.area() == Approx(0.87574 * xi * z).epsilon(1e-12));
      CHECK(disc.depth(disc.load(z)) == Approx(z).epsilon(1e-12));
      // the resistance of grains is in proportion to gravity
      CHECK(PressedCurve(soil, disc_of(radius), 1.62).load(z) ==
            Approx(disc.load(z) * 1.62 / kEarthPull).epsilon(1e-12));
    }
  // cohesion that counts as depth carries a load at the surface
  soil.cohesion_share = 1.0;
  const PressedCurve held(soil, disc_of(0.1), kEarthPull);
  CHECK(held.load(0.0) > 0.0);
  CHECK(held.depth(0.5 * held.load(0.0)) == 0.0);
}

TEST_CASE("a cone by Bekker's law is the sum of its rings") {
  const SoilParams soil = pressed_soil(1400.0, 820e3, 1.3);
  for (const double degrees : {30.0, 60.0, 120.0})
    for (const double depth : {0.0, 0.004, 0.15}) {
      const PressedCurve cone(soil, cone_of(0.010135, degrees), kEarthPull);
      CAPTURE(degrees, depth);
      // the midpoint rule of 200,000 rings is off by less than 1e-8 of the sum
      CHECK(cone.load(depth) == Approx(rings_of(soil, 0.010135, degrees, depth)).epsilon(1e-6));
      if (depth > 0.0) CHECK(cone.depth(cone.load(depth)) == Approx(depth).epsilon(1e-9));
    }
}

// Janosi (1959), in inches and pounds, as recalled:
//   CI = 1.625 (k_c/(n+1) (t^(n+1) - z^(n+1))
//               + 0.517 k_phi (t^(n+2)/((n+1)(n+2)) + z^(n+2)/(n+2) - t z^(n+1)/(n+1))),   t = z + 1.5
// with z the depth of the base, for the WES cone (30 deg, 0.5 in2, 1.5 in). He takes the diameter of a ring
// as b, and the sine of 15 deg where the height asks for its tangent: 3.4 % in the first term and 6.7 % in
// the second.
TEST_CASE("a cone's index agrees with Janosi's formula for the WES cone") {
  constexpr double kInch = 0.0254, kPound = 4.4482216152605;  // m, N
  for (const double n : {0.7, 1.0, 1.2})
    for (const double z : {2.0, 6.0, 12.0}) {
      const double k_c = 3.0, k_phi = 5.0, t = z + 1.5;  // lb/in^(n+1), lb/in^(n+2)
      const double index = 1.625 * (k_c / (n + 1) * (std::pow(t, n + 1) - std::pow(z, n + 1)) +
                                    0.517 * k_phi *
                                        (std::pow(t, n + 2) / ((n + 1) * (n + 2)) +
                                         std::pow(z, n + 2) / (n + 2) - t * std::pow(z, n + 1) / (n + 1)));
      const SoilParams soil = pressed_soil(0.5 * k_c * kPound / std::pow(kInch, n + 1),
                                           k_phi * kPound / std::pow(kInch, n + 2), n);
      const double radius = std::sqrt(0.5 / std::numbers::pi) * kInch;
      const double angle = 2.0 * std::atan(radius / (1.5 * kInch)) / kDegree;
      const PressedCurve cone(soil, cone_of(radius, angle), kEarthPull);
      CAPTURE(n, z);
      CHECK(cone.load(z * kInch) / cone.area() * kInch * kInch / kPound == Approx(index).epsilon(0.07));
    }
}

// Elements of the side, each at its own depth and with its own normal, by the law of single elements.
TEST_CASE("a cone by resistive force theory is the sum of the elements of its side") {
  const SoilParams soil = load_soil("krenn_SCM_exomars", {}, SoilLaw::rft);
  const double radius = 0.02, half = 15.0 * kDegree, height = radius / std::tan(half), depth = 0.07;
  const double xi = rft_resistance_of(soil, soil.density, soil.phi, kEarthPull, soil.cohesion);
  constexpr int kAlong = 4000, kAround = 16;
  double sum = 0.0;
  for (int i = 0; i < kAlong; ++i)
    for (int k = 0; k < kAround; ++k) {
      const double h = (i + 0.5) * height / kAlong, at = 2.0 * std::numbers::pi * k / kAround;
      const double strip = height / kAlong / std::cos(half);
      const rft::Element<double> element{
          .normal = {std::cos(half) * std::cos(at), std::cos(half) * std::sin(at), -std::sin(half)},
          .velocity = {0.0, 0.0, -0.03},
          .depth = depth + height - h,
          .friction = surface_friction_of(soil, soil.phi),
          .per_lift = 0.0};
      sum += xi * rft::respond(element).z * 2.0 * std::numbers::pi * h * std::tan(half) / kAround * strip;
    }
  const PressedCurve cone(soil, cone_of(radius, 30.0), kEarthPull);
  CHECK(cone.load(depth) == Approx(sum).epsilon(1e-5));  // of the midpoint rule along the side
  // the flattest cone that is taken carries what a disc does, but for its tip
  const PressedCurve flat(soil, cone_of(0.2, 175.0), kEarthPull), disc(soil, disc_of(0.2), kEarthPull);
  const double middle = 0.3 + flat.height() / 3.0;  // where a flat cone's mean depth lies
  CHECK(flat.load(0.3) == Approx(disc.load(middle)).epsilon(0.02));
}

TEST_CASE("what no rig can press in is refused") {
  const SoilParams soil = pressed_soil(1400.0, 820e3, 1.0);
  const double nan = std::nan("");
  for (const PressedBody& body :
       {disc_of(0.0), disc_of(nan), disc_of(-1.0), disc_of(1e3), cone_of(0.01, 0.0), cone_of(0.01, nan),
        PressedBody{.form = PressedForm::rectangle, .width = 0.1}})
    CHECK_THROWS_AS(PressedCurve(soil, body, kEarthPull), InputError);
  for (const double gravity : {0.0, -1.0, nan})
    CHECK_THROWS_AS(PressedCurve(soil, disc_of(0.1), gravity), InputError);
  CHECK_THROWS_AS(PressedCurve(load_soil("hard_plate"), disc_of(0.1), kEarthPull), InputError);
  // k_c/b + k_phi below 0
  const SoilParams fitted = pressed_soil(-2.02e5, 2.99e6, 1.27);
  CHECK_THROWS_AS(PressedCurve(fitted, disc_of(0.05), kEarthPull), InputError);
  CHECK_NOTHROW(PressedCurve(fitted, disc_of(0.09), kEarthPull));
  CHECK_THROWS_AS(PressedCurve(fitted, cone_of(0.2, 30.0), kEarthPull), InputError);
  CHECK(pressed_note(soil, PressedCurve(soil, disc_of(0.03), kEarthPull)).find("30 mm") != std::string::npos);
  CHECK(pressed_note(soil, PressedCurve(soil, disc_of(0.06), kEarthPull)).empty());
}

// Ratios of the running simulation on the same rows (tests/simulation/impacts_test.cpp): 1.17, 1.18 and 2.3.
TEST_CASE("plates sink on the Moon as the running simulation has them sink", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/impacts/lunar_bearing.csv", file);
  const auto mean = [&](const char* id, SoilLaw law) {
    const SoilParams soil = load_soil(id, {}, law);
    double sum = 0.0;
    int count = 0;
    for (const auto& row : test::read_csv(file)) {
      if (row.size() != 5 || row[0] == "what") continue;
      const double pressure = std::stod(row[1]), radius = std::stod(row[2]);
      const double measured = std::sqrt(std::stod(row[3]) * std::stod(row[4]));
      const PressedCurve plate(soil, disc_of(radius), 1.62);
      sum += std::log(plate.depth(pressure * plate.area()) / measured);
      ++count;
    }
    REQUIRE(count == 5);
    return std::exp(sum / count);
  };
  CHECK(mean("apollo_nominal", SoilLaw::bekker) == Approx(1.17).margin(0.01));
  CHECK(mean("apollo_nominal", SoilLaw::scm) == Approx(1.18).margin(0.01));
  CHECK(mean("lunar_nominal_chrono", SoilLaw::rft) == Approx(2.3).margin(0.05));
}
