// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numbers>

#include "catch.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/math/units.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

RollPitchYaw attitude(const Simulation& s) {
  const Joint& root = s.world().model->joints()[s.world().chassis.index];
  const double* q = s.state().motion.q.data() + root.q_index;
  return rpy_from_rotation(Quat(q[0], q[1], q[2], q[3]).toRotationMatrix());
}

double circle_through(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = 0.5 * (b - a).cross(c - a).norm();
  return (b - a).norm() * (c - b).norm() * (a - c).norm() / (4.0 * area);
}

}  // namespace

TEST_CASE("an Ackermann arc on sand: the radius asked for, the heading along it") {
  Simulation s = start("arc_turn", {"duration=60"});
  std::vector<Vec3> path;
  std::vector<double> yaw;
  for (double t : {14.0, 37.0, 60.0}) {
    REQUIRE(run_until(s, t));
    path.push_back(chassis(s));
    yaw.push_back(attitude(s).yaw);
  }
  for (Vec3& p : path) p.z() = 0.0;
  // wheels of one side do not run in one track; the walls of the ruts that they cross widen the arc, by 3.5 %
  // with three slices and by 3.1 % with nine
  const double radius = circle_through(path[0], path[1], path[2]);
  CHECK(radius > 3.0);
  CHECK(radius == Approx(3.0).epsilon(0.045));
  // a chord of a circle subtends the turn of the heading: |chord| = 2 R sin(turn / 2)
  CHECK((path[2] - path[0]).norm() == Approx(2.0 * radius * std::sin(0.5 * (yaw[2] - yaw[0]))).epsilon(0.01));
  // no faster than the rims
  CHECK((yaw[2] - yaw[0]) * 3.0 < 0.05 * 46.0);
}

TEST_CASE("crabbing at 45 degrees keeps the heading and goes where the wheels point") {
  Simulation s = start("crab", {"duration=30"});
  REQUIRE(run_until(s, 8.0));
  const Vec3 from = chassis(s);
  const double yaw = attitude(s).yaw;
  REQUIRE(run_until(s, 30.0));
  const Vec3 way = chassis(s) - from;
  CHECK(std::atan2(way.y(), way.x()) / kDegree == Approx(45.0 + yaw / kDegree).margin(0.5));
  CHECK(std::fabs(attitude(s).yaw - yaw) < 0.1 * kDegree);
  CHECK(way.norm() < 0.04 * 22.0);
  CHECK(way.norm() > 0.9 * 0.04 * 22.0);
}

TEST_CASE("a point turn turns on the spot, by what was asked less the slip") {
  Simulation s = start("point_turn", {"duration=30"});
  REQUIRE(run_until(s, 10.0));
  const Vec3 from = chassis(s);
  const double yaw = attitude(s).yaw;
  REQUIRE(run_until(s, 30.0));
  double slip = 0.0;
  for (const WheelOutput& w : s.output().wheels) slip += std::fabs(w.slip) / 6.0;
  // hubs move at (1 - slip) of their rims
  CHECK((attitude(s).yaw - yaw) / kDegree == Approx(40.0 * (1.0 - slip)).epsilon(0.01));
  CHECK((chassis(s) - from).head<2>().norm() < 0.03);
}

TEST_CASE("across a slope: side forces carry the downhill weight, and the drift is the wheels' slip angle") {
  Simulation s = start("side_slope", {"duration=34"});
  double side = 0.0, slip_angle = 0.0;
  long count = 0;
  REQUIRE(run_until(s, 14.0));
  const Vec3 from = chassis(s);
  REQUIRE(run_until(s, 34.0, [&] {
    for (const WheelOutput& w : s.output().wheels) {
      side += w.force.y() * std::cos(12.0 * kDegree) + w.force.z() * std::sin(12.0 * kDegree);
      slip_angle += w.slip_angle() / 6.0;
    }
    ++count;
  }));
  // steady: along the fall line the ground holds what gravity pulls
  CHECK(side / static_cast<double>(count) == Approx(weight(s) * std::sin(12.0 * kDegree)).epsilon(5e-3));
  const Vec3 way = chassis(s) - from;
  CHECK(way.y() < -0.02);
  const double drift = std::atan2(-way.y() / std::cos(12.0 * kDegree), way.x()) + attitude(s).yaw;
  // 3 %: mean of the angles against angle of the mean path, while the heading turns by half a degree
  CHECK(slip_angle / static_cast<double>(count) == Approx(drift).epsilon(0.03));

  Simulation level = start("side_slope", {"duration=34", "terrain.slope_deg=0", "initial.roll_deg=0"});
  REQUIRE(run_until(level, 34.0));
  // 10 um in 2.3 m: rounding decides which cells take a rut along their border, and their walls push by as little
  CHECK(std::fabs(chassis(level).y()) < 1e-5);
}

TEST_CASE(
    "up a step of a wheel's radius: all six wheels get up, and the drives pay at least for the height") {
  const RunSummary run = run_all("climb_step");
  REQUIRE(run.status == RunStatus::completed);
  CHECK(run.metrics.at("climb").value == Approx(0.14).margin(5e-4));
  CHECK(run.metrics.at("motor_work").value > run.metrics.at("weight").value * 0.14);
  CHECK(run.metrics.at("energy_ledger_error").value < 0.01);
  CHECK(run.metrics.at("peak_body_contact_force").value == 0.0);
}

TEST_CASE("a step too high stops the rover in front of it") {
  const RunSummary run = run_all("climb_step", {"duration=60", "terrain.shape.0.size=[2.6, 2.4, 1.0]",
                                                "terrain.shape.0.position=[2.2, 0, 0.5]"});
  REQUIRE(run.status == RunStatus::completed);
  // the front rims meet the face after 0.90 - 0.64 - 0.1425 m
  CHECK(run.metrics.at("displacement").value == Approx(0.90 - 0.64 - 0.1425).margin(0.04));
  CHECK(run.metrics.at("mean_slip").value > 0.5);
}

TEST_CASE(
    "the same step with motors that can stall: never more than the stall torque, and too weak ones stand") {
  const auto climb = [](const char* stall_torque) {
    Simulation s = start("torque_limited", {std::string("motor.stall_torque=") + stall_torque});
    double most = 0.0;
    REQUIRE(run_until(s, s.world().settings.duration, [&] {
      for (const WheelOutput& w : s.output().wheels) most = std::max(most, std::fabs(w.drive_torque));
    }));
    CHECK(most <= 1.001 * std::stod(stall_torque));
    return chassis(s).z();
  };
  CHECK(climb("24") == Approx(0.14 - 0.0048).margin(1e-3));  // up, less what the wheels are flattened
  // the front wheels alone would have to lift a third of 1150 N at the wheel's radius: 27 N m a wheel
  CHECK(climb("8") < 0.05);
}
