// SPDX-License-Identifier: BSD-3-Clause
// The controllers of a lander's legs (simulation/step/leg_control.hpp). Each adds the torque by which a
// joint with other stiffness, damping or rest angle would differ from the present one, times a share that
// ramps from 0 to 1.
#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/leg_control.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// The torque that a controller adds: `torque` at the velocity v, of which -`damping` v is its dampers'.
struct LegTorque {
  double torque = 0.0, damping = 0.0;
};
/// Torque at angle q, rad, and rate v, rad/s, for a share of the change; at its limit it is constant.
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

/// Whether the feet of a controller touch as its condition requires.
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

/// Whether the change applies to a leg whose foot touches or not.
bool chosen(LegChoice legs, bool touches) {
  return legs == LegChoice::every || (legs == LegChoice::touching) == touches;
}

/// Keeps each joint's share of the change in the state; it is constant within a step.
class LegControllers final : public StepElement {
 public:
  explicit LegControllers(const World& world) : world_(world) {}

  void make_memory(SimulationState& state) const override {
    std::size_t joints = 0;
    for (const LegControl& control : world_.leg_controls) joints += control.joints.size();
    state.memory.assign<LegControlMemory>(joints);
  }
  void begin(const SimulationState& state) override { memory_ = state.all<LegControlMemory>(); }
  void apply(const ForceInstant& now, Loads& loads) override;
  double power(const SimulationState& state, const StepMoment&) const override { return power_at(state); }
  void finish(const StepMoment& now, SimulationState& state) override;

 private:
  double power_at(const SimulationState& state) const;
  const World& world_;
  std::span<const LegControlMemory> memory_;  // of the step's start
};

void LegControllers::apply(const ForceInstant& now, Loads& loads) {
  visit_leg_joints(world_, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    if (memory_[i].share == 0.0) return;
    const double v = now.v[joint.v];
    const LegTorque t = torque_of(control.settings, joint, memory_[i].share, now.q[joint.q], v);
    // In implicit form the damper's torque is left to the step, which takes it at the end velocity.
    const double damping = now.dampers == DamperForm::implicit ? t.damping : 0.0;
    loads.generalized[joint.v] += t.torque + damping * v;
    loads.damping[joint.v] += damping;
  });
}

double LegControllers::power_at(const SimulationState& state) const {
  double power = 0.0;
  const std::span<const LegControlMemory> memory = state.all<LegControlMemory>();
  visit_leg_joints(world_, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    const double v = state.motion.v[joint.v];
    if (memory[i].share == 0.0) return;
    power += v * torque_of(control.settings, joint, memory[i].share, state.motion.q[joint.q], v).torque;
  });
  return power;
}

/// The legs that touch decide which change is in force in the next step.
void LegControllers::finish(const StepMoment& now, SimulationState& state) {
  const double before = power_at(state), time = state.motion.time;
  const std::span<LegControlMemory> memory = state.all<LegControlMemory>();
  visit_leg_joints(world_, [&](const LegControl& control, const LegJoint& joint, std::size_t i) {
    const LegControlSpec& c = control.settings;
    LegControlMemory& m = memory[i];
    const bool touches = now.output.records[static_cast<std::size_t>(joint.foot)].touches();
    const bool wanted = holds(control, now.output) && chosen(c.legs, touches);
    // A wish counts once it has lasted for the delay; then the share follows at the set rate.
    if (wanted != m.wanted) m.since = time;
    m.wanted = wanted;
    if (time - m.since >= c.delay) m.target = wanted ? 1.0 : 0.0;
    const double most = c.rate > 0.0 ? c.rate * now.dt : 1.0;
    m.share += std::clamp(m.target - m.share, -most, most);
  });
  book_power_jump(world_, power_at(state) - before, state);
}

}  // namespace

std::unique_ptr<StepElement> make_leg_controllers(const World& world) {
  if (world.leg_controls.empty()) return nullptr;
  return std::make_unique<LegControllers>(world);
}

}  // namespace grouser
