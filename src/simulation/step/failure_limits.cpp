// SPDX-License-Identifier: BSD-3-Clause
// Checks of wheels after a step that was tried: force, hub speed and depth, each against its limit; and the
// words that a failed step adds to its message.
#include "failure_limits.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grouser {

std::string broken_limit(const World& world, const StepLoads& system, const MotionState& motion,
                         const Kinematics& kinematics) {
  const double most_force = kMostWheelAcceleration * world.model->total_mass();
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelPart& wheel = world.wheels[i];
    const WheelOutput& out = system.output().wheels[i];
    const double force = out.force.norm(), speed = kinematics.body[wheel.body.index].v.norm(),
                 deepest = kMostPenetration * wheel.spec.geometry.radius;
    const auto told = [&](const std::string& what) {
      return fmt::format("wheel {} at t = {:.3f} s: {}", wheel.spec.name, motion.time, what);
    };
    // Each condition is negated, so that NaN exceeds the limit.
    if (!(force <= most_force))
      return told(fmt::format("force {:.3g} N, over the limit of {:.3g} N (100 g on the whole mass)", force,
                              most_force));
    if (!(speed <= kMostHubSpeed))
      return told(fmt::format("hub speed {:.3g} m/s, over the limit of {:.0f} m/s", speed, kMostHubSpeed));
    if (!(out.depth <= deepest))
      return told(
          fmt::format("hub displacement {:.3g} m, over the limit of {:.3g} m (its diameter): through "
                      "the ground, which is too soft for it, or the wheel itself is",
                      out.depth, deepest));
  }
  return {};
}

std::string lost_body(const Model& model, const Loads& loads) {
  for (std::size_t b = 0; b < loads.on_body.size(); ++b) {
    const Wrench& load = loads.on_body[b];
    if (!load.force.allFinite() || !load.moment.allFinite())
      return fmt::format("; the load on body {} is not a number", model.bodies()[b].name);
  }
  return {};
}

std::string largest_wheel_force(const World& world, const StepOutput& output) {
  if (output.wheels.empty()) return {};
  std::size_t worst = 0;
  for (std::size_t i = 1; i < output.wheels.size(); ++i)  // NaN is the largest
    if (!(output.wheels[i].force.norm() <= output.wheels[worst].force.norm())) worst = i;
  return fmt::format("; largest force at wheel {}: {:.3g} N", world.wheels[worst].spec.name,
                     output.wheels[worst].force.norm());
}

}  // namespace grouser
