// SPDX-License-Identifier: BSD-3-Clause
// The library that steps worlds, linked alone: a ball in vacuum, thrown upward, against its closed form
// z = v t - g t^2 / 2. What else this program is linked against is checked by check_links.py.
#include <cmath>
#include <cstdio>
#include <memory>

#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

// In place of the one in simulation/build, which this program must not be linked against.
class WorldBuilder {
 public:
  static std::shared_ptr<World> empty() { return std::shared_ptr<World>(new World()); }
};

}  // namespace grouser

int main() {
  using namespace grouser;
  const std::shared_ptr<World> world = WorldBuilder::empty();
  world->settings.name = "ball";
  world->settings.duration = 2.0;
  world->settings.dt = 0.001;
  world->settings.gravity = 3.71;
  ModelBuilder builder;
  builder.add_body({.name = "ball", .mass = 2.0, .com = Vec3::Zero(), .inertia = 0.01 * Mat3::Identity()});
  JointSpec joint;
  joint.name = "root";
  joint.type = JointType::free;
  joint.parent = "world";
  joint.child = "ball";
  builder.add_joint(joint);
  world->model = std::make_shared<const Model>(builder.build("core_alone"));
  world->terrain = std::make_shared<const Terrain>(BasePlane{}, 0, std::vector<RigidShape>{});
  world->chassis = world->model->body("ball");
  VehicleRuntime ball;
  ball.root = world->chassis;
  world->vehicles.push_back(ball);
  world->vehicle_of_body = {0};

  SimulationState start;
  start.motion = MotionState::at_rest(*world->model, 0);
  constexpr double kHeight = 10.0, kSpeed = 3.0;  // m, m/s
  start.motion.q[6] = kHeight;
  start.motion.v[5] = kSpeed;
  Simulation simulation(world, start);
  while (!simulation.finished())
    if (simulation.step() != StepStatus::ok) return std::puts(simulation.failure().message.c_str()), 1;
  const double t = simulation.time(), g = world->settings.gravity;
  const double off = simulation.state().motion.q[6] - (kHeight + kSpeed * t - 0.5 * g * t * t);
  std::printf("after %g s: %.3g m from the closed form\n", t, off);
  // Beeman's method is exact for a constant acceleration
  return std::fabs(off) < 1e-11 ? 0 : 1;
}
