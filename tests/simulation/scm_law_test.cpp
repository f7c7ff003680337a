// SPDX-License-Identifier: BSD-3-Clause
// The law of one node, and the share of a cell that a wheel covers.
#include <cmath>
#include <random>

#include "catch.hpp"
#include "contact/scm_contacts.hpp"
#include "grouser/soil/laws/scm_node.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/wheel/scm_wheel.hpp"

using namespace grouser;

namespace {

/// The soil of seed 003, figure 17.
ScmLaw krenn() {
  ScmLaw law;
  law.curve = {2370.0 / 0.1 + 60300.0, 0.63};
  law.cohesion = 188.0;
  law.tan_phi = std::tan(0.43284);
  return law;
}

}  // namespace

TEST_CASE("a plate sinks by p = (k_c / b + k_phi) z^n at every load, in any number of steps") {
  for (const double stiffness : {4e7, 4e8})
    for (const int steps : {1, 7, 400}) {
      ScmLaw law = krenn();
      law.stiffness = stiffness;
      double sinkage = 0.0, lowered = 0.0;
      for (int i = 1; i <= steps; ++i) {
        const double depth = 0.08 * i / steps - lowered;
        const ScmPressure p = scm_pressure(law, sinkage, depth);
        sinkage += p.plastic;
        lowered += p.plastic;
        const double z = sinkage + p.value / law.stiffness;  // of the soil, with its elastic part
        CHECK(p.value == Approx(84000.0 * std::pow(z, 0.63)).epsilon(1e-9));
      }
    }
}

// k_c of the soil of seed 003 is 2370 N/m^1.63, k_phi 60300 N/m^2.63, n 0.63: a narrow wheel sinks less. Other gravity leaves k_c as it is.
TEST_CASE("a wheel's width enters by k_c / b, which gravity does not scale") {
  SoilParams soil = load_soil("krenn_SCM_exomars", {}, SoilLaw::scm);
  for (const double width : {0.05, 0.1, 0.2, 0.4}) {
    const ScmLaw law = scm_law(soil, {.radius = 0.15, .width = width}, 9.81, {});
    const double z = 0.03;  // its spring adds 0.4 mm
    const ScmPressure p = scm_pressure(law, 0.0, z);
    CHECK(p.value == Approx((2370.0 / width + 60300.0) * std::pow(z, 0.63)).epsilon(1e-9));
  }
  soil.moduli_gravity = 9.81;
  const ScmLaw moon = scm_law(soil, {.radius = 0.15, .width = 0.1}, 1.635, {});
  CHECK(moon.curve.modulus == Approx(23700.0 + 60300.0 / 6.0));
}

TEST_CASE("a node unloads and reloads along its spring, and yields where it did before") {
  const ScmLaw law = krenn();
  const ScmPressure first = scm_pressure(law, 0.0, 0.05);
  const double elastic = 0.05 - first.plastic;
  const ScmPressure half = scm_pressure(law, first.plastic, 0.5 * elastic);
  CHECK(half.plastic == 0.0);
  CHECK(half.value == Approx(0.5 * first.value).epsilon(1e-12));
  CHECK(scm_pressure(law, first.plastic, elastic).value == Approx(first.value).epsilon(1e-9));
  CHECK(scm_pressure(law, first.plastic, elastic + 1e-3).plastic > 0.9e-3);
  CHECK(scm_pressure(law, 0.0, -0.01).value == 0.0);
}

TEST_CASE("soil that was deposited is virgin, and the ground below it as hard as before") {
  const ScmLaw law = krenn();
  ScmSoil soil;
  soil.press(0.04);
  soil.deposit(0.01);
  CHECK(soil.sinkage == 0.0);
  CHECK(soil.floor == 0.04);
  const ScmPressure loose = scm_pressure(law, soil, 0.005);
  CHECK(loose.value == Approx(84000.0 * std::pow(0.005, 0.63)));  // as untouched ground
  // through the loose soil it is a spring from where that had yielded, up to the pressure that the ground bore before
  const double from = 84000.0 * std::pow(0.01, 0.63), floor = 84000.0 * std::pow(0.04, 0.63);
  const double way = 0.5 * (floor - from) / law.stiffness;
  const ScmPressure on_floor = scm_pressure(law, soil, 0.01 + from / law.stiffness + way);
  CHECK(on_floor.value == Approx(0.5 * (from + floor)));
  CHECK(on_floor.plastic == Approx(0.01));
  // and then goes on from there
  CHECK(scm_pressure(law, soil, 0.03).value == Approx(84000.0 * std::pow(0.04 + 0.02, 0.63)));
  // in any number of steps
  for (const int steps : {1, 3, 200}) {
    ScmSoil piecewise = soil;
    double lowered = 0.0, work = 0.0;
    for (int i = 1; i <= steps; ++i) {
      const ScmPressure p = scm_pressure(law, piecewise, 0.03 * i / steps - lowered);
      piecewise.press(p.plastic);
      lowered += p.plastic;
      work += p.mean * p.plastic;
    }
    CHECK(piecewise.loose == 0.0);
    CHECK(piecewise.sinkage == Approx(0.06).epsilon(0.02));  // less the spring of the soil
    // int_0^0.01 p dz + int_0.04^0.06 p dz
    const auto until = [](double z) { return 84000.0 * std::pow(z, 1.63) / 1.63; };
    CHECK(work == Approx(until(0.01) + until(0.06) - until(0.04)).epsilon(steps == 200 ? 0.03 : 0.15));
  }
  // what is carried away is what came last
  soil.deposit(-0.004);
  CHECK(soil.loose == Approx(0.006));
  soil.deposit(-0.02);
  CHECK(soil.loose == 0.0);
  CHECK(soil.sinkage == 0.04);
}

TEST_CASE("no press and drag of a node gains energy, in 1000 random ones") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const double area = 4e-4;
  int gained = 0, lost = 0, wrong = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    ScmLaw law = krenn();
    if (trial % 2) law.janosi_k = 0.01;
    if (trial % 3) law.stiffness = 2.3e6;
    const double spring = 0.7 * law.stiffness * area;
    double sinkage = 0.0, lowered = 0.0, work = 0.0, booked = 0.0, wheel = 0.0, pressure = 0.0;
    double speed = 0.0, rim = 0.0, axle = 0.0, force_rim = 0.0, force_axle = 0.0;
    ScmShearMemory memory;
    for (int i = 0; i < 3500; ++i) {
      speed += 2e-6 * unit(random);
      rim += 2e-6 * unit(random);
      axle += 2e-6 * unit(random);
      if (i > 2500) speed = -1e-5;  // away from the ground in the end
      wheel += speed;
      const ScmPressure p = scm_pressure(law, sinkage, wheel - lowered);
      if (!(wheel > lowered)) memory = {};
      const ScmFriction f = scm_friction(law, spring, law.tan_phi * p.value * area + law.cohesion * area, rim,
                                         axle, 0.0, 0.0, memory);
      sinkage += p.plastic;
      lowered += p.plastic;
      booked += p.mean * p.plastic * area + f.lost;
      work += 0.5 * (pressure + p.value) * area * speed;
      if (wheel > lowered) work -= 0.5 * ((force_rim + f.rim) * rim + (force_axle + f.axle) * axle);
      wrong += f.lost < 0.0 ||
               std::hypot(f.rim, f.axle) > (law.tan_phi * p.value + law.cohesion) * area * (1.0 + 1e-12);
      pressure = p.value, force_rim = f.rim, force_axle = f.axle;
    }
    gained += booked < 0.0;
    lost += work > -1e-9;  // rounding and the trapezoid of a step
  }
  CHECK(gained == 0);
  CHECK(wrong == 0);
  CHECK(lost == 1000);
}

TEST_CASE("the covered share of a cell is its area within the strip") {
  const double cell = 0.02;
  for (const double angle : {0.0, 0.3, 0.5236, 0.7854, 1.2})
    for (const double width : {0.013, 0.12})
      for (const double offset : {0.0, 0.004, 0.055, 0.0647, 0.09}) {
        const double c = std::cos(angle), s = std::sin(angle);
        int within = 0;
        const int n = 400;
        for (int j = 0; j < n; ++j)
          for (int i = 0; i < n; ++i) {
            const double x = ((i + 0.5) / n - 0.5) * cell, y = ((j + 0.5) / n - 0.5) * cell;
            within += std::fabs(offset - s * x + c * y) < 0.5 * width;
          }
        CHECK(covered_share(cell, c, s, width, offset) == Approx(within / (1.0 * n * n)).margin(2.0 / n));
      }
}

TEST_CASE("the lower surface of a leaning wheel lies on its cylinder, and its normal points into it") {
  const Vec3 center(0.3, -0.2, 0.15), axis = Vec3(0.2, 0.95, 0.1).normalized();
  const PressSurface surface(center, axis, 0.15, 0.12);
  PressSurface::Point point;
  int found = 0;
  for (double x = 0.2; x < 0.4; x += 0.01)
    for (double y = -0.25; y < -0.15; y += 0.01) {
      if (!surface.below(x, y, point)) continue;
      ++found;
      const Vec3 arm = Vec3(x, y, point.height) - center;
      CHECK((arm - arm.dot(axis) * axis).norm() == Approx(0.15).epsilon(1e-12));
      CHECK(point.normal.dot(axis) == Approx(0.0).margin(1e-12));
      CHECK(point.normal.norm() == Approx(1.0).epsilon(1e-12));
      CHECK(point.normal.z() > 0.0);
    }
  CHECK(found > 100);
}
