// Limited motors in the loop: torques of the drives whose wheel joints are solved for dynamically.
#include "contact_system.hpp"
#include "drive_control.hpp"

namespace grouser {
namespace {

// Explicit Euler (settling, and runs with this method) allows a damper of dt c / J = 0.4, critical for the
// wheel in the air, instead of the 2 that is implicit in Beeman's step.
constexpr double kExplicitShare = 0.2;

}  // namespace

MotorLaw ContactSystem::motor_law(const WheelRuntime& wheel) const {
  MotorLaw law = *wheel.motor;
  if (holding_ || world_.settings.integrator == IntegratorKind::euler) law.damping *= kExplicitShare;
  return law;
}

CoordinateCommand ContactSystem::motor_command(std::size_t wheel, double t) const {
  CoordinateCommand command = spin_command(world_, segments_, wheel, t);
  if (holding_) command.v = command.a = 0.0;
  return command;
}

void ContactSystem::apply_motors(double t, const VecX& q, const VecX& v, bool implicit) {
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelRuntime& wheel = world_.wheels[i];
    if (!wheel.motor) continue;
    const MotorEffort effort =
        motor_effort(motor_law(wheel), motor_command(i, t), q[wheel.drive_q], v[wheel.drive_v], motors_[i]);
    const double damping = implicit ? effort.damping : 0.0;
    loads_.generalized[wheel.drive_v] = effort.torque + damping * v[wheel.drive_v];
    loads_.damping[wheel.drive_v] = damping;
  }
}

void ContactSystem::finish_motors(double t, const VecX& q, const VecX& v, double gamma, const VecX& v_base,
                                  const VecX& a, bool advance) {
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelRuntime& wheel = world_.wheels[i];
    const int at = wheel.drive_v;
    if (wheel.motor) {
      const double v_end = v_base[at] + gamma * a[at];
      effort_[at] = loads_.generalized[at] - loads_.damping[at] * v_end;
      if (advance)
        step_motor(motor_law(wheel), motor_command(i, t), q[wheel.drive_q], v[at], next_motors_[i]);
    }
    output_.wheels[i].drive_torque = effort_[at];
  }
}

}  // namespace grouser
