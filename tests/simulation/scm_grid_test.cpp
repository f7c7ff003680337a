// SPDX-License-Identifier: BSD-3-Clause
// What the grid of the Soil Contact Model must not be seen in: its directions, the borders of its tiles, how its run is stepped.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/simulation/step/state.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

using Keys = std::vector<std::string>;

Simulation driven(const Keys& more, double time) {
  Keys keys{"terrain.soil_law=scm", "drive.speed=0.05", "duration=30"};
  keys.insert(keys.end(), more.begin(), more.end());
  Simulation s = start("drive_flat_soft", keys);
  while (s.time() < time) REQUIRE(s.step() == StepStatus::ok);
  return s;
}

/// How a drive went up to a time; sinkages are means over its last two seconds, as they ripple with the nodes.
struct GridDrive {
  double distance = 0.0, sinkage = 0.0, lost = 0.0, book = 0.0;  // m, m, J, -
  GridDrive(const Keys& more, double time) {
    Simulation s = driven(more, time - 2.0);
    const double from = s.time();
    while (s.time() < time) {
      const double before = s.time();
      REQUIRE(s.step() == StepStatus::ok);
      for (const WheelOutput& wheel : s.output().wheels) sinkage += wheel.sinkage * (s.time() - before);
    }
    sinkage /= (s.time() - from) * static_cast<double>(s.output().wheels.size());
    distance = chassis(s).head<2>().norm();
    lost = s.state().ledger.contact_dissipation;
    book = s.state().ledger.relative_error();
  }
};

}  // namespace

// The same rover over the same soil, along the grid and across it: its wheels meet the nodes in another order. What differs is the
// grid's own error, which shrinks with its cells: at 20 mm it is up to 5 % of the way and 16 % of the depth.
TEST_CASE("a rover that drives at an angle to the grid leaves the same rut") {
  const auto drive = [&](const char* heading) {
    return GridDrive({"terrain.soil=krenn_SCM_exomars", "gravity=3.71", "terrain.scm_cell=0.01",
                      std::string("initial.heading_deg=") + heading},
                     6.0);
  };
  const GridDrive along = drive("0"), turned = drive("30");
  INFO(turned.distance << " and " << along.distance << " m, " << turned.sinkage << " and " << along.sinkage
                       << " m deep, " << turned.lost << " and " << along.lost << " J");
  CHECK(turned.distance == Approx(along.distance).epsilon(0.01));
  CHECK(turned.sinkage == Approx(along.sinkage).epsilon(0.1));  // of the deepest node
  CHECK(turned.lost == Approx(along.lost).epsilon(0.05));
}

// Tiles are 32 cells of 20 mm wide. Both drives cross borders, at other moments; their numbers differ by rounding only.
TEST_CASE("borders of tiles leave no trace in any force") {
  const auto forces = [](const char* position) {
    const Simulation s = driven({std::string("initial.position=") + position}, 8.0);
    std::vector<double> all;
    for (const WheelOutput& wheel : s.output().wheels)
      for (int k = 0; k < 3; ++k) all.push_back(wheel.force[k]);
    return all;
  };
  const std::vector<double> here = forces("[0.0, 0.0]"), there = forces("[0.4, 0.18]");
  for (std::size_t k = 0; k < here.size(); ++k) CHECK(there[k] == Approx(here[k]).margin(1e-4));
}

// The law depends on the way alone: whoever steps it comes to the same ground. Runge-Kutta's method, which is explicit, softens the
// springs of friction to what its step carries, on this soil up to 1 ms; Beeman's does not. Sinkages scatter, as they are those of the
// deepest node at nine places of a grid that the wheels meet at other moments.
TEST_CASE("Runge-Kutta, adaptive, short and long steps drive a rover over deforming ground alike") {
  const GridDrive beeman({}, 8.0);
  using Steps = std::vector<std::string>;
  for (const Steps& steps :
       {Steps{"integration.method=rk4", "integration.step=0.001"}, Steps{"integration.adaptive=true"},
        Steps{"integration.step=0.001"}, Steps{"integration.step=0.005"}}) {
    const GridDrive other(steps, 8.0);
    INFO(steps.back() << ": " << other.distance << " and " << beeman.distance << " m, " << other.sinkage
                      << " and " << beeman.sinkage << " m deep, " << other.lost << " and " << beeman.lost
                      << " J");
    CHECK(other.distance == Approx(beeman.distance).epsilon(0.002));
    CHECK(other.sinkage == Approx(beeman.sinkage).epsilon(0.05));
    CHECK(other.lost == Approx(beeman.lost).epsilon(0.01));
    CHECK(other.book < 0.01);
  }
}

// Forth over untouched ground, and back in its own ruts. A rigid wheel sinks on in its rut until it carries on the new arc alone, and
// each forward pass counts the middle and rear wheels, which follow the front ones, too.
TEST_CASE("the second pass over a rut costs less than the first") {
  Simulation s = driven({"gravity=3.71", "drive.speed=0"}, 1.0);
  struct Cost {
    double plastic = 0.0, motors = 0.0;  // J/m
  };
  const auto drive = [&](double speed) {
    s.command({.phase = {.speed = speed}});
    const auto run = [&](double seconds) {
      for (const double end = s.time() + seconds; s.time() < end;) REQUIRE(s.step() == StepStatus::ok);
    };
    run(3.0);  // it has turned round, and rolls
    const double plastic = s.state().contacts.book.front().plastic, motors = s.state().ledger.motor_work,
                 at = chassis(s).x();
    run(4.0);
    const double way = std::fabs(chassis(s).x() - at);
    return Cost{(s.state().contacts.book.front().plastic - plastic) / way,
                (s.state().ledger.motor_work - motors) / way};
  };
  const Cost first = drive(0.05), second = drive(-0.05);
  INFO(first.plastic << " and " << second.plastic << " J/m of pressing, " << first.motors << " and "
                     << second.motors << " J/m of motors");
  CHECK(second.plastic < 0.9 * first.plastic);
  CHECK(second.motors < 0.9 * first.motors);
}
