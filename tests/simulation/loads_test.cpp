// SPDX-License-Identifier: BSD-3-Clause

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE(
    "static wheel loads on flat ground sum to the weight and match the statics of the suspension by hand") {
  for (const char* soil : {"hard_plate", "wong_LETE_sand"}) {
    Simulation s = start("drive_flat_soft", {std::string("terrain.soil=") + soil, "drive.start=1000"});
    REQUIRE(run_until(s, 2.0));
    CHECK(vertical_sum(s) == Approx(weight(s)).epsilon(1e-3));
    // By hand: the two side bogies carry (x_c - x_rear) / (x_side - x_rear) of the weight of what hangs on
    // their pivots and the rear bogie the rest; each bogie halves its load over its two wheels. With the
    // centre of mass placed for equal loads (assets/rovers/exomars_lvm.toml) that is one sixth each.
    for (const WheelOutput& w : s.output().wheels)
      CHECK(w.force.z() == Approx(weight(s) / 6.0).epsilon(2e-3));
  }
}

TEST_CASE("moving the chassis' centre of mass shifts the loads as the lever rule says") {
  // without friction: wheels that stick could carry a pair of horizontal forces between them, which statics
  // cannot tell
  Simulation s = start("drive_flat_soft", {"terrain.soil=hard_plate", "soil.friction_mu=0.0",
                                           "drive.start=1000", "rover.body.0.com=[0.1, 0.0, 0.6]"});
  REQUIRE(run_until(s, 2.0));
  const auto& wheels = s.output().wheels;
  // moments about the rear pivot: chassis 243 kg at x = 0.1, side bogie trees 2 x (4 + 2 x 9) kg at x = 0.32,
  // rear tree 5 + 18 kg at x = -0.72 (its own axis): the side pivots carry the chassis' share (0.1 + 0.72)
  // / 1.04
  const double g = 9.81;
  const double side_pivots = 243.0 * g * (0.1 + 0.72) / 1.04;
  const double front = (side_pivots + 2.0 * 22.0 * g) / 4.0,
               rear = (243.0 * g - side_pivots + 23.0 * g) / 2.0;
  // 0.3 %: the wheels deflect differently, so the body pitches by a few mrad
  CHECK(wheels[wheel_index(s, "front_left")].force.z() == Approx(front).epsilon(3e-3));
  CHECK(wheels[wheel_index(s, "middle_right")].force.z() == Approx(front).epsilon(3e-3));
  CHECK(wheels[wheel_index(s, "rear_left")].force.z() == Approx(rear).epsilon(3e-3));
}

TEST_CASE("second pass: a wheel in the rut of the one before it sinks and resists less") {
  Simulation s = start("drive_flat_soft", {"drive.speed=0.05", "duration=60"});
  REQUIRE(run_until(s, 40.0));  // 2 m: the rear wheels have passed where the front ones began
  const WheelOutput& front = s.output().wheels[wheel_index(s, "front_left")];
  for (const char* name : {"middle_left", "rear_left"}) {
    const WheelOutput& w = s.output().wheels[wheel_index(s, name)];
    INFO(name);
    CHECK(w.rut_depth > 0.5 * front.sinkage);
    CHECK(w.depth - w.deflection < 0.5 * (front.depth - front.deflection));  // further sinkage
    CHECK(w.longitudinal / w.load >
          front.longitudinal / front.load);  // pulls better at the same slip: less resistance
  }
}

TEST_CASE("accelerating loads the rear wheels, braking the front ones") {
  Simulation s = start("accelerate_brake");
  double rear_most = 0.0, front_most = 0.0;
  const double share = weight(s) / 6.0;
  run_until(s, 1.6, [&] {
    rear_most = std::max(rear_most, s.output().wheels[wheel_index(s, "rear_left")].force.z());
  });
  run_until(s, 4.9);
  run_until(s, 5.6, [&] {
    front_most = std::max(front_most, s.output().wheels[wheel_index(s, "front_left")].force.z());
  });
  CHECK(rear_most > 1.02 * share);
  CHECK(front_most > 1.02 * share);
}
