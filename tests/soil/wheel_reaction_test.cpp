// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/wheel/wheel_reaction.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/normal_stress.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "soil_laws_for_test.hpp"

using namespace grouser;

namespace {

WheelGeometry exomars_wheel(double grouser_height) {
  return {.radius = 0.1425, .width = 0.12, .grouser_height = grouser_height, .grouser_count = 12};
}

std::vector<SoilParams> soft_soils() {
  std::vector<SoilParams> soils;
  for (const std::string& id : asset_ids("soils")) {
    SoilParams soil = load_soil(id);
    if (soil.kind == SoilKind::soft) soils.push_back(soil);
  }
  REQUIRE(soils.size() > 50);
  return soils;
}

// all forces, torque over the radius
std::array<double, 4> forces(const WheelReaction& r, double radius) {
  return {r.normal_force, r.drawbar_pull, r.side_force, r.torque / radius};
}

double difference(const WheelReaction& a, const WheelReaction& b, double radius) {
  const auto fa = forces(a, radius), fb = forces(b, radius);
  double worst = 0.0;
  for (int i = 0; i < 4; ++i) worst = std::max(worst, std::fabs(fa[i] - fb[i]));
  return worst;
}

}  // namespace

// The integrals again, written out from Wong & Reece with the midpoint rule on 40000 angles (error below
// 1e-7).
TEST_CASE("steady reaction equals the plain integrals of normal and shear stress") {
  const SoilParams soil = test::lunar_nominal();
  const WheelGeometry wheel = test::viper_wheel();
  const double z = 0.03, s = 0.3, exit_ratio = 0.2, r = wheel.radius;
  const double theta_1 = std::acos(1.0 - z / r), theta_2 = -exit_ratio * theta_1;
  const double theta_m = (0.4 + 0.15 * s) * theta_1;
  const double k = 1400.0 / 0.18 + 820e3;
  double w = 0.0, dp = 0.0, torque = 0.0;
  const int steps = 40000;
  const double d = (theta_1 - theta_2) / steps;
  for (int i = 0; i < steps; ++i) {
    const double t = theta_2 + (i + 0.5) * d;
    // Wong & Reece: behind theta_m the stress is that of the front angle theta_e
    const double te = t >= theta_m ? t : theta_1 - (t - theta_2) / (theta_m - theta_2) * (theta_1 - theta_m);
    const double sigma = k * r * (std::cos(te) - std::cos(theta_1));
    const double j = r * ((theta_1 - t) - (1.0 - s) * (std::sin(theta_1) - std::sin(t)));
    const double tau = (170.0 + sigma * std::tan(35.0 * test::kDeg)) * (1.0 - std::exp(-j / 0.0178));
    w += 0.18 * r * d * (sigma * std::cos(t) + tau * std::sin(t));
    dp += 0.18 * r * d * (tau * std::cos(t) - sigma * std::sin(t));
    torque += 0.18 * r * r * d * tau;
  }
  WheelRunning run;
  run.sinkage = z;
  run.slip_x = s;
  run.exit_ratio = exit_ratio;
  const WheelReaction got = steady_wheel_reaction(soil, wheel, run);
  CHECK(got.normal_force == Approx(w).epsilon(1e-6));
  CHECK(got.drawbar_pull == Approx(dp).epsilon(1e-6));
  CHECK(got.torque == Approx(torque).epsilon(1e-6));
  CHECK(got.entry_angle == Approx(theta_1).epsilon(1e-12));
  CHECK(got.shear_thrust - got.compaction_resistance == Approx(got.drawbar_pull).epsilon(1e-12));
}

// The levels add the same terms in other orders; exp, log and sincos may differ by some units in the last
// place, and the depth at the arc's ends is a difference of numbers as large as the radius: 2^-52 r / z of
// it, 1e-13 at 0.3 mm.
TEST_CASE("every vector level gives the scalar level's reaction, with its stiffness, to rounding") {
  const std::vector<SimdLevel> levels = available_levels();
  REQUIRE(levels.front() == SimdLevel::scalar);
  int compared = 0;
  for (const SoilParams& soil : soft_soils())
    for (double slip : {-1.0, -0.4, 0.0, 1e-7, 0.3, 1.0})
      for (double rut : {0.0, 0.01})
        for (double sinkage : {3e-4, 0.01, 0.08})
          for (double travel : {0.0, 0.6, 1.0}) {
            const WheelGeometry wheel = exomars_wheel(rut > 0.0 ? 0.0 : 0.012);
            const WheelRunning run{.sinkage = sinkage,
                                   .slip_x = slip,
                                   .slip_y = 0.2,
                                   .travel = travel,
                                   .rest_shear_x = 1e-3,
                                   .rest_shear_y = -5e-4,
                                   .rut_depth = rut,
                                   .exit_ratio = 0.1};
            const WheelReaction a = wheel_reaction_on(SimdLevel::scalar, soil, wheel, run, 12);
            const double scale = std::hypot(a.normal_force, a.drawbar_pull, a.side_force);
            for (const SimdLevel level : levels) {
              const WheelReaction b = wheel_reaction_on(level, soil, wheel, run, 12);
              INFO(soil.id << " slip " << slip << " rut " << rut << " z " << sinkage << " "
                           << level_name(level));
              CHECK(difference(a, b, wheel.radius) < 2e-13 * scale);
              CHECK(b.stiffness == Approx(a.stiffness).epsilon(1e-11));
              ++compared;
            }
          }
  REQUIRE(compared > 5000);
}

TEST_CASE("twice the Gauss points move no force by 0.1 percent, on any shipped soil, in a rut or not") {
  double worst = 0.0;
  for (const SoilParams& soil : soft_soils()) {
    for (double height : {0.0, 0.01}) {
      const WheelGeometry wheel = exomars_wheel(height);
      for (double slip : {-1.0, -0.5, -0.1, 0.0, 0.05, 0.3, 1.0}) {
        for (double rut : {0.0, 0.002, 0.02}) {
          WheelRunning run;
          run.slip_x = slip;
          run.slip_y = side_slip(slip, 0.3);
          run.rut_depth = rut;
          run.sinkage = sinkage_for_load(soil, wheel, run, 191.7);
          if (run.sinkage < 0.0) continue;  // too weak for this wheel
          const WheelReaction a = wheel_reaction_with_points(soil, wheel, run, 12);
          const WheelReaction b = wheel_reaction_with_points(soil, wheel, run, 24);
          const double scale = std::hypot(b.normal_force, b.drawbar_pull, b.side_force);
          INFO(soil.id << " slip " << slip << " rut " << rut << " grouser " << height);
          worst = std::max(worst, difference(a, b, wheel.radius) / scale);
          CHECK(difference(a, b, wheel.radius) < 1e-3 * scale);
        }
      }
    }
  }
  CAPTURE(worst);
  CHECK(worst < 1e-3);
}

// Deeper than a quarter of the radius the contact takes fine points (SoftSoil). A wheel that hardly touches
// is held to the same newtons as one that carries 10 N, a twentieth of its load.
TEST_CASE("coarse points hold every force to 0.1 percent of the load, on any shipped soil, in a rut or not") {
  double worst = 0.0;
  int compared = 0;
  for (const SoilParams& soil : soft_soils())
    for (double height : {0.0, 0.01})
      for (double slip : {-1.0, -0.6, -0.3, -0.1, 0.0, 0.05, 0.2, 0.5, 1.0})
        for (double side : {0.0, 0.3})
          for (double travel : {1.0, 0.5})
            for (double rut : {0.0, 1e-4, 0.002, 0.02})
              for (double sinkage : {3e-4, 0.004, 0.015, 0.0355}) {
                const WheelGeometry wheel = exomars_wheel(height);
                const WheelRunning run{.sinkage = sinkage,
                                       .slip_x = slip,
                                       .slip_y = side_slip(slip, side),
                                       .travel = travel,
                                       .rest_shear_x = 1e-3,
                                       .rut_depth = rut,
                                       .exit_ratio = 0.1};
                const WheelReaction a = wheel_reaction_with_points(soil, wheel, run, kCoarseArcPoints);
                const WheelReaction b = wheel_reaction_with_points(soil, wheel, run, 24);
                const double scale = std::max(10.0, std::hypot(b.normal_force, b.drawbar_pull, b.side_force));
                INFO(soil.id << " slip " << slip << " side " << side << " rut " << rut << " z " << sinkage
                             << " travel " << travel << " grouser " << height);
                worst = std::max(worst, difference(a, b, wheel.radius) / scale);
                CHECK(difference(a, b, wheel.radius) < 1e-3 * scale);
                ++compared;
              }
  CAPTURE(worst);
  CHECK(worst < 1e-3);
  REQUIRE(compared > 50000);
}

TEST_CASE("no slip angle, no side force, mirrored slip, mirrored side force, all else the same") {
  const SoilParams soil = test::lunar_nominal();
  for (double slip : {-0.7, 0.0, 0.4}) {
    for (double travel : {0.0, 0.5, 1.0}) {
      WheelRunning run{.sinkage = 0.02, .slip_x = slip, .slip_y = 0.0, .travel = travel};
      CHECK(wheel_reaction(soil, test::viper_wheel(), run).side_force == 0.0);
      run.slip_y = 0.2;
      run.rest_shear_y = 0.003;
      const WheelReaction left = wheel_reaction(soil, test::viper_wheel(), run);
      run.slip_y = -0.2;
      run.rest_shear_y = -0.003;
      const WheelReaction right = wheel_reaction(soil, test::viper_wheel(), run);
      CHECK(left.side_force > 0.0);
      CHECK(left.side_force == -right.side_force);
      CHECK(left.drawbar_pull == right.drawbar_pull);
      CHECK(left.normal_force == right.normal_force);
      CHECK(left.torque == right.torque);
    }
  }
}

// Full shear: the torque of a wheel spinning on the spot is at most, and with K small nearly, b r^2 int(c +
// sigma tan phi).
TEST_CASE("large slip mobilises all shear strength") {
  SoilParams soil = test::lunar_nominal();
  soil.janosi_k = 1e-4;
  WheelRunning run{.sinkage = 0.03, .slip_x = 1.0};
  const WheelReaction r = wheel_reaction(soil, test::viper_wheel(), run);
  SoilParams smooth = soil;  // without shear: the plain sum of the normal stress
  smooth.cohesion = 0.0;
  smooth.phi = 0.0;
  const WheelReaction plain = wheel_reaction(smooth, test::viper_wheel(), run);
  // int(sigma) r b = int of sigma over the arc: from W and R of the plain wheel it is between W and W + R
  const double friction = std::tan(soil.phi), area = 0.18 * 0.25 * r.entry_angle;
  const double low = 0.25 * (soil.cohesion * area + friction * plain.normal_force);
  const double high =
      0.25 * (soil.cohesion * area + friction * (plain.normal_force + plain.compaction_resistance));
  CHECK(r.torque > 0.98 * low);
  CHECK(r.torque < high);
}

TEST_CASE("a locked wheel is finite and holds back with nearly all of its shear strength") {
  for (const SoilParams& soil : soft_soils()) {
    WheelRunning run{.sinkage = 0.02, .slip_x = -1.0};
    const WheelReaction r = wheel_reaction(soil, exomars_wheel(0.0), run);
    INFO(soil.id);
    for (double f : forces(r, 0.1425)) CHECK(std::isfinite(f));
    CHECK(r.shear_thrust < 0.0);
    CHECK(r.torque < 0.0);
  }
}

TEST_CASE("the reaction is continuous in slip, through zero and at both ends") {
  SoilParams soil = load_soil("CMU_sand");  // has both slip-sinkage rates
  const WheelGeometry wheel = exomars_wheel(0.01);
  for (double slip : {-0.9995, -0.5, 0.0, 0.5, 0.9995}) {
    double last = 0.0;
    for (double h : {4e-5, 2e-5, 1e-5}) {
      const WheelRunning a{.sinkage = 0.03, .slip_x = slip - h, .slip_y = 0.1},
          b{.sinkage = 0.03, .slip_x = slip + h, .slip_y = 0.1};
      const double jump =
          difference(wheel_reaction(soil, wheel, a), wheel_reaction(soil, wheel, b), wheel.radius);
      INFO("slip " << slip << " step " << h);
      CHECK(jump < 1.0);
      if (last > 0.0) CHECK(jump == Approx(0.5 * last).epsilon(0.15));  // a jump would not halve
      last = jump;
    }
  }
}

TEST_CASE("the reaction is smooth in travel and in the depth of the rut, travel 1 is the steady law") {
  const SoilParams soil = load_soil("wong_LETE_sand");
  const WheelGeometry wheel = exomars_wheel(0.0);
  WheelRunning run{
      .sinkage = 0.01, .slip_x = 0.2, .slip_y = 0.05, .rest_shear_x = 0.004, .rest_shear_y = 0.001};
  const double scale = wheel_reaction(soil, wheel, run).normal_force;
  const auto largest_change = [&](double WheelRunning::*field, double from, double to, int steps) {
    double worst = 0.0;
    for (int i = 0; i < steps; ++i) {
      WheelRunning a = run, b = run;
      a.*field = from + (to - from) * i / steps;
      b.*field = from + (to - from) * (i + 1) / steps;
      worst = std::max(
          worst, difference(wheel_reaction(soil, wheel, a), wheel_reaction(soil, wheel, b), wheel.radius));
    }
    return worst;
  };
  for (auto field : {&WheelRunning::travel, &WheelRunning::rest_shear_x, &WheelRunning::slip_y}) {
    run.travel = 0.5;
    const double coarse = largest_change(field, 0.0, 1.0, 200), fine = largest_change(field, 0.0, 1.0, 400);
    CHECK(coarse < 0.25 * scale);
    CHECK(fine == Approx(0.5 * coarse).epsilon(0.25));
  }
  CHECK(largest_change(&WheelRunning::rut_depth, 0.0, 0.005, 400) ==
        Approx(0.5 * largest_change(&WheelRunning::rut_depth, 0.0, 0.005, 200)).epsilon(0.25));

  run.travel = 1.0;  // the resting share must be gone
  WheelRunning steady = run;
  steady.rest_shear_x = steady.rest_shear_y = 0.0;
  CHECK(difference(wheel_reaction(soil, wheel, run), steady_wheel_reaction(soil, wheel, steady), 0.1425) ==
        0.0);
}

// Symmetric footprint by hand for n = 1: W = b k int_{-t1}^{t1} r^2 (cos t - cos t1) cos t dt
//   = b k r^2 (t1 - sin t1 cos t1), and the shear of rest on it c A + sigma tan(phi) along the arc.
TEST_CASE("a wheel that never rolled: symmetric footprint, no resistance, uniform shear") {
  const SoilParams soil = test::lunar_nominal();
  const WheelGeometry wheel = test::viper_wheel();
  WheelRunning run{.sinkage = 0.02, .slip_x = 0.4, .slip_y = 0.3, .travel = 0.0};
  const WheelReaction rest = wheel_reaction(soil, wheel, run);
  const double t = std::acos(1.0 - 0.02 / 0.25), k = 1400.0 / 0.18 + 820e3;
  CHECK(rest.normal_force == Approx(0.18 * k * 0.0625 * (t - std::sin(t) * std::cos(t))).epsilon(1e-6));
  CHECK(std::fabs(rest.drawbar_pull) < 1e-10 * rest.normal_force);
  CHECK(rest.torque == 0.0);

  run.rest_shear_x = 1.0;  // fully mobilised
  const WheelReaction pulled = wheel_reaction(soil, wheel, run);
  const double adhesion = 0.18 * 0.25 * 2.0 * std::sin(t) * 170.0;
  // int sigma cos t is the plain weight, which the symmetric shear does not change
  CHECK(pulled.drawbar_pull == Approx(adhesion + std::tan(soil.phi) * rest.normal_force).epsilon(1e-6));
  CHECK(pulled.normal_force == Approx(rest.normal_force).epsilon(1e-12));
}

TEST_CASE("stiffness is the slope of the load, the mobilised share held") {
  SoilParams soil = load_soil("wong_LETE_sand");
  soil.janosi_k = 1e-7;  // all mobilised, so that holding the share changes nothing
  const WheelGeometry wheel = exomars_wheel(0.0);
  for (double rut : {0.0, 0.004}) {
    for (double travel : {0.0, 0.5, 1.0}) {
      WheelRunning run{
          .sinkage = 0.006, .slip_x = 0.5, .travel = travel, .rut_depth = rut, .exit_ratio = 0.1};
      const double got = wheel_reaction(soil, wheel, run).stiffness, h = 1e-7;
      run.sinkage += h;
      const double above = wheel_reaction(soil, wheel, run).normal_force;
      run.sinkage -= 2.0 * h;
      const double below = wheel_reaction(soil, wheel, run).normal_force;
      CHECK(got ==
            Approx((above - below) / (2.0 * h)).epsilon(5e-3));  // the split moves with z: quadrature error
    }
  }
  // at ordinary K it is an estimate for Newton: within 10 %
  soil = test::lunar_nominal();
  WheelRunning run{.sinkage = 0.02, .slip_x = 0.2};
  const double got = wheel_reaction(soil, wheel, run).stiffness;
  run.sinkage = 0.0201;
  const double above = wheel_reaction(soil, wheel, run).normal_force;
  run.sinkage = 0.0199;
  CHECK(got == Approx((above - wheel_reaction(soil, wheel, run).normal_force) / 2e-4).epsilon(0.1));
}

TEST_CASE("slices add up, no sinkage gives nothing, sinkage beyond the radius carries more") {
  const SoilParams soil = test::lunar_nominal();
  const WheelGeometry wheel = test::viper_wheel();
  WheelRunning run{.sinkage = 0.02, .slip_x = 0.2, .slip_y = 0.1};
  const WheelReaction whole = wheel_reaction(soil, wheel, run);
  run.width_fraction = 0.2;
  const WheelReaction slice = wheel_reaction(soil, wheel, run);
  CHECK(5.0 * slice.normal_force == Approx(whole.normal_force).epsilon(1e-14));
  CHECK(5.0 * slice.side_force == Approx(whole.side_force).epsilon(1e-14));
  CHECK(5.0 * slice.torque == Approx(whole.torque).epsilon(1e-14));
  CHECK(slice.entry_angle == whole.entry_angle);
  run = {.sinkage = 0.0, .slip_x = 0.2};
  CHECK(wheel_reaction(soil, wheel, run).normal_force == 0.0);
  double last = 0.0;
  for (double z = 0.24; z < 0.3; z += 0.002) {
    run.sinkage = z;
    const double w = wheel_reaction(soil, wheel, run).normal_force;
    CHECK(w > last);
    last = w;
  }
}

// T omega - DP v - F_y v_y over V: what the drive puts in and nobody takes out goes into the soil, never out
// of it.
TEST_CASE("the soil never gives power") {
  for (const SoilParams& soil : soft_soils()) {
    for (double height : {0.0, 0.01}) {
      const WheelGeometry wheel = exomars_wheel(height);
      for (double slip : {-1.0, -0.9, -0.5, -0.1, 0.0, 0.05, 0.3, 0.7, 1.0}) {
        for (double angle : {0.0, 0.3, 1.0}) {
          WheelRunning run{.sinkage = 0.015, .slip_x = slip, .slip_y = side_slip(slip, angle)};
          const WheelReaction r = wheel_reaction(soil, wheel, run);
          const double rim = slip >= 0.0 ? 1.0 : 1.0 + slip, forward = slip >= 0.0 ? 1.0 - slip : 1.0;
          const double power =
              r.torque / wheel.radius * rim - r.drawbar_pull * forward + r.side_force * run.slip_y;
          INFO(soil.id << " slip " << slip << " angle " << angle << " grouser " << height);
          CHECK(power >= 0.0);
        }
      }
    }
  }
}

// A wheel in the rut of the one before it sinks less and is easier to roll. (That it also pulls more when
// driven is not claimed: its arc is shorter, and at the same slip it mobilises less shear.)
TEST_CASE("a rut carries") {
  const SoilParams soil = test::lunar_nominal();
  const WheelGeometry wheel = test::viper_wheel();
  WheelRunning run{.slip_x = 0.0};
  run.sinkage = sinkage_for_load(soil, wheel, run, 171.7);
  const WheelReaction first = wheel_reaction(soil, wheel, run);
  WheelRunning second_run = run;
  second_run.rut_depth = 0.9 * run.sinkage;
  second_run.sinkage = sinkage_for_load(soil, wheel, second_run, 171.7);
  const WheelReaction second = wheel_reaction(soil, wheel, second_run);
  CHECK(second_run.sinkage < 0.5 * run.sinkage);
  CHECK(second.compaction_resistance < 0.7 * first.compaction_resistance);
  CHECK(second.drawbar_pull > first.drawbar_pull);
}
