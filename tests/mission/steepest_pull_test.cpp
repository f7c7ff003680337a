// SPDX-License-Identifier: BSD-3-Clause
// The most that wheels can pull, and the table of it that a traverse's drawbar margin reads.
#include "quasi_static/steepest_pull.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "simulation/support.hpp"
#include "traverse/traverse_parts.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

std::shared_ptr<const World> flat_ground(const std::vector<std::string>& settings = {}) {
  return load_world("drive_flat_soft", sets(settings));
}

double rover_weight(const World& world) { return world.model->total_mass() * world.settings.gravity; }

/// Drawbar pull at a slip by halving the sinkage's interval; NaN if the soil does not carry the load.
double pull_by_halving(const LoadedWheel& wheel, double slip) {
  WheelRunning run;
  run.slip_x = slip;
  run.rut_depth = wheel.rut_depth;
  double low = 0.0, high = wheel.law->wheel.radius;
  run.sinkage = high;
  if (wheel_reaction(wheel.law->on_soil, run, kFineArcPoints).normal_force < wheel.load) return std::nan("");
  for (int i = 0; i < 60; ++i) {
    run.sinkage = 0.5 * (low + high);
    const bool carries = wheel_reaction(wheel.law->on_soil, run, kFineArcPoints).normal_force >= wheel.load;
    (carries ? high : low) = run.sinkage;
  }
  return wheel_reaction(wheel.law->on_soil, run, kFineArcPoints).drawbar_pull;
}

}  // namespace

TEST_CASE("on hard ground the most that wheels pull is friction times their load", "[mission]") {
  const auto world = flat_ground({"terrain.soil=hard_plate"});
  const ContactLaw& law = world->wheels[0].laws[0];
  const double most = steepest_pull({{&law, 300.0, 0.0}, {&law, 500.0, 0.0}, {&law, 0.0, 0.0}});
  CHECK(most == Approx(law.soil.friction_mu * 800.0).epsilon(1e-14));
  CHECK(strongest_braking({{&law, 300.0, 0.0}, {&law, 500.0, 0.0}}) ==
        Approx(law.soil.friction_mu * 800.0).epsilon(1e-14));
}

TEST_CASE("on soil the steepest pull is the best of a hundred slips that all wheels share", "[mission]") {
  const auto world = flat_ground();
  const ContactLaw& law = world->wheels[0].laws[0];
  const double load = rover_weight(*world) / 6.0;
  const std::vector<LoadedWheel> wheels = {{&law, 0.3 * load, 0.0}, {&law, load, 0.0}, {&law, load, 0.02}};
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 100; ++i) {
    double sum = 0.0;
    for (const LoadedWheel& wheel : wheels) sum += pull_by_halving(wheel, i / 100.0);
    most = std::fmax(most, sum);
  }
  REQUIRE(most > 0.0);
  CHECK(steepest_pull(wheels) == Approx(most).epsilon(1e-6));  // sinkage to 1e-9 of the radius
  double held = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= 100; ++i) {
    double sum = 0.0;
    for (const LoadedWheel& wheel : wheels) sum -= pull_by_halving(wheel, -i / 100.0);
    held = std::fmax(held, sum);
  }
  CHECK(strongest_braking(wheels) == Approx(held).epsilon(1e-6));
}

TEST_CASE("soil that does not carry a wheel at any slip gives no pull", "[mission]") {
  const auto world = flat_ground();
  const LoadedWheel wheel = {&world->wheels[0].laws[0], 1e9, 0.0};
  CHECK(steepest_pull({wheel}) == -std::numeric_limits<double>::infinity());
}

TEST_CASE("the table of pulls gives steepest_pull() at its loads and what lies between", "[mission]") {
  const auto hard = flat_ground({"terrain.soil=hard_plate"}), soft = flat_ground();
  const double mean = rover_weight(*hard) / 6.0, step = 4.0 * mean / 16.0;
  std::vector<StaticWheel> wheels(6);
  double load = 0.0;
  for (std::size_t w = 0; w < 6; ++w) {
    wheels[w].load = (0.1 + 0.37 * static_cast<double>(w)) * mean;
    wheels[w].longitudinal = 0.1 * wheels[w].load;
    load += wheels[w].load;
  }
  PullTable on_hard(*hard);  // linear in the load: between the loads too
  const double mu = hard->wheels[0].laws[0].soil.friction_mu;
  CHECK(on_hard.margin(wheels) == Approx((mu - 0.1) * load / rover_weight(*hard)).epsilon(1e-12));

  PullTable on_soft(*soft);
  double most = 0.0;
  for (std::size_t w = 0; w < 6; ++w) {
    wheels[w].load = static_cast<double>(w + 1) * step;
    wheels[w].longitudinal = 0.0;
    most += steepest_pull({{&soft->wheels[w].laws[0], wheels[w].load, 0.0}});
  }
  CHECK(on_soft.margin(wheels) == Approx(most / rover_weight(*soft)).epsilon(1e-9));
}

// The table's next load is one that the soil does not carry; it does not count.
TEST_CASE("a wheel that is just off the ground leaves the drawbar margin a number", "[mission]") {
  const auto world = flat_ground({"soil.k_c=0", "soil.k_phi=3000", "soil.cohesion=0"});
  const ContactLaw& law = world->wheels[0].laws[0];
  REQUIRE(std::isinf(steepest_pull({{&law, rover_weight(*world) / 24.0, 0.0}})));
  PullTable table(*world);
  CHECK(table.margin(std::vector<StaticWheel>(6)) == 0.0);
}
