// Drives in the loop: waypoints, and motors that are not ideal.
#include <catch2/catch.hpp>

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
  REQUIRE(
      run_until(s, 60.0, [&] { farthest = std::max(farthest, std::fabs(s.state().follower.cross_track)); }));
  CHECK(s.state().follower.reached == 3.0);
  CHECK(s.state().follower.finished == 1.0);
  // pure pursuit cuts a corner of 45 degrees by L tan(22.5 deg) / 2 at most, and swings out less (its step
  // response overshoots by 4 %)
  CHECK(farthest < 0.5 * 0.5 * 0.415);
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

TEST_CASE("a motor with torque to spare drives as an ideal one does; its work is in the energy book") {
  Simulation ideal = start("drive_flat_soft", with(kHardGround, {"drive.speed=0.1"})),
             real = start("drive_flat_soft", motor(60.0));
  REQUIRE(run_until(ideal, 20.0));
  REQUIRE(run_until(real, 20.0));
  // the speed controller lags by an angle (its load over its stiffness), not in speed: a millimetre on the
  // way
  CHECK(chassis(real).x() == Approx(chassis(ideal).x()).margin(2e-3));
  CHECK(real.state().ledger.motor_work == Approx(ideal.state().ledger.motor_work).epsilon(0.01));
  CHECK(real.state().ledger.relative_error() < 0.01);
}

TEST_CASE("a motor cannot climb what needs more than its stall torque") {
  // uphill at 15 degrees the six wheels need m g sin(slope) r = 310 * 9.81 * 0.2588 * 0.1425 = 112 N m
  // together
  const auto climb = [](double stall_torque) {
    auto settings = motor(stall_torque);
    settings.push_back("terrain.soil=hard_plate");
    Simulation s = start("park_on_slope", with(settings, {"drive.start=1.0"}));
    REQUIRE(run_until(s, 12.0));
    double most = 0.0;
    for (const WheelOutput& w : s.output().wheels) most = std::max(most, std::fabs(w.drive_torque));
    CHECK(most <= stall_torque * (1.0 + 1e-9));
    return chassis(s).x();
  };
  CHECK(climb(1.4 * 112.0 / 6.0) > 0.5);
  CHECK(climb(0.8 * 112.0 / 6.0) < 0.05);
}
