// SPDX-License-Identifier: BSD-3-Clause
// A servo: a geared motor with a position loop of its own (seed 002: DSSERVO RDS3225). A pulse commands an
// angle; its electronics set the motor's voltage in proportion to the error, and the motor's torque falls
// with its speed:
//   u      = stiffness e / stall_torque, within -1 and 1;  e: error, less half the dead band
//   torque = stall_torque (u - omega / no_load_speed)
// Pulses come at the refresh rate and in steps of the resolution; between them the commanded angle stays.
#pragma once
#include <algorithm>
#include <cmath>

namespace grouser {

struct ServoSpec {
  double stall_torque = 0.0;   ///< N m, > 0
  double no_load_speed = 0.0;  ///< rad/s, > 0
  double stiffness =
      0.0;  ///< of the loop: torque over error while the voltage is not at its limit, N m/rad, > 0
  double dead_band = 0.0;      ///< width of the band of angles in which it does nothing, rad
  double resolution = 0.0;     ///< step of the angle that a pulse can command, rad; 0: any angle
  double refresh_rate = 50.0;  ///< pulses a second, Hz
  double slope() const { return stall_torque / no_load_speed; }  ///< N m s/rad
};

/// The torque at standstill, N m; the whole is this less slope() times the speed.
inline double servo_torque(const ServoSpec& servo, double told, double angle) {
  const double error = told - angle, half = 0.5 * servo.dead_band;
  const double beyond = error > half ? error - half : error < -half ? error + half : 0.0;
  return std::clamp(servo.stiffness * beyond, -servo.stall_torque, servo.stall_torque);
}

/// The nearest angle to a wanted one that a pulse can command, rad.
inline double servo_pulse(const ServoSpec& servo, double angle) {
  return servo.resolution > 0.0 ? servo.resolution * std::round(angle / servo.resolution) : angle;
}

}  // namespace grouser
