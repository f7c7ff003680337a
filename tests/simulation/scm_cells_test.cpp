// SPDX-License-Identifier: BSD-3-Clause
// Ground of the Soil Contact Model under what few of its cells span: the run says so, and what to change.
#include <fmt/format.h>

#include "catch.hpp"
#include "grouser/contact/ground_model.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Throw {
  double radius = 0.02, cell = 0.02, step = 0.0002, gravity = 9.81;
  const char* velocity = "[2.0, 0.1, -0.3]";
  const char* soil = "krenn_SCM_exomars";
  const char* method = "beeman";
};

/// A ball thrown flat onto soft sand, 10 mm above it.
Simulation throw_ball(const Throw& how) {
  static const ScratchFolder folder("scm_cells");
  const double large = how.radius / 0.02, mass = 0.5 * large * large * large;
  const double inertia = 0.4 * mass * how.radius * how.radius;
  const auto path = folder / fmt::format("ball_{}.toml", how.radius);
  std::ofstream(path)
      << "units = \"SI\"\nname = \"ball\"\nroot = \"ball\"\n[[body]]\nname = \"ball\"\ncom = [0.0, 0.0, "
         "0.0]\n"
      << fmt::format("mass = {}\ninertia = [{}, {}, {}]\n", mass, inertia, inertia, inertia)
      << "[contact_sphere]\nstiffness = 5e4\ndamping = 50.0\nfriction = 0.5\n[[sphere]]\nbody = \"ball\"\n"
      << fmt::format("position = [0.0, 0.0, 0.0]\nradius = {}\n", how.radius);
  return start(
      "free_fall",
      {"rover=" + path.string(), "terrain.kind=flat", fmt::format("terrain.soil={}", how.soil),
       "terrain.soil_law=scm", fmt::format("terrain.scm_cell={}", how.cell),
       fmt::format("gravity={}", how.gravity), "initial.on_ground=false", "initial.settle=false",
       fmt::format("initial.position=[0.0, 0.0, {}]", how.radius + 0.01),
       fmt::format("initial.velocity={}", how.velocity), fmt::format("integration.step={}", how.step),
       fmt::format("integration.method={}", how.method), "duration=0.5"});
}

}  // namespace

TEST_CASE("scm: a ball that two cells span is noted, and a book that stays open names the step") {
  Simulation coarse = throw_ball({}), fine = throw_ball({.cell = 0.005});
  const auto few = coarse.world().grounds.find_few_cells(coarse.world());
  REQUIRE(few);
  CHECK(few->across == Approx(2.0));
  CHECK(few->enough == Approx(0.005));
  CHECK_FALSE(fine.world().grounds.find_few_cells(fine.world()));
  const auto notes_of = [](const Simulation& s) {
    std::string all;
    for (const std::string& note : s.scene().notes) all += note + "\n";
    return all;
  };
  CHECK_THAT(notes_of(coarse),
             ContainsSubstring("terrain.scm_cell: 2 cells of 0.02 m span") && ContainsSubstring("0.005 m"));
  CHECK_THAT(notes_of(fine), !ContainsSubstring("scm_cell"));
  Simulation long_steps = throw_ball({.step = 0.002, .velocity = "[4.0, 1.0, -1.0]"});
  REQUIRE(run_until(long_steps, 0.5));
  const EnergyVerdict verdict = judge_energy(long_steps);
  INFO(verdict.note);
  CHECK_THAT(verdict.note, ContainsSubstring("integration.step") && !ContainsSubstring("scm_cell"));
  CHECK(verdict.note.size() <= 160);
}

TEST_CASE("scm: the book of a ball that is thrown onto soft ground closes with any cell, and with the step") {
  for (const double cell : {0.08, 0.04, 0.02, 0.01, 0.005}) {
    double open[2];
    for (const int i : {0, 1}) {
      Simulation ball = throw_ball({.cell = cell, .step = i == 0 ? 0.0002 : 0.00005});
      REQUIRE(run_until(ball, 0.5));
      open[i] = energy_error(ball.state().ledger);
    }
    CAPTURE(cell, open[0], open[1]);
    CHECK(open[0] <
          0.02);  // 0.20, 0.16 and 0.13 with the last three cells until the covered parts of cells had books
    CHECK(open[1] < 0.005);
    CHECK(open[1] < 0.5 * open[0]);
  }
}

// 0.20 and more until the damper's part of the force was booked where it presses soil, and found at soil that
// yields.
TEST_CASE("scm: the book of a ball that drops closes by Runge-Kutta's method too") {
  for (const double cell : {0.02, 0.005})
    for (const char* velocity : {"[0.0, 0.0, -1.0]", "[0.3, 0.1, -0.3]"}) {
      Simulation ball = throw_ball({.cell = cell, .velocity = velocity, .method = "rk4"});
      REQUIRE(run_until(ball, 0.5));
      const double open = energy_error(ball.state().ledger);
      CAPTURE(cell, velocity, open);
      CHECK(open < 0.02);
    }
}

TEST_CASE("scm: the book of a thrown ball closes whatever its radius, speed, soil and gravity") {
  for (const double radius : {0.01, 0.05})
    for (const double cells : {0.5, 1.0, 2.0})
      for (const double gravity : {1.62, 9.81})
        for (const char* velocity : {"[0.5, 0.2, -1.0]", "[1.5, -1.1, -0.3]"})
          for (const char* soil : {"krenn_SCM_exomars", "wong_LETE_sand", "apollo_nominal"}) {
            Simulation ball = throw_ball({radius, 2.0 * radius / cells, 0.0001, gravity, velocity, soil});
            const bool ran = run_until(ball, 0.5);
            INFO(ball.failure().message);
            CHECK(ran);
            const double open = energy_error(ball.state().ledger);
            CAPTURE(radius, cells, gravity, velocity, soil, open);
            CHECK(open < 0.02);
          }
}
