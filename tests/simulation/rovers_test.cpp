// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "catch.hpp"
#include "grouser/base/asset_path.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

TEST_CASE("every shipped rover runs every shipped scenario, and its energy book closes") {
  for (const std::string& rover : asset_ids("rovers"))
    for (const char* scenario :
         {"drive_flat_soft", "traverse_mars", "accelerate_brake", "free_fall", "park_on_slope"}) {
      const RunSummary s = run_all(scenario, {"rover=" + rover, "duration=4"});
      INFO(rover << " in " << scenario << ": " << s.message);
      REQUIRE(s.status == RunStatus::completed);
      CHECK(s.metrics.at("energy_ledger_error").value < 0.01);
    }
}

TEST_CASE("every shipped rover drives forward on soft soil, and backward as a mirror of it") {
  for (const std::string& rover : asset_ids("rovers")) {
    INFO(rover);
    if (load_world("drive_flat_soft", sets({"rover=" + rover}))->wheels.empty()) continue;  // a hopper
    const auto drive = [&](const char* speed) {
      Simulation s =
          start("drive_flat_soft", {"rover=" + rover, std::string("drive.speed=") + speed, "duration=10"});
      const Vec3 before = chassis(s);
      REQUIRE(run_until(s, 10.0));
      return Vec3(chassis(s) - before);
    };
    const Vec3 forward = drive("0.05"), backward = drive("-0.05");
    CHECK(forward.x() > 0.8 * 0.05 * 8.5);
    CHECK(std::fabs(forward.y()) < 1e-6);  // left and right are alike
    CHECK(backward.x() < -0.8 * 0.05 * 8.5);
  }
}

TEST_CASE("a curve is driven with the curvature commanded") {
  for (const std::string& rover : asset_ids("rovers")) {
    Simulation s = start("drive_flat_soft", {"rover=" + rover, "terrain.soil=hard_plate",
                                             "drive.curvature=0.3", "drive.speed=0.1", "duration=20"});
    const auto steers = [](const WheelDrive& drive) { return drive.steer_v >= 0; };
    if (std::ranges::none_of(s.world().drives, steers)) continue;  // a hopper, and a rover without steering
    REQUIRE(run_until(s, 8.0));
    const Joint& root = s.world().model->joints()[s.world().chassis.index];
    const auto yaw = [&] {
      const double* q = s.state().motion.q.data() + root.q_index;
      return rpy_from_rotation(to_matrix(Quat(q[0], q[1], q[2], q[3]))).yaw;
    };
    const double yaw_before = yaw();
    double path = 0.0;
    Vec3 last = chassis(s);
    REQUIRE(run_until(s, 20.0, [&] {
      path += (chassis(s) - last).head<2>().norm();
      last = chassis(s);
    }));
    INFO(rover);
    // 3 %: the chassis frame is not on the turning axle, and the wheels creep
    CHECK((yaw() - yaw_before) / path == Approx(0.3).epsilon(0.03));
  }
}
