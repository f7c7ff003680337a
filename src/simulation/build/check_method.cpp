// SPDX-License-Identifier: BSD-3-Clause
// Refuses Fehlberg's method with error control where parts have events that its search does not find.
#include "check_method.hpp"

#include <string>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Parts of the world that rkf45 does not carry, and why; empty if there are none.
std::string obstacle_to_error_control(const World& world) {
  if (!world.wheels.empty())
    return "wheels, whose slices begin and end contacts within tens of microseconds and have no gap of their "
           "own";
  if (std::string ground = world.grounds.refusal(GroundUse::error_control); !ground.empty()) return ground;
  if (!world.mesh.parts.empty()) return "meshes, whose polygons begin and end contacts of their own";
  if (!world.tools.empty()) return "tools, whose plates begin and end contacts of their own";
  for (const VehicleRuntime& vehicle : world.vehicles) {
    const VehicleSpec& spec = vehicle.spec;
    if (!spec.legs.empty() && !spec.legs.front().foot.empty())
      return "a walker, whose gait and servos are made for steps of one length";
    if (!spec.struts.empty())
      return "struts, whose cores and seals remember from step to step how far they were pushed: a stroke "
             "that turns within "
             "a step would be forgotten";
    if (!spec.soles.empty()) return "whole-body control, which decides at steps of one length";
  }
  return {};
}

}  // namespace

void check_method(const World& world) {
  if (world.settings.integrator != IntegratorKind::rkf45) return;
  if (const std::string found = obstacle_to_error_control(world); !found.empty())
    throw InputError("integration.method", "'rkf45' with " + found,
                     "\"beeman\", \"euler\" or \"rk4\", or spheres and footpads alone");
}

}  // namespace grouser
