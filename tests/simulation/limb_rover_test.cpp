// SPDX-License-Identifier: BSD-3-Clause
// The rover on limbs: locked wheels as feet carry it out of a soil in which the same rover, rolling, stays.
#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "support.hpp"

using namespace grouser;

namespace {

double wheel_load(const Simulation& s, std::size_t leg) {
  return s.output().records[static_cast<std::size_t>(s.world().walkers.front().legs[leg].record)].load;
}

}  // namespace

TEST_CASE("a rover stands on its limbs as statics say", "[simulation]") {
  Simulation s = test::start("limb_rover_walk", {"terrain.soil=bedrock", "gait.kind=stand"});
  const Walker& walker = s.world().walkers.front();
  const Vec3 start = test::chassis(s);
  REQUIRE(test::run_until(s, 1.0));
  CHECK((test::chassis(s) - start).norm() < 1e-5);
  double sum = 0.0;
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const WalkerLeg& leg = walker.controller->legs()[i];
    LegAngles angles(6);
    for (int k = 0; k < 6; ++k)
      angles[k] = s.state().motion.q[walker.legs[i].motors[static_cast<std::size_t>(k)].q];
    // what the servos give way under the load: the wheel stays where the stance has it, upright and looking forward
    const RigidTransform foot = leg.foot(angles);
    CHECK((foot.p - leg.to_body(leg.stance)).norm() < 0.01);
    CHECK((foot.R - Mat3::Identity()).norm() < 0.02);
    // six alike limbs on a hexagon, the mass over its middle
    CHECK(wheel_load(s, i) == Approx(test::weight(s) / 6.0).epsilon(0.02));
    sum += wheel_load(s, i);
  }
  CHECK(sum == Approx(test::weight(s)).epsilon(1e-6));
}

TEST_CASE("locked wheels walk out of a soil in which driven wheels stay", "[simulation]") {
  Simulation walks = test::start("limb_rover_walk");
  MetricsTracker metrics(walks);
  for (const WheelOutput& wheel : walks.output().wheels) REQUIRE(wheel.surface == 0);  // the soil
  while (!walks.finished()) {
    REQUIRE(walks.step() == StepStatus::ok);
    metrics.observe(walks);
  }
  REQUIRE(walks.verdict());
  CHECK(walks.verdict()->name == "arrived");
  for (const WheelOutput& wheel : walks.output().wheels) CHECK(wheel.surface == 1);  // the plate, all six
  const auto found = metrics.metrics(walks);
  CHECK(found.at("pulses_out_of_reach").value == 0.0);
  CHECK(found.at("steps_without_ground").value == 0.0);
  CHECK(found.at("least_static_margin").value > 0.2);
  CHECK(found.at("energy_ledger_error").value < 0.01);
  CHECK(found.at("mean_slip").value == 0.0);  // no wheel turns

  // the same rover on the same soil: its front wheels are told to roll four times as far as the plate is away
  Simulation rolls = test::start("limb_rover_roll");
  const Vec3 stood = test::chassis(rolls);
  REQUIRE(test::run_until(rolls, 20.0));
  const Vec3 dug_in = test::chassis(rolls);
  REQUIRE(test::run_until(rolls, 60.0));
  const double told = 0.05 * 40.0;
  CHECK((test::chassis(rolls) - dug_in).head<2>().norm() < 1e-3 * told);
  CHECK((dug_in - stood).x() < 0.3);  // until its wheels are in
  for (const WheelOutput& wheel : rolls.output().wheels) {
    CHECK(wheel.surface == 0);
    CHECK(wheel.slip > 0.99);
  }
}

TEST_CASE("a walk on limbs goes on from a checkpoint with the same bits", "[simulation]") {
  Simulation a = test::start("limb_rover_walk"), b = test::start("limb_rover_walk");
  REQUIRE(test::run_until(a, 3.5));  // a wheel is in the air
  CHECK(std::ranges::any_of(a.state().all<WalkLegMemory>(),
                            [](const WalkLegMemory& leg) { return leg.mode != LegMode::stands; }));
  const SimulationState middle = a.state();
  REQUIRE(test::run_until(a, 8.0));
  REQUIRE(test::run_until(b, 8.0));
  CHECK(a.state_hash() == b.state_hash());
  b.restore(middle);
  REQUIRE(test::run_until(b, 8.0));
  CHECK(a.state_hash() == b.state_hash());
}

TEST_CASE("a rover that comes down on its back has fallen", "[simulation]") {
  Simulation s =
      test::start("limb_rover_walk", {"initial.roll_deg=75", "initial.position=[0.0, 0.0, 0.3]",
                                      "initial.settle=false", "terrain.soil=bedrock", "gait.kind=stand"});
  while (!s.verdict() && s.time() < 8.0 && s.step() == StepStatus::ok) {
  }
  REQUIRE(s.verdict());
  CHECK(s.verdict()->name == "fallen");
}

TEST_CASE("a rover whose limbs cannot stand is refused by name", "[simulation]") {
  const auto refusal = [](const std::vector<std::string>& settings) -> std::string {
    try {
      load_world("limb_rover_walk", test::sets(settings));
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refusal({"gait.kind=trot"}), Catch::Matchers::ContainsSubstring("a trot of 6 legs"));
  CHECK_THAT(refusal({"integration.step=0.01"}), Catch::Matchers::ContainsSubstring("too stiff for steps"));
}

TEST_CASE("angles for three servos per leg are refused where the legs are limbs", "[simulation]") {
  Simulation s = test::start("limb_rover_walk", {"gait.kind=stand"});
  const std::vector<double> angles(3 * s.world().walkers.front().legs.size(), 0.0);
  CHECK_THROWS_WITH(s.tell_servos(angles), Catch::Matchers::ContainsSubstring("whose legs are limbs"));
}
