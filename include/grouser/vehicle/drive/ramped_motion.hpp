// SPDX-License-Identifier: BSD-3-Clause
// A coordinate that moves to its command: to a rate that it then keeps (a wheel), or to a position
// where it rests (steering, a leg that deploys), with a bounded rate and a bounded acceleration. A motion is
// a pure function of its start and the time, so it may be replaced at any moment by one that starts where it
// is: position and rate stay continuous, and a command that is repeated changes nothing.
#pragma once
#include "grouser/vehicle/drive/drive_programme.hpp"

namespace grouser {

struct MotionLimits {
  double rate = 0.0;          ///< largest, rad/s or m/s, > 0
  double acceleration = 0.0;  ///< rad/s2 or m/s2, > 0
};

/// The start and the end of a motion. Plain doubles, part of the state of a run.
struct RampedMotion {
  double t0 = 0.0;      ///< s
  double q0 = 0.0;      ///< rad or m
  double v0 = 0.0;      ///< rad/s or m/s
  double target = 0.0;  ///< a rate or a position
};

/// At time t >= t0: the rate changes with the acceleration of the limits until it is the target.
CoordinateCommand towards_rate(const RampedMotion& motion, const MotionLimits& limits, double t);

/// At time t >= t0: the fastest motion that rests at the target. It accelerates, keeps the largest rate and
/// brakes; where it starts too fast to stop before the target it brakes first and comes back. From its end
/// on it is exactly the target.
CoordinateCommand towards_position(const RampedMotion& motion, const MotionLimits& limits, double t);

}  // namespace grouser
