// SPDX-License-Identifier: BSD-3-Clause
// A drive that follows its command like a stiff spring and damper, within the straight line from stall
// torque to no-load speed; beyond it the command is given up by as much as the spring cannot hold. The
// gains follow from the step, stiffness = kappa J/dt^2 and damping = delta J/dt (reasons in the header).
#include "grouser/vehicle/drive/motor.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr double kKappa = 0.04, kDelta = 2.0, kSteepestLine = 0.5;  // see the header

// Largest torque in one direction (+1 or -1).
double limit_towards(const MotorSpec& spec, double direction, double v) {
  const double share = direction * v / spec.no_load_speed;
  return spec.stall_torque * std::fmin(1.0, std::fmax(0.0, 1.0 - share));
}

/// Torque that the spring and damper want, N m.
double demand(const MotorLaw& law, const CoordinateCommand& command, double q, double v,
              const MotorMemory& memory) {
  return law.stiffness * (command.q - memory.given_up - q) + law.damping * (command.v - v);
}

}  // namespace

MotorLaw make_motor_law(const MotorSpec& spec, double inertia, double dt) {
  return {spec, kKappa * inertia / (dt * dt), kDelta * inertia / dt, dt};
}

double largest_motor_step(const MotorSpec& spec, double inertia) {
  return kSteepestLine * inertia / spec.slope();
}

void check_motor(const MotorSpec& spec, double inertia, double dt, const std::string& place) {
  const double largest = largest_motor_step(spec, inertia);
  if (dt <= largest) return;
  const double missing = dt * spec.slope() / kSteepestLine - inertia;
  throw InputError(
      place,
      fmt::format("a motor that loses {:.6g} N m a rad/s on a wheel of {:.6g} kg m2, at a step of {:.6g} s",
                  spec.slope(), inertia, dt),
      fmt::format(
          "a step of at most {:.4g} s, or a rotor_inertia of {:.3g} kg m2 more (the rotor's own times the "
          "square of the gear ratio; most real drives have it), or a flatter line (lower stall_torque, "
          "higher no_load_speed)",
          largest, missing));
}

MotorEffort motor_effort(const MotorLaw& law, const CoordinateCommand& command, double q, double v,
                         const MotorMemory& memory) {
  const double wanted = demand(law, command, q, v, memory), direction = wanted < 0.0 ? -1.0 : 1.0;
  const double limit = limit_towards(law.spec, direction, v);
  if (std::fabs(wanted) <= limit) return {wanted, law.damping, false};
  return {direction * limit, law.damping, true};
}

MotorEffort torque_effort(const MotorLaw& law, double torque, double v) {
  const double direction = torque < 0.0 ? -1.0 : 1.0, limit = limit_towards(law.spec, direction, v);
  return {direction * std::fmin(std::fabs(torque), limit), 0.0, std::fabs(torque) > limit};
}

void step_motor(const MotorLaw& law, const CoordinateCommand& command, double q, double v,
                MotorMemory& memory) {
  const double wanted = demand(law, command, q, v, memory), direction = wanted < 0.0 ? -1.0 : 1.0;
  const double excess = std::fabs(wanted) - limit_towards(law.spec, direction, v);
  if (excess > 0.0) memory.given_up += direction * excess / law.stiffness;
}

}  // namespace grouser
