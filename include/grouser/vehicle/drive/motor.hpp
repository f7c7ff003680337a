// SPDX-License-Identifier: BSD-3-Clause
// A drive with a limited motor: a speed controller with integral action (PI), its torque limited by the
// motor's torque-speed line. The wheel's joint is then a dynamic coordinate.
//
//   demand = stiffness (theta_c - given_up - theta) + damping (omega_c - omega)
//   |torque| <= stall_torque (1 - |omega| / no_load_speed)   in the direction of motion
//   |torque| <= stall_torque                                 against it
//
// The integral of the speed error is the lag of the wheel's angle behind the commanded angle, so at a steady
// load the speed has no error. While the torque is limited, the commanded angle is given up as far as the
// demand exceeds the limit (conditioning: Hanus, Kinnaert & Henrotte 1987), so nothing winds up.
//
// Gains. J: inertia of the wheel about its axle. With
//   kappa = stiffness dt^2 / J,   delta = damping dt / J
// a free wheel under Beeman's step (order 3 of Adams-Moulton on the implicit damper) has a 4 x 4
// amplification matrix, stable up to delta = 6 at small kappa. We take kappa = 0.04 and delta = 2: the
// spectral radius is 0.980, below 1 for every larger inertia (a wheel with the vehicle on it), and the motion
// is damped there too (0.9 of critical at 30 times J). A limited torque follows the predicted speed from step
// to step, so its line must be flat enough (check_motor):
//   stall_torque / no_load_speed * dt / J <= 0.5
// At 1 a wheel that comes free overshoots its command by 16 %. tests/vehicle/motor_test.cpp shows all of
// these. Gearbox friction is the joint's own (JointForces).
#pragma once
#include <string>

#include "grouser/vehicle/drive/drive_programme.hpp"

namespace grouser {

/// The data of a drive's motor with its gear.
struct MotorSpec {
  double stall_torque = 0.0;                                     ///< N m at the wheel, > 0
  double no_load_speed = 0.0;                                    ///< rad/s at the wheel, > 0
  double rotor_inertia = 0.0;                                    ///< seen at the wheel, kg m2
  double slope() const { return stall_torque / no_load_speed; }  ///< N m s/rad
};

/// Angle of the command that the limited motor has given up, rad. Part of the state.
struct MotorMemory {
  double given_up = 0.0;  ///< rad
};

/// Gains of the speed controller of one wheel.
struct MotorLaw {
  MotorSpec spec;          ///< the motor
  double stiffness = 0.0;  ///< N m/rad
  double damping = 0.0;    ///< N m s/rad
  double step = 0.0;       ///< the longest that these gains are made for, s
};

/// Chooses the gains. `inertia` is that of the wheel about its axle, kg m2; dt: the largest step, s.
MotorLaw make_motor_law(const MotorSpec&, double inertia, double dt);
/// The largest step, s, at which a wheel of this inertia, kg m2, follows the torque-speed line.
double largest_motor_step(const MotorSpec&, double inertia);
/// Throws InputError if the torque-speed line is too steep for the step; names the largest step that works
/// and the rotor inertia with which this step would.
void check_motor(const MotorSpec&, double inertia, double dt, const std::string& place);

/// The torque at the requested speed v_asked, and the share that the loop treats implicitly:
///   Loads::generalized = torque + damping * v_asked,   Loads::damping = damping
/// The step then applies torque - damping (v_end - v_asked), which differs by the predictor's error. An
/// explicit method uses `torque` alone.
struct MotorEffort {
  double torque = 0.0;   ///< N m, + drives forward
  double damping = 0.0;  ///< N m s/rad
  bool limited = false;  ///< the torque-speed line bounds the torque
};

/// The torque at a wheel's angle q (rad), its speed v (rad/s) and the angle that was given up.
MotorEffort motor_effort(const MotorLaw&, const CoordinateCommand&, double q, double v, const MotorMemory&);
/// The same where a torque is commanded in place of a speed: no more of it than the motor gives at this
/// speed.
MotorEffort torque_effort(const MotorLaw&, double torque, double v);
/// Call once per step, at its end: gives up what the limit could not follow.
void step_motor(const MotorLaw&, const CoordinateCommand&, double q, double v, MotorMemory&);

}  // namespace grouser
