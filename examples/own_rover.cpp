// SPDX-License-Identifier: BSD-3-Clause
// A rover that this program makes, with four wheels on a stiff chassis, on the sand of a scenario. No file
// has it.
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "grouser/grouser.hpp"

namespace {

using grouser::Vec3;

constexpr double kRadius = 0.12, kWidth = 0.10;  // m, of a wheel

/// A wheel of 2 kg with its drive, at a place of the chassis.
void add_wheel(grouser::VehicleSpec& rover, const std::string& name, const Vec3& hub) {
  const double across = 2.0 * (3.0 * kRadius * kRadius + kWidth * kWidth) / 12.0;
  const Vec3 inertia(across, kRadius * kRadius, across);
  rover.bodies.push_back({"wheel_" + name, 2.0, Vec3::Zero(), inertia.asDiagonal()});
  rover.joints.push_back({.name = "drive_" + name,
                          .type = grouser::JointType::revolute,
                          .parent = "chassis",
                          .child = "wheel_" + name,
                          .X_PJ = {grouser::Mat3::Identity(), hub},
                          .axis = Vec3::UnitY(),
                          .mode = grouser::CoordinateMode::prescribed});
  grouser::WheelSpec wheel;
  wheel.name = name;
  wheel.body = "wheel_" + name;
  wheel.drive_joint = "drive_" + name;
  wheel.geometry = {.radius = kRadius, .width = kWidth};
  wheel.stiffness = 30000.0;             // N/m
  wheel.damping = 400.0;                 // N s/m
  wheel.tangential_stiffness = 20000.0;  // N/m
  rover.wheels.push_back(wheel);
}

grouser::VehicleSpec own_rover() {
  grouser::VehicleSpec rover;
  rover.name = rover.title = "own_rover";
  rover.root = "chassis";
  const Vec3 inertia(0.8, 1.2, 1.6);  // kg m2
  rover.bodies.push_back({"chassis", 30.0, Vec3(0.0, 0.0, 0.25), inertia.asDiagonal()});
  for (const double x : {0.3, -0.3})
    for (const double y : {0.25, -0.25})
      add_wheel(rover, std::string(x > 0.0 ? "front" : "rear") + (y > 0.0 ? "_left" : "_right"),
                {x, y, kRadius});
  return rover;
}

}  // namespace

int main() {
  grouser::WorldSpec spec = grouser::read_world_spec("drive_flat_soft", {{"duration", "8"}});
  spec.vehicles.front().model = std::make_shared<const grouser::VehicleSpec>(own_rover());
  spec.plots.clear();
  grouser::Simulation simulation = grouser::start_simulation(grouser::build_world(spec));
  while (!simulation.finished())
    if (simulation.step() != grouser::StepStatus::ok) {
      std::printf("%s\n", simulation.failure().message.c_str());
      return 1;
    }
  const Vec3 at = simulation.kinematics().body[simulation.world().chassis].X_WB.p;
  std::printf("after %.1f s it stands at x = %.4f m\n", simulation.time(), at.x());
  for (std::size_t i = 0; i < simulation.output().wheels.size(); ++i)
    std::printf("%-12s load %6.1f N, sinkage %.4f m\n", simulation.world().wheels[i].spec.name.c_str(),
                simulation.output().wheels[i].load, simulation.output().wheels[i].sinkage);
}
