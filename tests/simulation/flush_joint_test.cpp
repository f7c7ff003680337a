// SPDX-License-Identifier: BSD-3-Clause
// Rovers, feet and footpads over flush joints: as on one plane.

#include "catch.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;

namespace {

struct JointDrive {
  double work = 0.0, displacement = 0.0, mean_load = 0.0, most_force = 0.0;
};

std::string box_text(double x0, double x1, double y0, double y1, double z0, double z1,
                     const std::string& soil) {
  return "[[terrain.shape]]\ntype = \"box\"\nposition = [" + std::to_string(0.5 * (x0 + x1)) + ", " +
         std::to_string(0.5 * (y0 + y1)) + ", " + std::to_string(0.5 * (z0 + z1)) + "]\nsize = [" +
         std::to_string(x1 - x0) + ", " + std::to_string(y1 - y0) + ", " + std::to_string(z1 - z0) +
         "]\nsoil = \"" + soil + "\"\n";
}

/// A rover on the ground and shapes of the text, straight on for 12 s.
JointDrive drive_over(const std::string& soil, const std::string& shapes, double height = 0.0) {
  const std::string path = write_scenario("joints", R"(units = "SI"
name = "joints"
duration = 12.0
gravity = 3.71
rover = "four_wheel_fast"
[integration]
step = 0.002
[terrain]
kind = "flat"
soil = ")" + soil + "\"\n" + shapes + R"([initial]
position = [-0.5, 0.0, )" + std::to_string(height) + R"(]
[drive]
speed = 0.2
)");
  Simulation s = start(path);
  MetricsTracker tracker(s);
  JointDrive drive;
  double time = 0.0;
  REQUIRE(run_until(s, 12.0, [&] {
    tracker.observe(s);
    if (s.time() < 2.0) return;
    for (const WheelOutput& wheel : s.output().wheels) {
      drive.mean_load += s.world().settings.dt * wheel.load;
      drive.most_force = std::max(drive.most_force, wheel.force.norm());
    }
    time += s.world().settings.dt;
  }));
  std::filesystem::remove(path);
  const auto metrics = tracker.metrics(s);
  drive.work = metrics.at("motor_work").value;
  drive.displacement = metrics.at("displacement").value;
  drive.mean_load /= time;
  return drive;
}

void check_alike(const JointDrive& joints, const JointDrive& plane, double tolerance) {
  CHECK(joints.work == Approx(plane.work).epsilon(tolerance));
  CHECK(joints.displacement == Approx(plane.displacement).epsilon(tolerance));
  CHECK(joints.mean_load == Approx(plane.mean_load).epsilon(tolerance));
  CHECK(joints.most_force == Approx(plane.most_force).epsilon(tolerance));
}

}  // namespace

TEST_CASE("boxes let flush into ground of their soil are that ground, bit by bit") {
  for (const char* soil : {"bedrock", "wong_LETE_sand"}) {
    std::string boxes;
    for (const double x : {-1.0, 0.0, 1.0, 2.0})
      boxes += box_text(x - 0.25, x + 0.25, -2.0, 2.0, -0.3, 0.0, soil);
    check_alike(drive_over(soil, boxes), drive_over(soil, ""), 1e-15);
  }
}

// Joints across the drive, along it under the middle and the edges of the wheels (at |y| = 0.62 m, 0.2 m
// wide), and both.
TEST_CASE("plates beside each other are driven on as one plate") {
  for (const char* soil : {"bedrock", "wong_LETE_sand"}) {
    const JointDrive plate = drive_over(soil, box_text(-3.0, 5.0, -2.0, 2.0, 0.0, 0.05, soil), 0.05);
    const auto plates = [&](const std::vector<double>& x, const std::vector<double>& y) {
      std::string boxes;
      for (std::size_t i = 1; i < x.size(); ++i)
        for (std::size_t k = 1; k < y.size(); ++k)
          boxes += box_text(x[i - 1], x[i], y[k - 1], y[k], 0.0, 0.05, soil);
      return drive_over(soil, boxes, 0.05);
    };
    INFO(soil);
    check_alike(plates({-3.0, -0.2, 0.3, 0.8, 1.3, 5.0}, {-2.0, 2.0}), plate, 1e-4);
    check_alike(plates({-3.0, 5.0}, {-2.0, -0.62, 0.62, 2.0}), plate, 1e-4);
    check_alike(plates({-3.0, 5.0}, {-2.0, -0.52, 0.58, 2.0}), plate, 1e-4);
    check_alike(plates({-3.0, 0.3, 0.8, 5.0}, {-2.0, -0.62, 0.65, 2.0}), plate, 1e-4);
  }
}
