// SPDX-License-Identifier: BSD-3-Clause

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

// On weak soils ruts are deep. A wheel that hung over its own rut touched it and left it in every other step, and took
// the rut's depth for a way that it had gone: 12, 20 and 78 % of the book stood open on these three.
TEST_CASE("the energy book closes within 1 % where wheels leave deep ruts and come back to them") {
  for (const char* soil : {"apollo_loose", "silica5_robomech2020", "azimi2013"}) {
    const RunSummary s = run_all("egress_mars", {std::string("terrain.soil=") + soil});
    INFO(soil << ": " << s.message);
    CHECK(s.status == RunStatus::completed);
    CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
  }
}

// Side forces on wheels that lean as they touch: only with the sideways speed of the point that touches do
// they do the work the book has. With the hub's it kept 0.5 % open however short the step.
TEST_CASE("the book closes with the step where wheels land across a slope") {
  const auto error_at = [](const char* step) {
    const RunSummary s = run_all(
        "free_fall", {"duration=1", "terrain.soil=hard_plate", "terrain.kind=plane", "terrain.slope_deg=5",
                      "initial.heading_deg=90", std::string("integration.step=") + step});
    return s.metrics.at("energy_ledger_error").value;
  };
  const double fine = error_at("0.0005");
  CHECK(fine < 1e-3);
  CHECK(fine < 0.25 * error_at("0.003"));  // first order at the jumps of the force would give a sixth
}

TEST_CASE("the lines of the book have the right sign and size") {
  Simulation s = start("free_fall");
  REQUIRE(run_until(s, 5.0));
  const EnergyLedger& book = s.state().ledger;
  CHECK(book.contact_dissipation > 0.0);
  CHECK(std::fabs(book.numerical_loss) < 0.02 * book.contact_dissipation);  // of either sign: see contact.cpp
  CHECK(book.motor_work == Approx(0.0).margin(1.0));                        // the drives hold still
  // what the fall gave is what was dissipated: 310 kg from 0.5 m, and a little more as the wheels give way
  CHECK(book.contact_dissipation + book.numerical_loss + book.joint_dissipation ==
        Approx(310 * 9.81 * 0.51).epsilon(0.05));
}

// From 5 % on a run says that its book does not close. A few of each kind, by every other integrator that the guard lets run
// them at their own step; every shipped scenario as it is: tests/golden.
TEST_CASE(
    "no other integrator leaves the energy book of a shipped scenario so far open that it has to be said") {
  int ran = 0;
  for (const char* method : {"integration.method=euler", "integration.method=rk4"})
    for (const char* scenario : {"park_on_slope", "free_fall", "egress_ramp_step", "skycrane_soft",
                                 "climb_rocks", "tilt_bed", "torque_limited", "fast_bumps"}) {
      RunSummary s;
      try {
        s = run_all(scenario, {"duration=2", method});
      } catch (const InputError& error) {
        CHECK_THAT(error.what(), ContainsSubstring("spectral radius"));  // the guard's, and nobody else's
        continue;
      }
      INFO(scenario << " by " << method << ": " << s.message);
      CHECK(s.status == RunStatus::completed);
      CHECK(s.metrics.at("energy_ledger_error").value < 0.05);
      ++ran;
    }
  CHECK(ran >= 12);
}

TEST_CASE("a run whose energy book is off says so, and far off has failed") {
  const std::vector<std::string> too_long = {"integration.step=0.02", "integration.refuse_unstable=false",
                                             "duration=2.5"};  // shortly before the hub meets the ground
  const RunSummary failed = run_all("drive_flat_soft", too_long);
  CHECK(failed.metrics.at("energy_ledger_error").value > 0.25);
  CHECK(failed.status == RunStatus::failed);
  CHECK_THAT(failed.message, ContainsSubstring("energy book") && ContainsSubstring("% off") &&
                                 ContainsSubstring("integration.step"));
  CHECK(failed.notes.back() == failed.message);
}

// Runge-Kutta at 20 ms stays stable on a landing that lasts 0.1 s, and leaves a fifth of its energy open.
TEST_CASE("between 5 and 25 % a run has completed and its notes say how far its energy book is off") {
  const RunSummary s = run_all("free_fall", {"integration.method=rk4", "integration.step=0.02"});
  const double error = s.metrics.at("energy_ledger_error").value;
  CHECK(error > 0.05);
  CHECK(error < 0.25);
  CHECK(s.status == RunStatus::completed);
  REQUIRE_FALSE(s.notes.empty());
  CHECK_THAT(s.notes.back(), ContainsSubstring("energy book") && ContainsSubstring("% off"));
}

TEST_CASE("what a run's notes say stands in its file as warnings") {
  const ScratchFolder folder("energy notes");
  Simulation s =
      start("drive_flat_soft", {"integration.step=0.02", "integration.refuse_unstable=false", "duration=4"});
  RunOptions options;
  options.now = [] { return 0.0; };
  options.out = folder / "run.h5";
  const RunSummary summary = run_scenario(s, options);
  int warned = 0;
  for (const RunEvent& event : RunReader(*options.out).read_events())
    if (event.kind == "warning" && event.text == summary.notes.back()) ++warned;
  CHECK(warned == 1);
}

// Gravity does almost no work here; what moves is what the residual is measured by.
TEST_CASE("exact motion in tiny gravity has an exact energy book") {
  const RunSummary s = run_all("free_fall", {"gravity=1e-9", "duration=5", "initial.velocity=[0.3, 0.0, 0.1]",
                                             "initial.spin=[0.02, 0.1, 0.01]", "initial.position=[0, 0, 5]"});
  REQUIRE(s.status == RunStatus::completed);
  CHECK(s.metrics.at("energy_ledger_error").value < 1e-6);
  const RunSummary rest = run_all("free_fall", {"gravity=0", "duration=5", "initial.position=[0, 0, 5]"});
  CHECK(rest.metrics.at("energy_ledger_error").value < 1e-6);
}

TEST_CASE("steps down to a microsecond are judged right, and shorter ones refused by their length") {
  for (const char* step : {"1e-6", "1e-5", "1e-4"})
    for (const char* soil : {"hard_plate", "wong_LETE_sand"})
      for (const char* method : {"beeman", "euler", "rk4"}) {
        INFO(step << " s on " << soil << " by " << method);
        CHECK_NOTHROW(
            load_world("drive_flat_soft",
                       sets({std::string("integration.step=") + step, std::string("terrain.soil=") + soil,
                             std::string("integration.method=") + method, "duration=1"})));
      }
  CHECK_THROWS_WITH(start("drive_flat_soft", {"integration.step=1e-7", "duration=1"}),
                    ContainsSubstring("integration.step") && ContainsSubstring("1e-07 s") &&
                        ContainsSubstring("at least 1e-06 s"));
  CHECK_THROWS_WITH(start("drive_flat_soft", {"integration.adaptive={min_step=1e-7}", "duration=1"}),
                    ContainsSubstring("min_step") && ContainsSubstring("at least 1e-06 s"));
}

TEST_CASE("a wheel or pad that its weight presses flat is refused by name") {
  for (const char* setting : {"rover.wheel.stiffness=1", "rover.wheel.radius=0.001"})
    CHECK_THROWS_AS(start("drive_flat_soft", {setting}), InputError);
  CHECK_THROWS_WITH(
      start("drive_flat_soft", {"rover.wheel.stiffness=1"}),
      ContainsSubstring("wheel 'front_left'") && ContainsSubstring("stiffness") && ContainsSubstring("over"));
  CHECK_THROWS_WITH(start("egress_level", {"lander.pad_contact.stiffness=10"}),
                    ContainsSubstring("pad '") && ContainsSubstring("stiffness"));
}
