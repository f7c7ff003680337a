// SPDX-License-Identifier: BSD-3-Clause
// One smooth change of a wheel's spin rate and steering angle: what a follower commands between two of its
// decisions. Plain doubles, because the segment belongs to the state of a run.
#pragma once
#include "grouser/vehicle/drive/drive_programme.hpp"

namespace grouser {

/// From t0 to t0 + duration, rate and angle move from their first to their second value by the smooth step 3
/// x^2 - 2 x^3 (the ramp of RampedSignal); before and after they are constant. So both are continuous with
/// their rates from one segment to the next, provided that the next starts when this one has ended.
struct DriveSegment {
  double t0 = 0.0, duration = 1.0;    ///< s
  double spin0 = 0.0;                 ///< angle turned at t0, rad
  double rate0 = 0.0, rate1 = 0.0;    ///< spin rate, rad/s
  double steer0 = 0.0, steer1 = 0.0;  ///< rad

  double end() const { return t0 + duration; }
  CoordinateCommand spin_at(double t) const;
  CoordinateCommand steer_at(double t) const;
};

/// The segment that moves from the values of `previous` at time t (at or after its end) to the target.
DriveSegment next_segment(const DriveSegment& previous, double t, double duration,
                          const WheelCommand& target);

}  // namespace grouser
