// SPDX-License-Identifier: BSD-3-Clause
// Limits of a step from motion alone: rotation of a joint's body, and distance of the fastest part.
#include "step_chooser.hpp"

#include <algorithm>
#include <limits>

namespace grouser {
namespace {

constexpr double kTravelShare = 0.5;  // of the smallest wheel's or sphere's radius

}  // namespace

StepChooser::StepChooser(const World& world, const StepLoads& system)
    : world_(world), limits_(*world.settings.adaptive), travel_(std::numeric_limits<double>::infinity()) {
  for (const auto& element : system.contacts().elements())
    travel_ = std::min(travel_, kTravelShare * element->smallest_radius());
}

double StepChooser::longest_by_motion(const SimulationState& state, const StepLoads& system,
                                      const Kinematics& kinematics) const {
  double step = std::numeric_limits<double>::infinity();
  // Rotation: joints that turn freely, by the norm of up to three angular speeds.
  for (const Joint& joint : world_.model->joints()) {
    if (joint.mode != CoordinateMode::dynamic || joint.nv == 0 || !joint.kind.is_angular(0)) continue;
    const int n = std::min(joint.nv, 3);
    const double spin = state.motion.v.segment(joint.v_index, n).norm();
    if (spin > 0.0) step = std::min(step, limits_.max_rotation / spin);
  }
  // Distance: the fastest part of any contact.
  double fastest = 0.0;
  for (const auto& element : system.contacts().elements())
    fastest = std::max(fastest, element->fastest_part(kinematics));
  return fastest > 0.0 ? std::min(step, travel_ / fastest) : step;
}

}  // namespace grouser
