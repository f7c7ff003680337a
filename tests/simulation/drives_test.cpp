// SPDX-License-Identifier: BSD-3-Clause
// Drives in the loop: waypoints, and motors that are not ideal.

#include "catch.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

const std::vector<std::string> kHardGround = {"terrain.soil=hard_plate", "duration=60"};

std::vector<std::string> with(std::vector<std::string> settings, const std::vector<std::string>& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

/// A drive of 0.1 m/s through a bend of 45 degrees, on hard ground.
Simulation follow() {
  auto document =
      with(kHardGround, {"drive={follow={waypoints=[[0,0],[1.5,0],[3,1.5]],speed=0.1,lookahead=0.5,"
                         "max_curvature=0.8,start=1.0}}"});
  return start("drive_flat_soft", document);
}

std::vector<std::string> motor(double stall_torque) {
  return with(kHardGround,
              {"rover.motor.mode=limited", "rover.motor.stall_torque=" + std::to_string(stall_torque),
               "rover.motor.no_load_speed=2.0", "rover.motor.rotor_inertia=0.5", "drive.speed=0.1"});
}

}  // namespace

TEST_CASE("a rover follows its waypoints and stops at the last") {
  Simulation s = follow();
  double farthest = 0.0;
  REQUIRE(run_until(s, 60.0, [&] {
    farthest = std::max(farthest, std::fabs(s.state().first<FollowerState>()->cross_track));
  }));
  CHECK(s.state().first<FollowerState>()->reached == 3.0);
  CHECK(s.state().first<FollowerState>()->finished);
  // the tightest arc (R = 1.25 m) through a corner of 45 degrees passes R (1 / cos(22.5 deg) - 1) = 0.103 m
  // from it; deciding and steering late by two intervals of 0.5 s adds 0.1 m sin(45 deg)
  CHECK(farthest < 0.103 + 0.071);
  // stops within its tolerance of the last waypoint and the way of one smooth ramp
  CHECK((chassis(s).head<2>() - Vec2(3.0, 1.5)).norm() < 0.1 + 0.5 * 0.1 * 0.5 + 0.05);
}

TEST_CASE("a follower's decisions are part of the state") {
  Simulation s = follow();
  REQUIRE(run_until(s, 12.0));
  const SimulationState half_way = s.state();
  REQUIRE(run_until(s, 20.0));
  const std::uint64_t through = s.state_hash();
  s.restore(half_way);
  REQUIRE(run_until(s, 20.0));
  CHECK(s.state_hash() == through);
}

TEST_CASE("a motor with torque to spare drives as an ideal one does, its work is in the energy book") {
  Simulation ideal = start("drive_flat_soft", with(kHardGround, {"drive.speed=0.1"})),
             real = start("drive_flat_soft", motor(60.0));
  REQUIRE(run_until(ideal, 20.0));
  REQUIRE(run_until(real, 20.0));
  // the speed controller lags by an angle (its load over its stiffness), not in speed: a millimetre on the
  // way
  CHECK(chassis(real).x() == Approx(chassis(ideal).x()).margin(2e-3));
  // the rotors' kinetic energy aside, both did the same work
  const auto work_kept = [](const Simulation& s) {
    return s.state().ledger.motor_work - s.state().ledger.kinetic;
  };
  CHECK(work_kept(real) == Approx(work_kept(ideal)).margin(0.01 * ideal.state().ledger.motor_work));
  CHECK(real.state().ledger.relative_error() < 0.01);
}

TEST_CASE("a motor cannot climb what needs more than its stall torque") {
  // uphill at 15 degrees the six wheels need m g sin(slope) r = 310 * 9.81 * 0.2588 * 0.1425 = 112 N m
  // together
  const auto climb = [](double stall_torque) {
    Simulation s =
        start("park_on_slope", with(motor(stall_torque), {"drive.start=1.0", "initial.settle=false"}));
    double most = 0.0;
    REQUIRE(run_until(s, 8.0, [&] {
      // while the wheels come down on their springs the implicit share of the controller moves the torque by
      // the predictor's error, some per cent
      if (s.time() < 0.5) return;
      for (const WheelOutput& w : s.output().wheels) most = std::max(most, std::fabs(w.drive_torque));
    }));
    CHECK(most <= 1.001 * stall_torque);
    return chassis(s).x();
  };
  CHECK(climb(1.4 * 112.0 / 6.0) > 0.4);  // of 0.65 m at the speed asked for
  CHECK(climb(0.8 * 112.0 / 6.0) < 0.0);  // rolls back
}
