// SPDX-License-Identifier: BSD-3-Clause
// Steps from a ladder of lengths: predicted from the rates of penetration, stiffness of springs and stops,
// and motion in flight; verified by the change of each penetration after the step.
#include "step_control.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/contact/step_limits.hpp"

namespace grouser {
namespace {

// Steps are the largest one times a power of this: growth is 1.5 per step.
constexpr double kLadder = 2.0 / 3.0;
constexpr double kTolerated = 2.0;    // times the set amount: a step that changed more is rejected
constexpr double kSmallestCut = 0.1;  // share of the rejected step
constexpr double kSafety = 0.9;       // share of the length that would have changed just the set amount
constexpr double kNone = std::numeric_limits<double>::infinity();

/// Longest stable step of a spring on a mass, s; infinite without one of them.
double spring_step(double stiffness, double mass) {
  return stiffness > 0.0 && mass > 0.0 ? kSpringLimit / std::sqrt(stiffness / mass) : kNone;
}

}  // namespace

StepControl::StepControl(const World& world, const StepLoads& system)
    : StepChooser(world, system), spring_step_(kNone) {
  // Flight may use longer steps than contact, and a motor model shortens both.
  limits_.max_flight_step = std::max(limits_.max_flight_step, limits_.max_step);
  for (const WheelDrive& drive : world.drives)
    if (drive.motor)
      limits_.max_step = limits_.max_flight_step = std::min(limits_.max_step, drive.motor->step);
  limits_.min_step = std::min(limits_.min_step, limits_.max_step);
  // Springs and end stops of joints, with the inertia that each joint feels in the neutral pose.
  const Model& model = *world.model;
  const NeutralMasses neutral(model);
  const std::vector<double> masses = neutral.of_joints();
  stop_step_.assign(model.joints().size(), kNone);
  for (std::size_t i = 0; i < model.joints().size(); ++i) {
    const Joint& joint = model.joints()[i];
    if (joint.nv != 1) continue;
    stop_step_[i] = spring_step(joint.forces.limit_stiffness, masses[joint.v_index]);
    spring_step_ = std::min(spring_step_, spring_step(joint.forces.stiffness, masses[joint.v_index]));
  }
  // Springs between bodies: the reduced mass of both ends.
  for (const SpringElement& spring : model.springs()) {
    const double a = neutral.smallest_at(spring.body_a, spring.point_a),
                 b = neutral.smallest_at(spring.body_b, spring.point_b);
    const double both = 1.0 / (1.0 / a + 1.0 / b);
    spring_step_ = std::min(spring_step_, spring_step(spring.stiffness, both));
    if (spring.damping > 0.0) spring_step_ = std::min(spring_step_, kDamperLimit * both / spring.damping);
  }
}

double StepControl::first_step() const { return std::min(limits_.max_step, spring_step_); }

// Joints near an end stop must not pass through it; a joint is near one if two steps would reach it.
double StepControl::joint_step(const SimulationState& state) const {
  double step = spring_step_;
  for (std::size_t i = 0; i < stop_step_.size(); ++i) {
    if (!(stop_step_[i] < kNone)) continue;
    const Joint& joint = world_.model->joints()[i];
    const double q = state.motion.q[joint.q_index], v = state.motion.v[joint.v_index];
    const double gap = std::min(q - joint.forces.lower, joint.forces.upper - q);
    // Beyond the stop its spring limits the step; before it, half the time to reach it.
    if (gap <= 0.0) {
      step = std::min(step, stop_step_[i]);
    } else if (v != 0.0) {
      step = std::min(step, std::max(stop_step_[i], 0.5 * gap / std::fabs(v)));
    }
  }
  return step;
}

double StepControl::next_step(const SimulationState& state, const StepLoads& system,
                              const Kinematics& kinematics) const {
  const double amount = limits_.max_hub_displacement;
  // At most one rung of the ladder longer than the last step.
  double want = state.motion.dt_prev / kLadder;
  bool touching = false;
  // Contacts: penetration, touched bodies, and limits of their own.
  for (const auto& element : system.contacts().elements()) {
    const ContactPace pace = element->pace(state.contacts, system.output());
    touching |= pace.touching;
    if (pace.approach > 0.0) want = std::min(want, amount / pace.approach);
    if (pace.on_body) want = std::min(want, limits_.max_step_on_bodies);
    want = std::min(want, element->longest_step(system.output()));
  }
  const double largest = touching ? limits_.max_step : limits_.max_flight_step;
  // Flight: nothing may pass through a surface unseen.
  if (!touching)
    want = std::min({want, limits_.max_flight_step, longest_by_motion(state, system, kinematics)});
  // The longest rung that is not above the wanted length.
  want = std::min(want, joint_step(state));
  double step = largest;
  while (step > want * (1.0 + 1e-9) && step > limits_.min_step) step *= kLadder;
  return std::max(step, limits_.min_step);
}

namespace {

/// Finds the shortest step that some contact asks for, s, from the depths before and after the tried step.
class ShorterStep final : public DepthJudge {
 public:
  ShorterStep(double amount, double dt) : step(dt), amount_(amount), dt_(dt) {}
  void judge(double old, double now, double rate) override {
    const double change = std::fabs(now - old);
    if (change <= kTolerated * amount_) return;
    // Touched within the step: back to just after the touch; otherwise in proportion.
    const double since = rate > 0.0 && old <= 0.0 ? (now - 0.5 * amount_) / rate : dt_;
    step = std::min(step, since < dt_ ? dt_ - since : kSafety * dt_ * amount_ / change);
  }
  double step;

 private:
  double amount_, dt_;
};

}  // namespace

double StepControl::other_step(const SimulationState& before, const StepLoads& system, double dt) {
  if (dt <= limits_.min_step * (1.0 + 1e-9)) return 0.0;
  ShorterStep shorter(limits_.max_hub_displacement, dt);
  for (const auto& element : system.contacts().elements()) {
    element->judge_depths(before.contacts, system.output(), dt, shorter);
    shorter.step = std::min(shorter.step, element->longest_step(system.output()));
  }
  if (!(shorter.step < dt)) return 0.0;
  return std::max({shorter.step, kSmallestCut * dt, limits_.min_step});
}

}  // namespace grouser
