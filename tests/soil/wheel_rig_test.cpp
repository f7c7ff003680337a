// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/wheel/wheel_rig.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;
using test::kDeg;

namespace {
RigSetup viper_rig() {
  RigSetup setup;
  setup.wheel = test::viper_wheel();
  setup.load = 171.7;
  return setup;
}
}  // namespace

// Regression table computed by an independent program (theta_2 = 0), to its printed digits: half the last one
// for the angle, DP, H, R; 1e-3 N m (one unit) for the torque, which was rounded from a coarser integral.
TEST_CASE("VIPER wheel on lunar nominal soil") {
  struct Row {
    double slip, theta_1_deg, z_mm, h, r, dp, torque;
  };
  const Row rows[] = {{0.05, 24.547, 22.6, 30.85, 34.13, -3.28, 7.862},
                      {0.10, 24.529, 22.6, 42.09, 33.86, 8.23, 10.725},
                      {0.20, 24.535, 22.6, 58.91, 33.52, 25.38, 15.019},
                      {0.40, 24.668, 22.8, 78.66, 33.42, 45.24, 20.092},
                      {0.80, 25.222, 23.8, 94.23, 34.39, 59.84, 24.171}};
  const SoilParams soil = test::lunar_nominal();
  const RigSetup setup = viper_rig();
  for (const Row& row : rows) {
    INFO("slip " << row.slip);
    const RigRow got = solve_wheel_rig(soil, setup, row.slip, 0.0);
    CHECK(got.status == RigStatus::ok);
    CHECK(got.load == Approx(171.7).epsilon(1e-9));
    CHECK(got.entry_angle / kDeg == Approx(row.theta_1_deg).margin(6e-4));
    CHECK(got.sinkage * 1e3 == Approx(row.z_mm).margin(0.051));
    CHECK(got.drawbar_pull == Approx(row.dp).margin(0.0061));
    CHECK(got.torque == Approx(row.torque).margin(1.1e-3));
    CHECK(got.side_force == 0.0);
    WheelRunning run{.sinkage = got.sinkage, .slip_x = row.slip};
    const WheelReaction r = steady_wheel_reaction(soil, setup.wheel, run);
    CHECK(r.shear_thrust == Approx(row.h).margin(0.0061));
    CHECK(r.compaction_resistance == Approx(row.r).margin(0.0061));
  }
}

// Wong & Reece 1967, driven wheel at 22.1 % slip. Inputs in psi, inch and pound as published; p = (k1 + k2
// b)(z/b)^n. Expected values from an independent program, to its printed digits.
TEST_CASE("Wong and Reece's driven wheel") {
  struct Case {
    double c_psi, phi_deg, k1, k2, n, b_in, load_lb, c1;
    double theta_1_deg, z, dp, torque;
  };
  const Case cases[] = {{0.10, 33.3, 20, 2.5, 0.47, 6, 2006, 0.43, 36.54, 0.1233, 1293, 2553},
                        {0.12, 31.1, 0, 2.0, 1.15, 6, 1986, 0.18, 56.07, 0.2772, 1050, 2884},
                        {0.12, 31.1, 0, 2.0, 1.15, 12, 2085, 0.18, 47.27, 0.2017, 1542, 2937}};
  const double psi = 6894.757293168, inch = 0.0254, pound = 4.4482216152605;
  for (const Case& c : cases) {
    SoilParams soil;
    soil.id = "wong_reece";
    soil.pressure_law = PressureLaw::reece;
    soil.reece_k1 = c.k1 * psi;
    soil.reece_k2 = c.k2 * psi / inch;
    soil.n = c.n;
    soil.cohesion = c.c_psi * psi;
    soil.phi = c.phi_deg * kDeg;
    soil.janosi_k = 1.5 * inch;
    soil.density = 1600.0;
    soil.theta_m_c1 = c.c1;
    soil.theta_m_c2 = 0.32;
    soil.unloading_stiffness = 1e12;  // the paper's law has no elastic branch
    soil.soil_damping_per_area = 0.0;
    validate(soil, "case");
    RigSetup setup;
    setup.wheel = {.radius = 24.7 * inch, .width = c.b_in * inch};
    setup.load = c.load_lb * pound;
    const RigRow row = solve_wheel_rig(soil, setup, 0.221, 0.0);
    CHECK(row.entry_angle / kDeg == Approx(c.theta_1_deg).margin(0.0051));
    CHECK(row.sinkage == Approx(c.z).margin(5.1e-5));
    CHECK(row.drawbar_pull == Approx(c.dp).margin(0.51));
    CHECK(row.torque == Approx(c.torque).margin(0.51));
  }
}

TEST_CASE("the rig holds the load from locked to spinning, at any slip angle") {
  const SoilParams soil = test::lunar_nominal();
  for (double slip = -1.0; slip <= 1.0; slip += 0.25) {
    for (double angle : {-1.2, 0.0, 0.5}) {
      const RigRow row = solve_wheel_rig(soil, viper_rig(), slip, angle);
      CHECK(row.status == RigStatus::ok);
      CHECK(row.load == Approx(171.7).epsilon(1e-9));
      // a velocity to the right of the heading is held from the left; spinning on the spot has no velocity
      if (slip < 1.0) CHECK((row.side_force > 0.0) == (angle > 0.0));
    }
  }
}

// b = 1 cm carrying 10 kN: k_phi r^n b r is some 500 N.
TEST_CASE("soil too weak for the load is a status, not a wrong answer") {
  RigSetup setup = viper_rig();
  setup.wheel.width = 0.01;
  setup.load = 1e4;
  const RigRow row = solve_wheel_rig(test::lunar_nominal(), setup, 0.1, 0.0);
  CHECK(row.status == RigStatus::soil_too_weak);
  CHECK(row.sinkage == setup.wheel.radius);
  CHECK(row.load < setup.load);
}

TEST_CASE("wrong input of the rig is refused by name") {
  using Catch::Matchers::ContainsSubstring;
  const SoilParams soil = test::lunar_nominal();
  RigSetup setup = viper_rig();
  CHECK_THROWS_WITH(solve_wheel_rig(soil, setup, 1.1, 0.0),
                    ContainsSubstring("slip") && ContainsSubstring("1.1"));
  CHECK_THROWS_WITH(solve_wheel_rig(soil, setup, 0.1, 1.6), ContainsSubstring("slip angle"));
  setup.load = -3.0;
  CHECK_THROWS_WITH(solve_wheel_rig(soil, setup, 0.1, 0.0),
                    ContainsSubstring("load") && ContainsSubstring("-3"));
  setup.load = kUnset;
  CHECK_THROWS_AS(solve_wheel_rig(soil, setup, 0.1, 0.0), InputError);
  setup = viper_rig();
  setup.wheel.radius = 0.0;
  CHECK_THROWS_WITH(solve_wheel_rig(soil, setup, 0.1, 0.0), ContainsSubstring("radius"));
  SoilParams negative = soil;
  negative.k_c = -2e5;
  CHECK_THROWS_WITH(solve_wheel_rig(negative, viper_rig(), 0.1, 0.0),
                    ContainsSubstring("width") && ContainsSubstring("negative"));
  CHECK_THROWS_WITH(solve_wheel_rig(load_soil("hard_plate"), viper_rig(), 0.1, 0.0),
                    ContainsSubstring("hard"));
}
