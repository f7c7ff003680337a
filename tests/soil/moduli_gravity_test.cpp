// SPDX-License-Identifier: BSD-3-Clause
// Moduli of a soil on another body (pressure_sinkage.hpp): under wheels, plates and footpads.
#include "grouser/soil/laws/moduli_gravity.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/soil/force/pad_contact.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

// Without cohesion every stress of the law then goes with g: the same sinkage, and forces as g.
TEST_CASE(
    "gravity: a wheel of one mass sinks alike on any body where the moduli scale, and pulls as its weight") {
  SoilParams soil = test::lunar_nominal();
  soil.cohesion = 0.0;
  soil.k_c = -20e3;  // of a fit: scales along
  soil.moduli_gravity = 9.81;
  RigSetup earth;
  earth.wheel = {.radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = 12};
  earth.load = 300.0;
  RigSetup moon = earth;
  moon.gravity /= 6.0;
  moon.load /= 6.0;
  const RigRow a = solve_wheel_rig(soil, earth, 0.3, 0.2), b = solve_wheel_rig(soil, moon, 0.3, 0.2);
  CHECK(b.sinkage == Approx(a.sinkage).epsilon(1e-9));
  CHECK(6.0 * b.drawbar_pull == Approx(a.drawbar_pull).epsilon(1e-9));
  CHECK(6.0 * b.side_force == Approx(a.side_force).epsilon(1e-9));
  // a cohesive modulus is no matter of weight; unset, nothing scales
  PressureParams plate;
  plate.k_c = 100.0;
  plate.k_phi = 1000.0;
  plate.reece_k1 = 7.0;
  plate.reece_k2 = 8.0;
  CHECK(moduli_at(plate, 1.0).k_phi == 1000.0);
  plate.moduli_gravity = 10.0;
  CHECK(moduli_at(plate, 1.0).k_phi == Approx(100.0));
  CHECK(moduli_at(plate, 1.0).k_c == 100.0);
  CHECK(moduli_at(plate, 1.0).reece_k1 == 7.0);
  CHECK(moduli_at(plate, 1.0).reece_k2 == Approx(0.8));
  moon.gravity = 0.0;
  CHECK_THROWS_WITH(solve_wheel_rig(soil, moon, 0.3, 0.2), ContainsSubstring("moduli_gravity"));
}

// Terzaghi's shares by hand: c 170 Pa, phi 35 deg, 1660 kg/m3, b 0.18 m: 7.84 kPa of cohesion, 54.4 kPa of
// weight on Earth.
TEST_CASE("gravity: moduli that are split as the bearing capacity keep what cohesion carries") {
  SoilParams soil = test::lunar_nominal();
  soil.moduli_gravity = 9.81;
  soil.moduli_split = ModuliSplit::bearing;
  const PressureParams moon = moduli_of(soil, 1.62, 0.18);
  const double held = 170.0 * 46.12, weight = 0.5 * 1660.0 * 9.81 * 0.18 * 37.15;
  const double scale = (held + weight * 1.62 / 9.81) / (held + weight);
  CHECK(moon.k_phi == Approx(820e3 * scale).epsilon(1e-3));
  CHECK(moon.k_c == Approx(1400.0 * scale).epsilon(1e-3));
  CHECK(moon.n == soil.n);
  // at the gravity of the moduli nothing changes; without cohesion all scales, without friction nothing
  CHECK(moduli_of(soil, 9.81, 0.18).k_phi == 820e3);
  SoilParams sand = soil, clay = soil;
  sand.cohesion = 0.0;
  CHECK(moduli_of(sand, 1.62, 0.18).k_phi == Approx(820e3 * 1.62 / 9.81).epsilon(1e-12));
  clay.phi = 0.0;
  CHECK(moduli_of(clay, 1.62, 0.18).k_phi == 820e3);
  // a wider plate weighs more and holds no more
  CHECK(moduli_of(soil, 1.62, 0.5).k_phi < moon.k_phi);
  soil.moduli_split = ModuliSplit::k_c;
  CHECK(moduli_of(soil, 1.62, 0.18).k_phi == moduli_at(soil, 1.62).k_phi);
  SoilParams steep = soil;
  steep.moduli_split = ModuliSplit::bearing;
  steep.phi = 65.0 * test::kDeg;
  CHECK_THROWS_WITH(validate(steep, "soil"), ContainsSubstring("phi_deg") && ContainsSubstring("bearing"));
}

TEST_CASE("gravity: what it changes is said where it is another than the numbers are from") {
  SoilParams soil = test::lunar_nominal();
  CHECK(gravity_note(soil, 9.78).empty());
  CHECK_THAT(gravity_note(soil, 1.62), ContainsSubstring("lunar") && ContainsSubstring("moduli_gravity"));
  SoilParams grains = soil, hard = soil, rigid = soil;
  grains.law = SoilLaw::rft;
  CHECK_THAT(gravity_note(grains, 1.62),
             ContainsSubstring("0.165 times") && ContainsSubstring("cohesion carries nothing"));
  grains.cohesion_share = 1.0;
  CHECK_THAT(gravity_note(grains, 1.62), ContainsSubstring("what cohesion carries as it is"));
  CHECK(gravity_note(grains, 9.81).empty());
  hard.kind = SoilKind::hard;
  rigid.law = SoilLaw::rigid;
  for (const SoilParams& other : {hard, rigid}) CHECK(gravity_note(other, 1.62).empty());
  soil.moduli_gravity = 1.62;
  CHECK(gravity_note(soil, 1.62).empty());
  CHECK_THAT(gravity_note(soil, 3.71), ContainsSubstring("k_phi is taken 2.29 times"));
  soil.moduli_split = ModuliSplit::bearing;
  CHECK_THAT(gravity_note(soil, 3.71), ContainsSubstring("bearing capacity is taken 2.29 times"));
}

// A pad of 0.15 m presses n = 1 soil: N = A (k_c/r + k_phi g/g0) z, the pad's own spring in series.
TEST_CASE("gravity: a footpad presses the scaled modulus") {
  PadLaw law;
  law.soil = test::lunar_nominal();
  law.soil.soil_damping_per_area = 4e4;
  law.soil.moduli_gravity = 9.81;
  law.gravity = 1.62;
  law.radius = 0.15;
  law.stiffness = 2e5;
  law.damping = 600.0;
  law.friction = 0.5;
  const double area = 3.14159265358979 * 0.15 * 0.15, z = 0.03;
  const double load = area * (1400.0 / 0.15 + 820e3 * 1.62 / 9.81) * z;
  PadMemory memory;
  PadForce force;
  step_pad(law, {.penetration = z + load / law.stiffness}, 1e-3, memory, force);
  CHECK(force.normal == Approx(load).epsilon(1e-10));
}
