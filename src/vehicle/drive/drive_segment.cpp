// SPDX-License-Identifier: BSD-3-Clause
// One ramp of a wheel's spin and steering, from the last command to the next, continuous in position and
// rate.
#include "grouser/vehicle/drive/drive_segment.hpp"

#include <cmath>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

/// Share of the segment's time that has passed, 0 to 1.
double phase_of(const DriveSegment& s, double t) {
  return t >= s.end() ? 1.0 : std::fmax(0.0, (t - s.t0) / s.duration);
}
// Returns exactly `to` at the end, so that the next segment starts without a jump.
double smooth_between(double from, double to, double x) {
  return x >= 1.0 ? to : from + (to - from) * x * x * (3.0 - 2.0 * x);
}
/// Derivative of x^2 (3 - 2 x).
double smooth_slope(double x) { return 6.0 * x * (1.0 - x); }

}  // namespace

CoordinateCommand DriveSegment::spin_at(double t) const {
  const double x = phase_of(*this, t), change = rate1 - rate0;
  // Integral of the smooth step from 0 to x: x^3 - x^4 / 2.
  const double ramped = rate0 * x * duration + change * duration * (x * x * x - 0.5 * x * x * x * x);
  const double before = rate0 * std::fmin(0.0, t - t0), after = rate1 * std::fmax(0.0, t - end());
  return {spin0 + before + ramped + after, smooth_between(rate0, rate1, x),
          change * smooth_slope(x) / duration};
}

CoordinateCommand DriveSegment::steer_at(double t) const {
  const double x = phase_of(*this, t), change = steer1 - steer0;
  const double second = t < t0 || t > end() ? 0.0 : change * (6.0 - 12.0 * x) / (duration * duration);
  return {smooth_between(steer0, steer1, x), change * smooth_slope(x) / duration, second};
}

DriveSegment next_segment(const DriveSegment& previous, double t, double duration,
                          const WheelCommand& target) {
  GROUSER_ASSERT(t >= previous.end());
  return {t,           duration, previous.spin_at(t).q, previous.rate1, target.spin_rate, previous.steer1,
          target.steer};
}

}  // namespace grouser
