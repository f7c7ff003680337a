// SPDX-License-Identifier: BSD-3-Clause
// The law of a crushable strut against closed forms and quadrature, and what its file refuses.
#include "grouser/vehicle/spec/strut.hpp"

#include <cmath>

#include "catch.hpp"
#include "grouser/vehicle/spec/vehicle.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr double kFlank = 4e5;  // N/m
const CrushCore kCore{{2000.0, 0.08}, {4500.0, 0.25}};

double force_at(double x, double& c) {
  const double force = side_force(kCore, kFlank, 0.0, x, 0.0, c).force;
  c = crush_core(kCore, kFlank, x, c);
  return force;
}

}  // namespace

TEST_CASE("Strut: a two-stage core crushes at its forces and then is solid") {
  double c = 0.0;
  CHECK(force_at(0.004, c) == Approx(1600.0));  // flank
  CHECK(c == 0.0);
  CHECK(force_at(0.05, c) == Approx(2000.0));
  CHECK(c == Approx(0.05 - 2000.0 / kFlank));
  CHECK(force_at(0.0875, c) == Approx(0.0075 * kFlank));  // 3,000 N: between the stages
  CHECK(c == 0.08);
  CHECK(force_at(0.2, c) == Approx(4500.0));
  CHECK(force_at(0.3, c) == Approx(0.05 * kFlank));  // solid
  CHECK(c == 0.25);
}

TEST_CASE("Strut: what is crushed stays crushed, and a strut that slides back bears nothing") {
  double c = 0.0;
  force_at(0.1, c);
  const double crushed = c;
  for (double x = 0.1; x > -0.1; x -= 0.001) {
    const double force = force_at(x, c);
    CHECK(c == crushed);
    CHECK(force == Approx(std::max(0.0, kFlank * (x - crushed))).margin(1e-9));
  }
  CHECK(force_at(0.5 * crushed, c) == 0.0);
  CHECK(force_at(crushed + 0.005, c) == Approx(2000.0));  // back on the flank, then where it left off
  CHECK(force_at(0.15, c) == Approx(4500.0));
}

TEST_CASE("Strut: the same core in one step or in thousands, and its book closes") {
  constexpr int kSteps = 20000;
  double c = 0.0, work = 0.0, last = 0.0;
  for (int k = 1; k <= kSteps; ++k) {
    const double x = 0.28 * k / kSteps, force = force_at(x, c);
    work += 0.5 * (last + force) * 0.28 / kSteps;
    last = force;
  }
  CHECK(c == crush_core(kCore, kFlank, 0.28, 0.0));
  const double stored = side_force(kCore, kFlank, 0.0, 0.28, 0.0, c).stored;
  CHECK(crush_work(kCore, 0.0, c) == Approx(2000.0 * 0.08 + 4500.0 * 0.17));
  // the trapezoidal rule errs at the corners by h times the jump of the slope h/12
  CHECK(work == Approx(stored + crush_work(kCore, 0.0, c)).epsilon(1e-7));
}

TEST_CASE("Strut: its damper takes energy, pulls at nothing and does not go beyond the crush force") {
  for (double rate = -3.0; rate <= 3.0; rate += 0.25)
    for (double x = -0.01; x < 0.3; x += 0.0037) {
      const SideForce side = side_force(kCore, kFlank, 800.0, x, rate, 0.05);
      CHECK(side.force >= 0.0);
      CHECK(side.damping_power >= 0.0);
      if (x < 0.05) CHECK(side.force == 0.0);
      if (x > 0.055 && x < 0.08) CHECK(side.force <= 2000.0 * (1.0 + 1e-12));
    }
}

TEST_CASE("Strut: a shock absorber's spring follows its table and its stops, and stores the work of both") {
  const StrutTable spring{{-0.1, -300.0}, {0.0, 400.0}, {0.1, 700.0}, {0.25, 4000.0}};
  constexpr double kStop = 4e5;
  CHECK(spring_force(spring, kStop, 0.0).force == 400.0);
  CHECK(spring_force(spring, kStop, 0.05).force == Approx(550.0));
  CHECK(spring_force(spring, kStop, 0.26).force == Approx(4000.0 + 0.01 * kStop));
  CHECK(spring_force(spring, kStop, -0.105).force == Approx(-300.0 - 0.005 * kStop));
  CHECK(spring_force(spring, kStop, 0.0).stored == 0.0);
  // forces by the central difference of what is stored: exact within a row but for rounding, 1e-16 J / 1e-6 m
  for (double x = -0.1217; x < 0.28; x += 0.0071) {
    const double h = 1e-6, slope = (spring_force(spring, kStop, x + h).stored -
                                    spring_force(spring, kStop, x - h).stored) /
                                   (2.0 * h);
    CAPTURE(x);
    CHECK(spring_force(spring, kStop, x).force == Approx(slope).epsilon(1e-6).margin(1e-6));
  }
}

TEST_CASE("Strut: a damper by table goes on with its last slope") {
  const StrutTable damper{{-1.0, -900.0}, {0.0, 0.0}, {1.0, 300.0}, {2.0, 1000.0}};
  CHECK(damper_force(damper, 0.5) == Approx(150.0));
  CHECK(damper_force(damper, 3.0) == Approx(1700.0));
  CHECK(damper_force(damper, -2.0) == Approx(-1800.0));
  CHECK(damper_force({}, 2.0) == 0.0);
}

TEST_CASE("Strut: friction of the seals takes its force times the way that they slip") {
  // Between -X and X each half cycle sticks over 2 f/k, then slips: 4 f (X - f/k) a cycle.
  constexpr double kFriction = 60.0, kStiffness = 4e4, kReach = 0.05;
  double slider = 0.0, work = 0.0, last_x = 0.0, last = 0.0;
  const auto go_to = [&](double end) {
    constexpr int kSteps = 20000;
    const double from = last_x;
    for (int k = 1; k <= kSteps; ++k) {
      const double x = from + (end - from) * k / kSteps;
      slider = slide_seal(kFriction, kStiffness, x, slider);
      const double force = kStiffness * (x - slider);
      REQUIRE(std::fabs(force) <= kFriction * (1.0 + 1e-9));
      work += 0.5 * (force + last) * (x - last_x);
      last_x = x;
      last = force;
    }
  };
  go_to(kReach);
  work = 0.0;  // from here on it repeats itself
  go_to(-kReach);
  go_to(kReach);
  CHECK(work == Approx(4.0 * kFriction * (kReach - kFriction / kStiffness)).epsilon(1e-6));
}

TEST_CASE("Strut: files that cannot be are refused with their place") {
  const auto read = [](const std::string& more) {
    return read_vehicle(TomlTable::parse(R"(
name = "v"
root = "a"
[[body]]
name = "a"
mass = 1.0
inertia = [1.0, 1.0, 1.0]
[[strut]]
name = "s"
body_a = "a"
point_a = [0.0, 0.0, 0.0]
point_b = [0.0, 0.0, -1.0]
)" + more,
                                         "strut.toml"));
  };
  const std::string good = "body_b = \"a\"\nfree_length = 1.0\nstiffness = 1e5\n";
  CHECK(read(good + "compression = [[1.0, 0.1], [2.0, 0.2]]").struts[0].compression.size() == 2);
  CHECK_THROWS_WITH(read(good + "compression = [[2.0, 0.1], [1.0, 0.2]]"),
                    ContainsSubstring("strut.toml:16"));
  CHECK_THROWS_WITH(read(good + "tension = [[1.0, 0.2], [2.0, 0.1]]"),
                    ContainsSubstring("a higher force and a greater length"));
  CHECK_THROWS_WITH(read(good + "compression = [[1.0, nan]]"), ContainsSubstring("compression"));
  CHECK_THROWS_WITH(read(good + "compression = [[1.0, 1.5]]"),
                    ContainsSubstring("less than the strut's 1 m"));
  CHECK_THROWS_WITH(read("body_b = \"b\"\nfree_length = 1.0\nstiffness = 1e5\n"),
                    ContainsSubstring("no body 'b'"));
  CHECK_THROWS_WITH(read("body_b = \"a\"\nfree_length = 1.0\nstiffness = 0.0\n"),
                    ContainsSubstring("stiffness"));
  CHECK_THROWS_WITH(read(good + "crush = 3.0"), ContainsSubstring("crush"));
  const std::string gas = good + "spring = [[0.0, 1.0], [0.2, 9.0]]\n";
  CHECK(read(gas + "damper = [[-1.0, -2.0], [0.0, 0.0], [1.0, 1.0]]\nfriction = 3.0")
            .struts[0]
            .absorber.friction == 3.0);
  CHECK_THROWS_WITH(read(good + "friction = 3.0"), ContainsSubstring("no spring beside it"));
  CHECK_THROWS_WITH(read(good + "spring = [[0.0, 1.0]]"), ContainsSubstring("two rows or more"));
  CHECK_THROWS_WITH(read(good + "spring = [[0.0, 1.0], [0.0, 2.0]]"),
                    ContainsSubstring("rises from row to row"));
  CHECK_THROWS_WITH(read(good + "spring = [[0.0, 1.0], [1.2, 2.0]]"),
                    ContainsSubstring("a stroke from 0 to 1.2 m"));
  CHECK_THROWS_WITH(read(gas + "damping = 5.0"), ContainsSubstring("either cores"));
  CHECK_THROWS_WITH(read(gas + "compression = [[1.0, 0.1]]"), ContainsSubstring("either cores"));
  CHECK_THROWS_WITH(read(gas + "damper = [[-1.0, 2.0], [0.0, 0.0]]"),
                    ContainsSubstring("against the motion"));
  CHECK_THROWS_WITH(read(gas + "damper = [[-1.0, -2.0], [1.0, 2.0]]"), ContainsSubstring("no row [0, 0]"));
  CHECK_THROWS_WITH(read(gas + "damper = [[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]]"),
                    ContainsSubstring("falls towards an end"));
}
