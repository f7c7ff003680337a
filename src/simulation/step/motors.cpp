// SPDX-License-Identifier: BSD-3-Clause
#include "motors.hpp"

namespace grouser {
namespace {

// Explicit Euler (settling, and runs with this method) allows a damper of dt c / J = 0.4, critical for the
// wheel in the air, instead of the 2 that is implicit in Beeman's step.
constexpr double kExplicitShare = 0.2;

}  // namespace

MotorLaw Motors::law_of(const WheelDrive& wheel) const {
  MotorLaw law = *wheel.motor;
  if (holding_ || world_.settings.integrator == IntegratorKind::euler) law.damping *= kExplicitShare;
  return law;
}

CoordinateCommand Motors::command(std::size_t wheel, double t) const {
  CoordinateCommand told = spin_command(world_, drive(), wheel, t);
  if (holding_) told.v = told.a = 0.0;
  return told;
}

void Motors::begin(const SimulationState& state) {
  segments_ = state.segments;
  hand_ = state.hand;
  start_ = state.motors;
}

void Motors::apply(double t, const VecX& q, const VecX& v, bool implicit, Loads& loads) {
  next_ = start_;
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    if (!wheel.motor) continue;
    const MotorEffort effort =
        motor_effort(law_of(wheel), command(i, t), q[wheel.drive_q], v[wheel.drive_v], start_[i]);
    const double damping = implicit ? effort.damping : 0.0;
    loads.generalized[wheel.drive_v] = effort.torque + damping * v[wheel.drive_v];
    loads.damping[wheel.drive_v] = damping;
  }
}

void Motors::finish(double t, const VecX& q, const VecX& v, double gamma, const VecX& v_base, const VecX& a,
                    bool advance, const Loads& loads, VecX& effort, StepOutput& output) {
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    const int at = wheel.drive_v;
    if (wheel.motor) {
      const double v_end = v_base[at] + gamma * a[at];
      effort[at] = loads.generalized[at] - loads.damping[at] * v_end;
      if (advance) step_motor(law_of(wheel), command(i, t), q[wheel.drive_q], v[at], next_[i]);
    }
    output.wheels[i].drive_torque = effort[at];
  }
}

}  // namespace grouser
