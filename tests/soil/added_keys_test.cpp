// SPDX-License-Identifier: BSD-3-Clause
// The keys by which a file of soil adds to the analytic law: each against a closed form, or against the same wheel on
// a soil whose ordinary numbers were changed by hand. How they are summed along the arc: arc_integrals_test.cpp.
#include <cmath>
#include <string>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/force/contact.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kExactly = 1e-12;  // of the load: the same sums in another order of rounding

void check_alike(const WheelReaction& a, const WheelReaction& b) {
  const double margin = kExactly * std::hypot(a.normal_force, a.drawbar_pull, a.side_force);
  CHECK(a.normal_force == Approx(b.normal_force).margin(margin));
  CHECK(a.drawbar_pull == Approx(b.drawbar_pull).margin(margin));
  CHECK(a.side_force == Approx(b.side_force).margin(margin));
  CHECK(a.torque == Approx(b.torque).margin(margin));
}

/// Every key at a strong value.
SoilParams with_all_keys(SoilParams soil) {
  soil.exit_b0 = soil.exit_b1 = 0.4;
  soil.side_sinkage_n1 = 0.3;
  soil.front_wall = 1.0;
  soil.grouser_side_shear = 1.0;
  soil.multipass_gain = 0.2;
  soil.diameter_exponent = 0.3;
  soil.moduli_gravity = 3.71;
  return soil;
}

/// What the drive puts in and nobody takes out, over V.
double lost_power(const WheelReaction& r, const WheelRunning& run, double radius) {
  const double rim = run.slip_x >= 0.0 ? 1.0 : 1.0 + run.slip_x;
  const double forward = run.slip_x >= 0.0 ? 1.0 - run.slip_x : 1.0;
  return r.torque / radius * rim - r.drawbar_pull * forward + r.side_force * run.slip_y;
}

}  // namespace

TEST_CASE("exit angle: the line in slip, and the wheel that has it") {
  CHECK(exit_ratio(0.3, 0.2, 0.5) == Approx(0.4));
  CHECK(exit_ratio(0.3, 0.4, -0.9) == 0.0);
  CHECK(exit_ratio(0.3, 0.2, 7.0) == Approx(0.5));
  CHECK(longest_exit(0.3, -0.4) == Approx(0.7));
  const SoilParams plain = test::lunar_nominal();
  SoilParams soil = plain;
  soil.exit_b0 = 0.25;
  soil.exit_b1 = -0.5;
  for (const double slip : {-0.6, 0.0, 0.3, 0.9}) {
    WheelRunning run{.sinkage = 0.03, .slip_x = slip, .slip_y = 0.1};
    const WheelReaction got = wheel_reaction(soil, test::viper_wheel(), run);
    run.exit_ratio = std::max(0.0, 0.25 - 0.5 * slip);
    check_alike(got, wheel_reaction(plain, test::viper_wheel(), run));
  }
}

// Without shear and with n = 1 the load is int(k z r cos) and the resistance int(k z r sin) of both sides of theta_m.
TEST_CASE("exit angle: soil under the rear carries and pushes, as by midpoints on a frictionless wheel") {
  SoilParams soil = test::lunar_nominal();
  soil.cohesion = 0.0;
  soil.phi = 0.0;
  soil.theta_m_c2 = 0.0;
  const WheelGeometry wheel = test::viper_wheel();
  const double z = 0.02, r = wheel.radius, t1 = std::acos(1.0 - z / r), k = 1400.0 / wheel.width + 820e3;
  const double peak = soil.theta_m_c1 * t1;
  for (const double e : {0.0, 0.3, 0.9}) {
    soil.exit_b0 = e;
    const WheelReaction got = wheel_reaction(soil, wheel, {.sinkage = z});
    double resistance = 0.0, load = 0.0;
    constexpr int kSteps = 20000;
    for (int i = 0; i < kSteps; ++i) {  // midpoints of the front, and of the rear that mirrors it
      const double u = (i + 0.5) / kSteps, front = t1 - u * (t1 - peak), rear = -e * t1 + u * (peak + e * t1);
      const double sigma = k * r * (std::cos(front) - std::cos(t1));
      resistance += sigma * (std::sin(front) * (t1 - peak) + std::sin(rear) * (peak + e * t1)) / kSteps;
      load += sigma * (std::cos(front) * (t1 - peak) + std::cos(rear) * (peak + e * t1)) / kSteps;
    }
    CHECK(got.compaction_resistance == Approx(wheel.width * r * resistance).epsilon(1e-6));
    CHECK(got.normal_force == Approx(wheel.width * r * load).epsilon(1e-6));
    CHECK(got.drawbar_pull == Approx(-got.compaction_resistance).epsilon(1e-12));
  }
}

TEST_CASE("side sinkage: sin^2 of the slip angle of a wheel that rolls, whatever side") {
  for (const double angle : {0.2, 0.9, 1.4})
    CHECK(side_sinkage(0.5, side_slip(0.0, angle)) == Approx(0.5 * std::pow(std::sin(angle), 2)));
  CHECK(side_sinkage(0.5, -0.7) == side_sinkage(0.5, 0.7));
  SoilParams digs = test::lunar_nominal(), softer = digs;
  digs.side_sinkage_n1 = 0.4;
  const WheelRunning run{.sinkage = 0.03, .slip_x = 0.2, .slip_y = 1.0};
  softer.n += 0.2;  // slip_y^2/(1 + slip_y^2) is a half
  check_alike(wheel_reaction(digs, test::viper_wheel(), run),
              wheel_reaction(softer, test::viper_wheel(), run));
}

// phi = 30 deg: D1 = D2 = 2 sqrt 3. c 100 Pa, rho g 15000 N/m3, z 0.05 m: R_b = 2 sqrt 3 (5 + 2 sqrt 3 18.75) N/m.
TEST_CASE("front wall: Hegedus' wall before a locked wheel, in proportion to the skid, none when driven") {
  SoilParams soil = test::lunar_nominal();
  soil.phi = 30.0 * test::kDeg;
  soil.cohesion = 100.0;
  soil.density = 1500.0;
  SoilParams ploughs = soil;
  ploughs.front_wall = 0.5;
  const double root = 2.0 * std::sqrt(3.0), wall = root * (5.0 + root * 18.75);
  for (const double slip : {-1.0, -0.3, 0.0, 0.6}) {
    const WheelRunning run{.sinkage = 0.05, .slip_x = slip, .width_fraction = 0.25, .gravity = 10.0};
    const WheelReaction with = wheel_reaction(ploughs, test::viper_wheel(), run);
    const WheelReaction without = wheel_reaction(soil, test::viper_wheel(), run);
    const double want = slip < 0.0 ? 0.5 * -slip * 0.25 * 0.18 * wall : 0.0;
    CHECK(without.drawbar_pull - with.drawbar_pull == Approx(want).margin(1e-9));
    CHECK(with.torque == without.torque);
    CHECK(with.normal_force == without.normal_force);
    CHECK(with.drawbar_pull == Approx(with.shear_thrust - with.compaction_resistance).epsilon(1e-12));
  }
}

// h = b: arccot 1 = pi/4, so cohesion counts 3 times and friction 1 + 0.64 pi/4 = 1.50265 times.
TEST_CASE("side shear of grousers: Bekker's two factors on the thrust, none on the side force") {
  const SideShearFactors square = side_shear_factors(1.0, 0.1, 0.1);
  CHECK(square.cohesion == Approx(3.0));
  CHECK(square.friction == Approx(1.5026548246));
  const SideShearFactors low = side_shear_factors(0.5, 0.02, 0.1);  // arccot 0.2 = 1.3734007669
  CHECK(low.cohesion == Approx(1.2));
  CHECK(low.friction == Approx(1.0 + 0.5 * 0.64 * 0.2 * 1.3734007669));
  // all soil trapped: the torque is that of the tips alone, so it takes the factor of whichever strength is there
  const WheelGeometry wheel{.radius = 0.225, .width = 0.05, .grouser_height = 0.05, .grouser_count = 200.0};
  const WheelRunning run{.sinkage = 0.03, .slip_x = 0.5, .slip_y = 0.2};
  for (const bool cohesive : {true, false}) {
    SoilParams soil = test::lunar_nominal();
    (cohesive ? soil.phi : soil.cohesion) = 0.0;
    SoilParams sides = soil;
    sides.grouser_side_shear = 1.0;
    const WheelReaction a = wheel_reaction(soil, wheel, run), b = wheel_reaction(sides, wheel, run);
    CHECK(b.torque == Approx((cohesive ? square.cohesion : square.friction) * a.torque).epsilon(1e-12));
    CHECK(b.side_force == a.side_force);
  }
}

TEST_CASE(
    "multipass: half-pressed soil is a soil with half the gain in c, rho and K, untouched soil is itself") {
  SoilParams soil = test::lunar_nominal(), firm = soil;
  soil.multipass_gain = 0.2;
  firm.cohesion *= 1.1;
  firm.density *= 1.1;
  firm.janosi_k *= 0.9;
  const WheelGeometry wheel{.radius = 0.225, .width = 0.18, .grouser_height = 0.025, .grouser_count = 12};
  WheelRunning run{.sinkage = 0.02, .slip_x = 0.2, .slip_y = 0.3, .travel = 0.7};
  run.rest_shear_x = 0.002;
  run.rut_depth = 0.02;  // z_p/(z_p + z) = 1/2
  check_alike(wheel_reaction(soil, wheel, run), wheel_reaction(firm, wheel, run));
  run.rut_depth = 0.0;
  check_alike(wheel_reaction(soil, wheel, run), wheel_reaction(test::lunar_nominal(), wheel, run));
}

TEST_CASE("small wheels: D^m, and no change for the wheel that the moduli belong to") {
  SoilParams soil = test::lunar_nominal();
  soil.k_c = 0.0;
  SoilParams stiff = soil;
  stiff.k_phi *= 0.25;  // 0.5^2, the wheel's diameter being 0.5 m
  soil.diameter_exponent = 2.0;
  const WheelRunning run{.sinkage = 0.03, .slip_x = 0.2};
  check_alike(wheel_reaction(soil, test::viper_wheel(), run),
              wheel_reaction(stiff, test::viper_wheel(), run));
  soil.diameter_reference = 0.5;
  stiff.k_phi = soil.k_phi;
  check_alike(wheel_reaction(soil, test::viper_wheel(), run),
              wheel_reaction(stiff, test::viper_wheel(), run));
}

TEST_CASE("all keys together: no motion is given power, and every vector level agrees") {
  int compared = 0;
  for (const std::string& id : asset_ids("soils")) {
    const SoilParams shipped = load_soil(id);
    if (shipped.kind != SoilKind::soft) continue;
    SoilParams farthest = shipped;
    farthest.exit_b0 = kFurthestExit;
    for (const SoilParams& soil : {with_all_keys(shipped), farthest})
      for (const double height : {0.0, 0.01})
        for (const double rut : {0.0, 0.01})
          for (const double slip : {-1.0, -0.9, -0.5, -0.1, 0.0, 0.05, 0.3, 0.7, 1.0})
            for (const double angle : {0.0, 0.3, 1.0}) {
              const WheelGeometry wheel{
                  .radius = 0.1425, .width = 0.12, .grouser_height = height, .grouser_count = 12};
              const WheelRunning run{
                  .sinkage = 0.015, .slip_x = slip, .slip_y = side_slip(slip, angle), .rut_depth = rut};
              const WheelReaction r = wheel_reaction_on(SimdLevel::scalar, soil, wheel, run, 12);
              INFO(id << " slip " << slip << " angle " << angle << " grouser " << height << " rut " << rut);
              CHECK(lost_power(r, run, wheel.radius) >= 0.0);
              for (const SimdLevel level : available_levels()) {
                const WheelReaction other = wheel_reaction_on(level, soil, wheel, run, 12);
                CHECK(other.drawbar_pull ==
                      Approx(r.drawbar_pull).margin(1e-12 * std::hypot(r.normal_force, r.drawbar_pull)));
                ++compared;
              }
            }
  }
  CHECK(compared > 5000);
}

// Driving and skidding, over untouched ground and in a rut; backward it is mirrored to the bit.
TEST_CASE("all keys together: a contact in time comes to the steady law, either way") {
  ContactLaw law;
  law.soil = with_all_keys(load_soil("wong_LETE_sand"));
  law.wheel = {.radius = 0.1425, .width = 0.12, .grouser_height = 0.01, .grouser_count = 12};
  law.k_wheel = 4e4;
  law.beta_wheel = 700.0;
  law.k_tangential = 2.8e4;
  law.beta_tangential = 500.0;
  law.arc_points = kFineArcPoints;  // as the steady law's
  complete(law);
  for (const double rut : {0.0, 0.004})
    for (const double slip : {0.3, -0.2, -0.7}) {
      ContactMotion motion;
      motion.u_tot = rut + 0.012;
      motion.rut_depth = rut;
      motion.spin = (slip >= 0.0 ? 1.0 : 1.0 + slip) / law.wheel.radius;
      motion.v_x = slip >= 0.0 ? 1.0 - slip : 1.0;
      ContactMotion mirrored = motion;
      mirrored.spin = -motion.spin;
      mirrored.v_x = -motion.v_x;
      ContactMemory m, back;
      ContactForce f, b;
      for (int i = 0; i < 3000; ++i) {  // steps of a millimetre, over 50 relaxation lengths
        step_contact(law, motion, 0.001, m, f);
        step_contact(law, mirrored, 0.001, back, b);
      }
      WheelRunning run{.sinkage = m.u_soil, .slip_x = slip, .rut_depth = rut};
      const WheelReaction steady = steady_wheel_reaction(law.soil, law.wheel, run);
      INFO("slip " << slip << " rut " << rut);
      CHECK(f.longitudinal == Approx(steady.drawbar_pull).margin(1e-5 * steady.normal_force));
      CHECK(f.torque == Approx(steady.torque).margin(1e-5 * steady.normal_force));
      CHECK(b.longitudinal == -f.longitudinal);
      CHECK(b.torque == -f.torque);
    }
}

TEST_CASE("added keys out of range are refused by name") {
  const auto refused = [](const std::string& line, const char* what) {
    std::string text =
        "name = 'x'\nkind = 'soft'\nk_c = 1400\nk_phi = 820e3\nn = 1\ncohesion = 170\n"
        "phi_deg = 35\njanosi_k = 0.0178\ndensity = 1660\ntheta_m_c1 = 0.4\n"
        "theta_m_c2 = 0.15\nunloading_stiffness = 4e7\nsoil_damping = 300\n";
    INFO(line);
    CHECK_NOTHROW(read_soil(TomlTable::parse(text, "soil.toml"), "soil"));
    CHECK_THROWS_WITH(read_soil(TomlTable::parse(text + line + "\n", "soil.toml"), "soil"),
                      ContainsSubstring(what));
  };
  refused("exit_b0 = -0.4", "exit_b0");
  refused("exit_b0 = 0.5\nexit_b1 = -0.5", "exit_b0 + |exit_b1|");
  refused("side_sinkage_n1 = -1", "side_sinkage_n1");
  refused("front_wall = 2", "front_wall");
  refused("grouser_side_shear = 1.5", "grouser_side_shear");
  refused("multipass_gain = 1", "multipass_gain");
  refused("diameter_exponent = 10", "diameter_exponent");
  refused("diameter_reference = 0", "diameter_reference");
  refused("moduli_gravity = 0", "moduli_gravity");
  refused("moduli_split = 'half'", "moduli_split");
  refused("plate_pressure = 1e4", "plate_sinkage");
  refused("plate_sinkage = 0.02", "plate_pressure");
  refused("plate_pressure = 1e4\nplate_sinkage = 0.02\nxi_n = 1e6", "xi_n");
  refused("plate_pressure = 1e4\nplate_sinkage = -0.02", "plate_sinkage");
  // 170 Pa at 35 deg carry 7.84 kPa
  refused("law = 'rft'\ncohesion_share = 1\nplate_pressure = 7e3\nplate_sinkage = 0.02", "7841 Pa");
}
