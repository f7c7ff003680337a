// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/passive_pressure.hpp"

#include "catch.hpp"
#include "grouser/soil/wheel/grouser_blades.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;

// phi = 30 deg by hand: X = 30 deg, cot X = sqrt 3, tan(X + phi) = sqrt 3, cot^2 X tan phi = sqrt 3.
TEST_CASE("Hegedus' factors at 30 degrees") {
  const BulldozingFactors d = bulldozing_factors(30.0 * test::kDeg);
  CHECK(d.d1 == Approx(3.4641016151));
  CHECK(d.d2 == Approx(3.4641016151));
  // c 100 Pa, rho g 15000 N/m3, h 0.05 m: D1 (5 + D2 18.75)
  const WallResistance wall = wall_resistance(d, 100.0, 1500.0, 10.0);
  const auto force = [&](double h) {
    return laws::wall_force<simd::PlainLevel>(wall.cohesion, wall.weight, h);
  };
  CHECK(force(0.05) == Approx(3.4641016151 * (5.0 + 3.4641016151 * 18.75)));
  CHECK(force(0.0) == 0.0);
}

// phi = 30 deg: N_phi = 3. Blade of 0.02 m: 15000 * 0.0004 * 3 / 2 + 2 * 100 * 0.02 * sqrt 3 = 9 + 6.928 N/m;
// with one blade every 0.5 m and a wedge of 0.02 sqrt 3 = 0.0346 m the trapped share is 6.93 %.
TEST_CASE("blades of a grouser wheel by hand") {
  SoilParams soil = test::lunar_nominal();
  soil.phi = 30.0 * test::kDeg;
  soil.cohesion = 100.0;
  soil.density = 1500.0;
  WheelGeometry wheel{
      .radius = 1.0 / 6.2831853071795865, .width = 0.1, .grouser_height = 0.02, .grouser_count = 2.0};
  const GrouserBlades blades = grouser_blades(soil, wheel, 10.0);
  CHECK(passive_pressure_ratio(soil.phi) == Approx(3.0));
  CHECK(blades.trapped == Approx(0.0692820323));
  CHECK(blades.shear_radius == Approx(wheel.radius + 0.02));
  CHECK(blades.blade_force * 6.2831853071795865 / 2.0 == Approx((1.0 - 0.0692820323) * 15.9282032303));

  wheel.grouser_count = 60.0;  // pitch 0.0167 m, below the wedge: all trapped, no blade works alone
  CHECK(grouser_blades(soil, wheel, 10.0).trapped == 1.0);
  CHECK(grouser_blades(soil, wheel, 10.0).blade_force == 0.0);
  wheel.grouser_height = 0.0;
  CHECK(grouser_blades(soil, wheel, 10.0).trapped == 0.0);
  CHECK(grouser_blades(soil, wheel, 10.0).shear_radius == wheel.radius);
}
