// SPDX-License-Identifier: BSD-3-Clause
#include "leg_control.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// The torque that a controller adds: `torque` at the velocity v, of which -`damping` v is its dampers'.
struct LegTorque {
  double torque = 0.0, damping = 0.0;
};
LegTorque torque_of(const LegControlSpec& c, const LegJoint& joint, double share, double q, double v) {
  const double stiffness = share * (c.stiffness_factor - 1.0), stretch = q - joint.rest;
  const double shift = share * c.rest_shift;
  LegTorque out;
  out.damping = share * (c.damping_factor - 1.0) * joint.damping;
  out.torque = -joint.stiffness * (stiffness * stretch - (1.0 + stiffness) * shift) - out.damping * v;
  if (c.torque_limit > 0.0 && std::fabs(out.torque) > c.torque_limit)
    out = {std::copysign(c.torque_limit, out.torque), 0.0};
  return out;
}

/// Calls visit(control, joint, number of its memory) for every joint of every controller.
template <class Visit>
void visit_leg_joints(const World& world, Visit&& visit) {
  std::size_t i = 0;
  for (const LegControl& control : world.leg_controls)
    for (const LegJoint& joint : control.joints) visit(control, joint, i++);
}

bool holds(const LegControl& control, const StepOutput& output) {
  std::size_t touching = 0;
  for (const int foot : control.feet) touching += output.records[static_cast<std::size_t>(foot)].touches();
  const bool any = touching > 0, all = touching == control.feet.size();
  switch (control.settings.when) {
    case FeetTouch::some:
      return any && !all;
    case FeetTouch::any:
      return any;
    case FeetTouch::all:
      return all;
    case FeetTouch::none:
      return !any;
  }
  return false;
}

bool chosen(LegChoice legs, bool touches) {
  return legs == LegChoice::every || (legs == LegChoice::touching) == touches;
}

}  // namespace

void apply_leg_control(const World& world, const std::vector<LegControlMemory>& memory, const VecX& q,
                       const VecX& v, bool implicit, Loads& loads) {
  visit_leg_joints(world, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    if (memory[i].share == 0.0) return;
    const LegTorque t = torque_of(control.settings, joint, memory[i].share, q[joint.q], v[joint.v]);
    const double damping = implicit ? t.damping : 0.0;
    loads.generalized[joint.v] += t.torque + damping * v[joint.v];
    loads.damping[joint.v] += damping;
  });
}

double leg_control_power(const World& world, const SimulationState& state) {
  double power = 0.0;
  visit_leg_joints(world, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    const double v = state.motion.v[joint.v];
    if (state.legs[i].share == 0.0) return;
    power += v * torque_of(control.settings, joint, state.legs[i].share, state.motion.q[joint.q], v).torque;
  });
  return power;
}

void update_leg_control(const World& world, const StepOutput& output, double dt, SimulationState& state) {
  if (world.leg_controls.empty()) return;
  const double before = leg_control_power(world, state), time = state.motion.time;
  visit_leg_joints(world, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    const LegControlSpec& c = control.settings;
    LegControlMemory& m = state.legs[i];
    const bool touches = output.records[static_cast<std::size_t>(joint.foot)].touches();
    const bool wanted = holds(control, output) && chosen(c.legs, touches);
    if (wanted != m.wanted) m.since = time;
    m.wanted = wanted;
    if (time - m.since >= c.delay) m.target = wanted ? 1.0 : 0.0;
    const double most = c.rate > 0.0 ? c.rate * dt : 1.0;
    m.share += std::clamp(m.target - m.share, -most, most);
  });
  // the next step's work begins at the new torques
  state.ledger.motor_power += leg_control_power(world, state) - before;
}

}  // namespace grouser
