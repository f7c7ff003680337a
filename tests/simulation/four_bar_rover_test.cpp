// SPDX-License-Identifier: BSD-3-Clause
// A rover whose wheels hang on parallelograms: loads by statics, and what rocks do to them.

#include "catch.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "support.hpp"

using namespace grouser;

namespace {

std::map<std::string, double> loads_of(const Simulation& s) {
  std::map<std::string, double> loads;
  for (std::size_t w = 0; w < s.world().wheels.size(); ++w)
    loads[s.world().wheels[w].spec.name] = s.output().records[w].load;
  return loads;
}

Vec3 hub(const Simulation& s, const std::string& wheel) {
  return s.kinematics().body[static_cast<std::size_t>(s.world().model->body("wheel_" + wheel).index)].X_WB.p;
}

}  // namespace

// Virtual work: the carriers of one side stay upright, and one goes up as the other goes down, so both wheels carry the same
// wherever they stand on their carriers (Roberval's balance). What is left is a beam on two supports.
TEST_CASE("a rover on parallelograms has the wheel loads of statics", "[simulation]") {
  const auto world = load_world(
      "four_bar_rover_rocks",
      {{"terrain.soil", "bedrock"}, {"drive.speed", "0"}, {"duration", "6"}, {"terrain.shape", "[]"}});
  Simulation s = start_simulation(world);
  while (!s.finished()) REQUIRE(s.step() == StepStatus::ok);
  const std::map<std::string, double> loads = loads_of(s);
  double mass = 0.0, x_mass = 0.0;
  for (std::size_t b = 0; b < world->model->bodies().size(); ++b) {
    const Body& body = world->model->bodies()[b];
    mass += body.mass;
    x_mass += body.mass * (s.kinematics().body[b].X_WB * body.com).x();
  }
  const double weight = mass * world->settings.gravity, x = x_mass / mass;
  const double pair = hub(s, "front_left").x() + hub(s, "middle_left").x(), rear = hub(s, "rear_left").x();
  // 4 F + 2 R = W,   2 F (x_front + x_middle) + 2 R x_rear = W x
  const double F = weight * (x - rear) / (2.0 * pair - 4.0 * rear), R = 0.5 * weight - 2.0 * F;
  CAPTURE(F, R);
  for (const char* side : {"_left", "_right"}) {
    CHECK(loads.at(std::string("front") + side) == Approx(F).epsilon(1e-6));
    CHECK(loads.at(std::string("middle") + side) == Approx(F).epsilon(1e-6));
    CHECK(loads.at(std::string("rear") + side) == Approx(R).epsilon(1e-6));
  }
  // on springs of equal rate the chassis would not be level: the linkage is not at its neutral angle
  CHECK(std::fabs(hub(s, "front_left").x() - hub(s, "middle_left").x()) > 0.6);
}

TEST_CASE("four-bar suspension over rocks: loops closed, book balanced, wheels of a pair share",
          "[simulation]") {
  const auto world = load_world("four_bar_rover_rocks", {{"duration", "16"}});
  Simulation s = start_simulation(world);
  MetricsTracker tracker(s);
  double widest = 0.0, turned = 0.0;
  const auto bar =
      world->model->joints()[static_cast<std::size_t>(world->model->joint("left_bar").index)].q_index;
  while (!s.finished()) {
    REQUIRE(s.step() == StepStatus::ok);
    tracker.observe(s);
    turned = std::max(turned, std::fabs(s.state().motion.q[bar]));
    for (const Row& row : world->model->rows())
      widest = std::max(widest, std::fabs(calc_gap(row, s.state().motion.q, s.kinematics())));
  }
  const auto metrics = tracker.metrics(s);
  CHECK(turned > 0.1);  // rad: a wheel was on a rock
  CHECK(widest < 1e-11);
  CHECK(metrics.at("energy_ledger_error").value < 0.01);
  CHECK(metrics.at("displacement").value > 0.8);
}
