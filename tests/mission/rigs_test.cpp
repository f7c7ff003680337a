// SPDX-License-Identifier: BSD-3-Clause
// Rigs of wheels, plates and falling bodies: against closed forms, the running simulation, and measured
// spheres; soils whose numbers are drawn.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/rigs/drop_rig.hpp"
#include "grouser/mission/rigs/plate_tests.hpp"
#include "grouser/mission/rigs/wheel_tests.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "scratch_folder.hpp"
#include "skip.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kSand = R"(units = "SI"
name = "sand"
kind = "soft"
sources = ["made for this test"]
n = 1.0
k_c = 0
k_phi = 548593
cohesion = 0
phi_deg = 24
janosi_k = 0.01
density = 1520
theta_m_c1 = 0.18
theta_m_c2 = 0.32
unloading_stiffness = 4e9
soil_damping_per_area = 0
)";

/// A folder with sand.toml, which ends with `more`.
struct SandFolder {
  test::ScratchFolder folder;
  explicit SandFolder(const std::string& name, const std::string& more = "") : folder("rigs_" + name) {
    write_file_atomically(folder / "sand.toml", kSand + more);
  }
  std::string sand() const { return (folder / "sand.toml").string(); }
};

std::string said_by(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

JobOptions on_threads(int threads) { return {.threads = threads, .cancelled = {}, .progress = {}}; }

}  // namespace

TEST_CASE("band: the middle nine tenths of what was drawn") {
  std::vector<double> values;
  for (int k = 100; k >= 0; --k) values.push_back(k);
  const Band band = band_of(values);  // 101 values from 0 to 100: quantiles are the values themselves
  CHECK(band.low == Approx(5.0).epsilon(1e-12));
  CHECK(band.high == Approx(95.0).epsilon(1e-12));
  CHECK(band.holds(50.0));
  CHECK_FALSE(band.holds(96.0));
  CHECK_FALSE(band_of({1.0, kUnset}).any());
  CHECK(band_of({1.0, kUnset, 3.0}).high == Approx(2.9).epsilon(1e-12));
}

TEST_CASE("an uncertain soil is drawn from its own distributions and as they depend on each other") {
  const SandFolder made(
      "draws",
      "[uncertain]\nphi_deg = { normal = [30.0, 2.0] }\nk_phi = { lognormal = [5e5, 0.3] }\n"
      "cohesion = { uniform = [100, 300] }\njanosi_k = { normal_relative = 0.1 }\n"
      "[[uncertain.correlate]]\nkeys = [\"phi_deg\", \"k_phi\"]\ncoefficient = -0.8\n");
  const UncertainSoil soil = UncertainSoil::load(made.sand());
  CHECK(soil.best().k_phi == 548593.0);
  CHECK(load_soil(made.sand()).k_phi == 548593.0);  // whoever draws nothing reads the best numbers
  REQUIRE(soil.draws().size() == 4);
  const std::vector<SoilParams> drawn = soil.sample(1024);
  double phi = 0.0, squares = 0.0, logs = 0.0, log_squares = 0.0, both = 0.0, cohesion = 0.0, shear = 0.0;
  for (const SoilParams& one : drawn) {
    const double x = one.phi * 180.0 / std::numbers::pi - 30.0, y = std::log(one.k_phi / 5e5);
    phi += x, squares += x * x, logs += y, log_squares += y * y, both += x * y;
    cohesion += one.cohesion, shear += one.janosi_k;
  }
  const double count = 1024.0;
  // Sobol's points: the means are off by a few deviations over the number of points, not over its root
  CHECK(phi / count == Approx(0.0).margin(0.02));
  CHECK(std::sqrt(squares / count) == Approx(2.0).epsilon(0.01));
  CHECK(logs / count == Approx(0.0).margin(0.005));
  CHECK(both / std::sqrt(squares * log_squares) == Approx(-0.8).margin(0.01));
  CHECK(cohesion / count == Approx(200.0).epsilon(0.005));
  CHECK(shear / count == Approx(0.01).epsilon(0.005));
  CHECK(soil.sample(16)[5].phi == drawn[5].phi);  // a draw depends on its number alone
}

TEST_CASE("a file beside the soil says how sure its numbers are and keys may begin with soil") {
  const SandFolder made("beside");
  write_file_atomically(made.folder / "u.toml", "[uncertain]\n\"soil.phi_deg\" = { uniform = [20, 40] }\n");
  const UncertainSoil soil = UncertainSoil::load(made.sand(), made.folder / "u.toml");
  REQUIRE(soil.draws().size() == 1);
  for (const SoilParams& one : soil.sample(8)) CHECK(one.phi != soil.best().phi);
  CHECK(UncertainSoil::load(made.sand()).is_certain());
}

TEST_CASE("distributions that no soil can have are refused by their place") {
  const auto refusal = [](const std::string& name, const std::string& text) {
    const SandFolder made(name, text);
    return said_by([&] { UncertainSoil::load(made.sand()).sample(64); });
  };
  CHECK_THAT(refusal("a", "[uncertain]\nphi = { normal = [1, 2] }\n"), ContainsSubstring("phi"));
  CHECK_THAT(refusal("b", "[uncertain]\n"), ContainsSubstring("no key"));
  CHECK_THAT(refusal("c", "[uncertain]\nphi_deg = 3\n"), ContainsSubstring("distribution"));
  CHECK_THAT(refusal("d", "[uncertain]\ncohesion = { normal = [0, 100] }\n"),
             ContainsSubstring("drawn cohesion=-") && ContainsSubstring("expected"));
  CHECK_THAT(refusal("e", "[uncertain]\nphi_deg = { discrete = [\"a\"] }\n"), ContainsSubstring("numbers"));
  CHECK_THAT(refusal("f", "[uncertain]\nexit_b0 = { normal_relative = 0.1 }\n"),
             ContainsSubstring("leaves out"));
  CHECK_THAT(refusal("g", "[uncertain]\nphi_deg = { normal = [30, 1] }\nwhat = 1\n"),
             ContainsSubstring("distribution"));
}

TEST_CASE("a series of wheel tests has the rig's own numbers in order on any number of threads") {
  const SandFolder made("wheels");
  const std::vector<UncertainSoil> soils{UncertainSoil::load(made.sand(), {}, SoilLaw::bekker),
                                         UncertainSoil::load(made.sand(), {}, SoilLaw::rft)};
  WheelTests tests{.setup = {},
                   .widths = {0.1, 0.2},
                   .loads = {50.0, 100.0},
                   .slip_angles = {0.0, 0.1},
                   .slips = {0.0, 0.3}};
  tests.setup.rig.wheel.radius = 0.15;
  const std::vector<WheelTestRow> rows = test_wheels(soils, tests, on_threads(1));
  REQUIRE(rows.size() == 32);
  std::size_t k = 0;
  for (const UncertainSoil& soil : soils)
    for (const double width : tests.widths)
      for (const double load : tests.loads)
        for (const double angle : tests.slip_angles)
          for (const double slip : tests.slips) {
            RigSetup setup = tests.setup.rig;
            setup.wheel.width = width, setup.load = load;
            const RigRow alone = solve_wheel_rig(soil.best(), setup, slip, angle);
            const WheelTestRow& row = rows[k++];
            CHECK(row.found.mean.drawbar_pull == alone.drawbar_pull);
            CHECK(row.found.mean.sinkage == alone.sinkage);
            CHECK((row.width == width && row.load == load && row.law == soil.best().law));
          }
  const std::vector<WheelTestRow> again = test_wheels(soils, tests, on_threads(2));
  for (k = 0; k < rows.size(); ++k)
    CHECK(again[k].found.mean.drawbar_pull == rows[k].found.mean.drawbar_pull);
  tests.slips.assign(20'000, 0.1);
  CHECK_THAT(said_by([&] { test_wheels(soils, tests, on_threads(1)); }), ContainsSubstring("100000"));
}

TEST_CASE("a wheel's band is that of its draws one by one") {
  const SandFolder made("band",
                        "[uncertain]\nphi_deg = { uniform = [20, 30] }\nk_phi = { normal_relative = 0.2 }\n");
  const std::vector<UncertainSoil> soils{UncertainSoil::load(made.sand())};
  WheelTests tests{
      .setup = {}, .widths = {0.1}, .loads = {80.0}, .slip_angles = {0.0}, .slips = {0.2}, .draws = 32};
  tests.setup.rig.wheel.radius = 0.15;
  const WheelTestRow row = test_wheels(soils, tests, on_threads(2)).front();
  std::vector<double> pulls;
  RigSetup setup = tests.setup.rig;
  setup.wheel.width = 0.1, setup.load = 80.0;
  for (const SoilParams& one : soils[0].sample(32))
    pulls.push_back(solve_wheel_rig(one, setup, 0.2, 0.0).drawbar_pull);
  std::sort(pulls.begin(), pulls.end());
  // quantile 0.05 of 32 values lies 0.55 of the way from the second to the third
  CHECK(row.bands.drawbar_pull.low == Approx(pulls[1] + 0.55 * (pulls[2] - pulls[1])).epsilon(1e-12));
  CHECK(row.bands.drawbar_pull.holds(row.found.mean.drawbar_pull));
  CHECK((row.bands.draws == 32 && row.bands.lost == 0));
  const Table table = wheel_table({row});
  CHECK(table.columns[7].name == "drawbar_pull");
  CHECK(to_csv(table).starts_with(kWheelCsvBegin));
}

// Four rigid plates pressed by their weight, as in a run, at rest; less what the plates' own springs give
// way.
TEST_CASE("plates are as deep in the running simulation as on the rig by every law") {
  const SandFolder made("pressed");
  constexpr double kRadius = 0.1, kMass = 300.0, kStiffness = 5e7;
  std::string plates = fmt::format(
      "units = \"SI\"\nname = \"plates\"\nroot = \"frame\"\n[pad_contact]\nstiffness = {}\ndamping = 2000.0\n"
      "friction = 0.4\n[[body]]\nname = \"frame\"\nmass = {}\ninertia = [100.0, 100.0, 100.0]\n",
      kStiffness, kMass);
  const char* places[] = {"1.0, 0.0", "0.0, 1.0", "-1.0, 0.0", "0.0, -1.0"};
  for (int k = 0; k < 4; ++k)
    plates += fmt::format("[[pad]]\nname = \"p{}\"\nbody = \"frame\"\nposition = [{}, -0.2]\nradius = {}\n",
                          k, places[k], kRadius);
  write_file_atomically(made.folder / "plates.toml", plates);
  write_file_atomically(made.folder / "press.toml",
                        "units = \"SI\"\nname = \"press\"\nrover = \"none\"\nlander = \"plates.toml\"\n"
                        "duration = 0.05\ngravity = 3.71\n[integration]\nmethod = \"beeman\"\nstep = 0.0005\n"
                        "[terrain]\nkind = \"flat\"\nsoil = \"sand.toml\"\n[initial_lander]\n"
                        "position = [0.0, 0.0]\nsettle = true\n");
  for (const SoilLaw law : {SoilLaw::bekker, SoilLaw::rft, SoilLaw::scm}) {
    const char* word = kSoilLaws[static_cast<std::size_t>(law)];
    CAPTURE(word);
    Simulation simulation = start_simulation(load_world(
        (made.folder / "press.toml").string(),
        {parse_override(fmt::format("terrain.soil_law=\"{}\"", word)), parse_override("soil.k_c=20000")}));
    while (!simulation.finished()) REQUIRE(simulation.step() == StepStatus::ok);
    const double load = kMass * 3.71 / 4.0;
    const double depth = 0.2 - simulation.kinematics().body[0].X_WB.p.z() - load / kStiffness;
    SoilParams soil = load_soil(made.sand(), {}, law);
    soil.k_c = 20000.0;
    const PressedCurve rig(soil, {.form = PressedForm::disc, .radius = kRadius}, 3.71);
    // a grid's cells cover a disc to a percent of its area and its width to a cell's hundredth
    CHECK(depth == Approx(rig.depth(load)).epsilon(law == SoilLaw::scm ? 0.02 : 0.002));
  }
}

// Steady rolling of a driven wheel on the rig is that of the run: tests/simulation and validation.md; here
// the three laws at one slip, so that a table of theirs compares the same wheel.
TEST_CASE("a wheel on the rig by each law carries its load") {
  const SandFolder made("three");
  std::vector<UncertainSoil> soils;
  for (const SoilLaw law : {SoilLaw::bekker, SoilLaw::rft, SoilLaw::scm})
    soils.push_back(UncertainSoil::load(made.sand(), {}, law));
  WheelTests tests{.setup = {}, .widths = {0.1}, .loads = {80.0}, .slip_angles = {0.0}, .slips = {0.2}};
  tests.setup.rig.wheel.radius = 0.15;
  for (const WheelTestRow& row : test_wheels(soils, tests, on_threads(2))) {
    CHECK(row.steady());
    CHECK(row.found.mean.load == Approx(80.0).epsilon(1e-3));
    CHECK(row.found.mean.sinkage > 0.0);
    CHECK(row.driven == (row.law == SoilLaw::scm));
  }
}

namespace {

DropTest ball_of(double radius, double mass, double speed, double gravity) {
  return {.shape = DropShape::sphere, .radius = radius, .mass = mass, .speed = speed, .gravity = gravity};
}

/// Depth at which the rings of a ball have taken its energy: m v^2/2 + m g d = int(N dz), with
/// N = 2 pi k (r z^2/2 - z^3/6) on soil of n = 1 up to the ball's middle, and beyond it that of a disc that
/// goes on: by bisection.
double depth_by_energy(double mass, double gravity, double speed, double radius, double modulus) {
  const auto load = [&](double z) {
    const double w = std::max(0.0, z - radius);
    return 2.0 * std::numbers::pi * modulus * (0.5 * radius * z * z - (z * z * z - w * w * w) / 6.0);
  };
  const auto work = [&](double d) {
    constexpr int kParts = 2000;
    double sum = 0.0;
    for (int i = 0; i < kParts; ++i) sum += load((i + 0.5) * d / kParts) * d / kParts;
    return sum;
  };
  double low = 0.0, high = 10.0;
  for (int i = 0; i < 60; ++i) {
    const double d = 0.5 * (low + high);
    (work(d) < mass * (0.5 * speed * speed + gravity * d) ? low : high) = d;
  }
  return low;
}

}  // namespace

TEST_CASE("a ball stops where soil without damping has taken its energy at any size and speed and gravity") {
  const SandFolder made("balls");
  const SoilParams soil = load_soil(made.sand());
  for (const DropTest& test : {ball_of(0.0127, 0.0678, 0.6, 9.81), ball_of(0.0127, 0.0678, 3.0, 9.81),
                               ball_of(0.2, 90.0, 1.0, 1.62), ball_of(0.05, 2.0, 5.0, 3.71)}) {
    CAPTURE(test.radius, test.speed, test.gravity);
    const DropFall fall = drop_body(soil, test);
    // the ball's own spring gives way by a two hundredth
    CHECK(fall.depth ==
          Approx(depth_by_energy(test.mass, test.gravity, test.speed, test.radius, 548593.0)).epsilon(0.01));
    CHECK(fall.energy_error < 0.01);
  }
}

// On n = 1 a disc is a mass on a spring K = A k: z = g/w^2 (1 - cos wt) + v/w sin wt, w^2 = K/m, which stops
// at t = (pi - atan(v w/g))/w.
TEST_CASE("a disc stops as a mass on a spring does") {
  const SandFolder made("discs");
  const SoilParams soil = load_soil(made.sand());
  for (const double speed : {0.0, 0.5, 2.0}) {
    const DropTest test{
        .shape = DropShape::disc, .radius = 0.1, .mass = 40.0, .speed = speed, .gravity = 3.71};
    const double spring = std::numbers::pi * 0.01 * 548593.0, w = std::sqrt(spring / 40.0);
    const double depth = 3.71 / (w * w) + std::hypot(3.71 / (w * w), speed / w);
    const DropFall fall = drop_body(soil, test);
    CAPTURE(speed);
    CHECK(fall.depth == Approx(depth).epsilon(0.01));
    CHECK(fall.peak_force == Approx(spring * depth).epsilon(0.01));
    CHECK(fall.time == Approx((std::numbers::pi - std::atan(speed * w / 3.71)) / w).epsilon(0.01));
  }
}

TEST_CASE("a drop and its band are the same on any number of threads") {
  const SandFolder made("steps", "[uncertain]\nk_phi = { normal_relative = 0.2 }\n");
  const UncertainSoil soil = UncertainSoil::load(made.sand());
  const DropTest test = ball_of(0.0127, 0.0678, 1.4, 9.81);
  const DropFall one = drop_body(soil, test, {.draws = 8, .threads = 1}),
                 two = drop_body(soil, test, {.draws = 8, .threads = 2});
  CHECK((one.depth == two.depth && one.depth_band.low == two.depth_band.low && one.draws == 8 &&
         one.lost == 0));
  CHECK(one.depth_band.holds(one.depth));
  // a stiffer soil stops it sooner
  CHECK(one.depth_band.high > 1.02 * one.depth_band.low);
}

TEST_CASE("a drop that cannot be made is refused") {
  const SandFolder made("refused");
  const SoilParams soil = load_soil(made.sand());
  const double nan = std::nan("");
  for (const DropTest& test :
       {ball_of(0.0, 1.0, 1.0, 9.81), ball_of(0.1, nan, 1.0, 9.81), ball_of(0.1, 1.0, -1.0, 9.81),
        ball_of(0.1, 1.0, 1e4, 9.81), ball_of(0.1, 1.0, 1.0, 0.0), ball_of(20.0, 1.0, 1.0, 9.81)})
    CHECK_THAT(said_by([&] { drop_body(soil, test); }), ContainsSubstring("drop: "));
  CHECK_THAT(said_by([&] { drop_body(load_soil("hard_plate"), ball_of(0.1, 1.0, 1.0, 9.81)); }),
             ContainsSubstring("not soft"));
}

// Uehara et al. 2003: steel spheres of 25.4 mm on glass beads. Ratios of the running simulation on the same
// soil (tests/simulation/impacts_test.cpp): 0.93 by Bekker's law and 0.73 by the Soil Contact Model.
TEST_CASE("steel spheres on glass beads sink on the drop rig as in the running simulation", "[reference]") {
  GROUSER_NEED_REFERENCE("measured/impacts/soils/beads24.toml", beads);
  const double drops[] = {0.02, 0.1, 0.5}, measured[] = {0.0214, 0.0315, 0.0508};
  const auto mean = [&](SoilLaw law) {
    const SoilParams soil = load_soil(beads.string(), {}, law);
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
      DropTest test = ball_of(0.0127, 0.0678, std::sqrt(2.0 * 9.81 * drops[k]), 9.81);
      test.scm_cell = 0.003;
      sum += drop_body(soil, test).depth / measured[k];
    }
    return sum / 3.0;
  };
  CHECK(mean(SoilLaw::bekker) == Approx(0.93).margin(0.03));
  CHECK(mean(SoilLaw::scm) == Approx(0.73).margin(0.05));
  CHECK(mean(SoilLaw::rft) == Approx(1.0).margin(0.25));
}

TEST_CASE("plate tests find the depth under a pressure that has this pressure at that depth") {
  const SandFolder made("plates", "[uncertain]\nk_phi = { uniform = [4e5, 6e5] }\n");
  const std::vector<UncertainSoil> soils{UncertainSoil::load(made.sand())};
  PlateTests tests{
      .bodies = {{.form = PressedForm::disc, .radius = 0.05}, {.form = PressedForm::disc, .radius = 0.1}},
      .values = {0.0, 0.01, 0.02}};
  const std::vector<PlateTestRow> rows = test_plates(soils, tests);
  REQUIRE(rows.size() == 6);
  CHECK(rows[1].pressure == Approx(548593.0 * 0.01).epsilon(1e-12));
  // n = 1 and k_c = 0: the band is that of the modulus, 410 to 590 kPa/m, but for the few draws
  CHECK(rows[1].band.low == Approx(4.1e3).epsilon(0.01));
  CHECK(rows[1].band.high == Approx(5.9e3).epsilon(0.01));
  PlateTests back = tests;
  back.held = PlateHeld::pressure;
  back.values = {rows[1].pressure, rows[2].pressure};
  const std::vector<PlateTestRow> found = test_plates(soils, back);
  CHECK(found[0].depth == Approx(0.01).epsilon(1e-12));
  CHECK(found[1].depth == Approx(0.02).epsilon(1e-12));
  const std::string csv = to_csv(plate_table(tests, rows));
  CHECK(csv.starts_with(kPlateCsvBegin));
  CHECK_THAT(csv, ContainsSubstring("pressure_low [Pa]"));
  // the mean index of n = 1 is half of the last one and the index at the surface
  const PressedCurve cone(soils[0].best(),
                          {.form = PressedForm::cone, .radius = 0.01, .apex_angle = std::numbers::pi / 6.0},
                          9.81);
  CHECK(mean_pressure(cone, 0.1) ==
        Approx(0.5 * (cone.load(0.0) + cone.load(0.1)) / cone.area()).epsilon(1e-6));
}
